import { Type, type Static } from 'typebox'
import { DateRange, Day, get, Nullable, One, PersonRef } from '#contract/kit/endpoint.ts'
import type { LeadQuery } from './lead.ts'

/** How many sources home compares. */
export const MOST_SOURCES = 12

export const STAGES = ['received', 'assigned', 'in_progress', 'valid', 'contacted', 'won'] as const
export type Stage = (typeof STAGES)[number]

/** Funnel by now, each stage with the filter of the list of leads that finds those who came so far. */
export const FUNNEL: Readonly<Record<Stage, LeadQuery>> = {
  received: {},
  assigned: { status: ['assigned', 'in-progress', 'on_hold', 'valid', 'invalid'] },
  in_progress: { status: ['in-progress', 'on_hold', 'valid', 'invalid'] },
  valid: { status: ['valid'] },
  contacted: { enquiry_status: ['contacted', 'quoted', 'nurture', 'won', 'lost'] },
  won: { enquiry_status: ['won'] },
}

/** What a person still has to do: a verdict in QA, the outcome in sales. */
export const LOAD: Readonly<Record<'assigned' | 'valid', LeadQuery>> = {
  assigned: { status: ['assigned', 'in-progress', 'on_hold'] },
  valid: { enquiry_status: ['open', 'contacted', 'quoted', 'nurture'] },
}

const OnDay = Type.Object({ day: Day, received: Type.Integer() })

/** Null: not for whoever asks. */
export const HomeFigures = Type.Object({
  /** What came today so far, and on the same day of the week before, whatever days are asked for. */
  intake: Nullable(Type.Object({ today: OnDay, week_before: OnDay })),
  funnel: Nullable(
    Type.Object({
      received: Type.Integer(),
      assigned: Type.Integer(),
      in_progress: Type.Integer(),
      valid: Type.Integer(),
      contacted: Type.Integer(),
      won: Type.Integer(),
    }),
  ),
  /** The `MOST_SOURCES` by which most came, most first. */
  sources: Nullable(
    Type.Array(
      Type.Object({
        source: Type.String(),
        received: Type.Integer(),
        valid: Type.Integer(),
        invalid: Type.Integer(),
      }),
    ),
  ),
  /** The six that most leads are invalid for. */
  reasons: Nullable(Type.Array(Type.Object({ reason: Type.String(), leads: Type.Integer() }))),
  /** How soon valid leads were answered, in seconds, at most 5 % off: one's own, or everybody's for whoever sees those. */
  response: Nullable(
    Type.Object({
      own: Type.Boolean(),
      p50: Nullable(Type.Number()),
      p90: Nullable(Type.Number()),
      received: Type.Integer(),
      open: Type.Integer(),
      won: Type.Integer(),
      lost: Type.Integer(),
    }),
  ),
  /** The ten who have most to do now, whatever days are asked for: a row for each list on which the asker sees everybody's, also a 0. */
  load: Nullable(
    Type.Array(Type.Object({ person: PersonRef, list: Type.Enum(['assigned', 'valid']), leads: Type.Integer() })),
  ),
})
export type HomeFigures = Static<typeof HomeFigures>

export const dashboard = {
  home: get('/marketing/dashboard_home', {
    summary: 'The dashboard figures that the caller can see, by the days on which leads came in',
    permission: 'signed-in',
    query: Type.Object({ ...DateRange }),
    reply: One(HomeFigures),
    failure: 'The dashboard did not load. Try again.',
  }),
}
