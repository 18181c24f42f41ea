import { Type, type Static } from 'typebox'
import {
  ById,
  Done,
  get,
  Id,
  Lines,
  ListQuery,
  Many,
  Nullable,
  PageOf,
  post,
  SeenVersion,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import { BOUNCE_CLASSES } from './subscriber-timeline.ts'

/** Policy: the mail was refused for what it is or where it comes from, which says nothing of the mailbox. */
export type BounceClass = (typeof BOUNCE_CLASSES)[number]

/** The largest report that is read. */
export const LARGEST_BOUNCE = 1024 ** 2
export const RESET_REASON = 200

export const Bounce = Type.Object({
  id: Id,
  /** Null: nobody knows surely who it is about, so that it has changed nothing. */
  subscriber: Nullable(Type.Object({ id: Id, email: Type.String() })),
  mailing: Nullable(Type.Object({ id: Id, subject: Type.String() })),
  class: Type.Enum([...BOUNCE_CLASSES]),
  code: Nullable(Type.String()),
  reply: Type.String(),
  /** The mail server answered it as the mail was sent, or a report came later. */
  received_by: Type.Enum(['smtp', 'http']),
  /** The report as it came; null after 30 days, and where there was none. */
  raw: Nullable(Type.String()),
  at: Timestamp,
})
export type Bounce = Static<typeof Bounce>

export const bounces = {
  receive: post('/mail/bounces/:inbox_key', {
    summary:
      'Takes a report about a mail that was not delivered, or that a reader marked as spam, as the mail server got it',
    permission: 'public',
    did: 'Received a report about mail to *',
    undo: 'never',
    params: Type.Object({ inbox_key: Type.String({ minLength: 1, maxLength: 120, pattern: '^[A-Za-z0-9_.-]+$' }) }),
    bytes: 'message/rfc822',
    bodyLimit: LARGEST_BOUNCE,
    perMinute: 60,
    reply: Done,
    status: 202,
    failure: 'The report was not taken. Try again.',
  }),
  list: get('/marketing/newsletter_bounces', {
    summary: 'Answers of mail servers and readers to mails, the newest first',
    permission: 'newsletter_list',
    query: ListQuery({
      class: Many(Type.Enum([...BOUNCE_CLASSES])),
      subscriber_id: Type.Optional(Id),
      mailing_id: Type.Optional(Id),
      /** Those about nobody known. */
      about: Type.Optional(Type.Enum(['nobody'])),
    }),
    reply: PageOf(Bounce),
    failure: 'Failed to fetch data',
  }),
  reset: post('/marketing/newsletter_subscribers/:id/reset_bounces', {
    summary: 'Subscribes a bounced address again that had been confirmed, and forgets its bounces',
    permission: 'newsletter_edit',
    did: 'Reset the bounces of *',
    params: ById,
    body: Type.Object({ reason: Lines(RESET_REASON), version: SeenVersion }),
    reply: Done,
    failure: 'The bounces were not reset. Try again.',
  }),
}
