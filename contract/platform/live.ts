import { Type, type Static } from 'typebox'
import { PersonRef, stream } from '#contract/kit/endpoint.ts'

/** How many lines are unread, and in how many of them somebody mentions the person. */
export const Unread = Type.Object({ count: Type.Integer(), mentions: Type.Integer() })
export type Unread = Static<typeof Unread>

/** Leads that have changed: those that the caller sees, as they are now, and those that they saw until now. */
const LeadChanges = Type.Object({
  rows: Type.Array(Type.Object({ id: Type.Integer(), version: Type.Integer() })),
  gone: Type.Array(Type.Integer()),
})

/** Who else has which lead on the validation desk. */
const Presence = Type.Array(Type.Object({ lead_id: Type.Integer(), people: Type.Array(PersonRef) }))
export type Presence = Static<typeof Presence>

/** One line of the stream: a topic with what there is to tell of it. A new topic is a property here and a source on the server. */
export const LiveEvent = Type.Object({
  /** The first line: from here on nothing is missed. */
  hello: Type.Optional(Type.Boolean()),
  /** More has changed than is told, or something may have been missed: what is shown is to be fetched again. */
  resync: Type.Optional(Type.Boolean()),
  leads: Type.Optional(LeadChanges),
  presence: Type.Optional(Presence),
  /** What the caller’s notifications come to. */
  unread: Type.Optional(Unread),
})
export type LiveEvent = Static<typeof LiveEvent>

export const live = {
  /** An empty line every few seconds says that the stream is alive. It ends with the caller’s rights, and with the token. */
  watch: stream('/marketing/live', {
    summary: 'Streams changes to the caller’s screens as they happen',
    permission: 'signed-in',
    reply: LiveEvent,
    failure: 'Live updates are not available',
  }),
}
