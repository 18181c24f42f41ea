import { Type } from 'typebox'
import { Id, Nullable, PersonRef, Timestamp, Version } from '#contract/kit/endpoint.ts'
import { MAIL_STATES } from './subscriber-timeline.ts'
import { SUBSCRIBER_SOURCES } from './subscribers.ts'

/** Held: it has not begun, and can be cancelled whole. Stopped: it waits for a person. */
export const MAILING_STATES = ['held', 'sending', 'paused', 'stopped', 'done', 'cancelled'] as const

/** Everyone: those as well who had an earlier mailing of the post. The others never are. */
export const AUDIENCE_KINDS = ['everyone', 'not_yet_sent', 'sources'] as const

export const Audience = Type.Object({
  kind: Type.Enum([...AUDIENCE_KINDS]),
  /** Of `sources`: at least one. */
  sources: Type.Optional(Type.Array(Type.Enum([...SUBSCRIBER_SOURCES]), { minItems: 1, maxItems: 6 })),
})

/** How many are left out, by why. */
export const Excluded = Type.Object({
  unconfirmed: Type.Integer(),
  unsubscribed: Type.Integer(),
  bounced: Type.Integer(),
  complained: Type.Integer(),
  blocked: Type.Integer(),
  /** Those whom an earlier mailing of the post has reached, or may have. */
  had_it: Type.Integer(),
  /** Those who came by another source than the chosen ones. */
  other_source: Type.Integer(),
})

/** How many of its mails stand how. They sum up to its total. */
export const Counts = Type.Object({
  queued: Type.Integer(),
  handing: Type.Integer(),
  sent: Type.Integer(),
  deferred: Type.Integer(),
  refused: Type.Integer(),
  skipped: Type.Integer(),
  in_doubt: Type.Integer(),
  cancelled: Type.Integer(),
})

export const Mailing = Type.Object({
  id: Id,
  post_id: Id,
  post_title: Type.String(),
  /** Which version of the post it tells of. */
  live_version: Version,
  /** The first mailing of a post, the second … */
  edition: Type.Integer(),
  state: Type.Enum([...MAILING_STATES]),
  subject: Type.String(),
  audience: Audience,
  total: Type.Integer(),
  excluded: Excluded,
  counts: Counts,
  /** When it begins; null: it stays on hold until a person begins it. */
  releases_at: Nullable(Timestamp),
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  /** How many mails of it the mail server took or refused within the last minute; 0 unless it is sending. */
  rate_per_minute: Type.Integer(),
  /** How long it would take at that rate; null where nobody knows. */
  eta_seconds: Nullable(Type.Integer()),
  /** Why it waits for a person. */
  stopped_code: Nullable(Type.String()),
  stopped_reason: Nullable(Type.String()),
  /** How many of its recipients have unsubscribed within 30 days of it. */
  unsubscribed_since: Type.Integer(),
  made_by: Nullable(PersonRef),
  created_at: Timestamp,
  version: Version,
})

export const MailingDetails = Type.Object({
  ...Mailing.properties,
  preheader: Type.String(),
  /** As one recipient gets it; the address to unsubscribe leads nowhere. */
  html: Type.String(),
  plain: Type.String(),
  /** Why mails did not arrive, or have not yet: the most frequent first, at most 20. */
  not_delivered: Type.Array(
    Type.Object({
      /** "Mailbox does not exist" */
      reason: Type.String(),
      code: Nullable(Type.String()),
      state: Type.Enum(['refused', 'deferred', 'skipped']),
      count: Type.Integer(),
      /** Of deferred ones: when the first of them is tried again. */
      next_at: Nullable(Timestamp),
    }),
  ),
  /** The mailing of the company that is sent before this one; null when none is. */
  after: Nullable(Type.Object({ id: Id, subject: Type.String() })),
})

export const Recipient = Type.Object({
  /** Of the mail; `resolve` takes it. */
  id: Id,
  subscriber_id: Nullable(Id),
  address: Type.String(),
  name: Type.String(),
  state: Type.Enum([...MAIL_STATES]),
  attempts: Type.Integer(),
  /** When its state was decided; while it is handed over or in doubt, when that began. */
  at: Nullable(Timestamp),
  /** Of one that is deferred: when it is tried again. */
  next_at: Nullable(Timestamp),
  code: Nullable(Type.String()),
  /** What the mail server said, or why nobody knows. */
  reply: Nullable(Type.String()),
  /** Of one in doubt: from when on it may be sent again. */
  send_again_from: Nullable(Timestamp),
})

/** A reason, by a code that screens may know, in a sentence. */
const Notice = Type.Object({ code: Type.String(), message: Type.String() })

export const SendPreview = Type.Object({
  subject: Type.String(),
  preheader: Type.String(),
  from_name: Type.String(),
  from_address: Type.String(),
  reply_to: Nullable(Type.String()),
  html: Type.String(),
  plain: Type.String(),
  /** Which audience it is for; without a choice those who have not had this post. */
  audience: Audience,
  total: Type.Integer(),
  excluded: Excluded,
  /** How many each audience would be. */
  totals: Type.Object({ everyone: Type.Integer(), not_yet_sent: Type.Integer() }),
  by_source: Type.Array(Type.Object({ source: Type.Enum([...SUBSCRIBER_SOURCES]), count: Type.Integer() })),
  /** Why it can't be sent now. `already_sent` is none: `again` sends it. */
  blockers: Type.Array(Notice),
  /** What to look at before it is sent. */
  warnings: Type.Array(Notice),
  /** Earlier mailings of the post, the newest first. */
  editions: Type.Array(Mailing),
  hold_minutes: Type.Integer(),
  /** Where a test mail goes: to the caller. */
  test_to: Nullable(Type.String()),
})

export const MailSettings = Type.Object({
  from_name: Type.String(),
  /** Empty: answers go to the sender. */
  reply_to: Type.String(),
  hold_minutes: Type.Integer(),
  /** At most so many mails of mailings in a minute; null: as the installation says. */
  per_minute: Nullable(Type.Integer()),
  /** A line above the postal address. */
  footer: Type.String(),
  version: Version,
  /** Whether this server can send mail at all. */
  mail_on: Type.Boolean(),
  /** Whom mails come from; null without a mail server. */
  sender: Nullable(Type.String()),
  /** What the installation allows in a minute. */
  most_per_minute: Type.Integer(),
  /** Whether a mail server can return what was not delivered. */
  bounces_on: Type.Boolean(),
  /** Where it posts them, for those who configure; null for all others. */
  bounce_inbox: Nullable(Type.String()),
})
