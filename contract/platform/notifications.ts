import { Type, type Static } from 'typebox'
import { ById, Done, get, Id, Nullable, One, put, Timestamp } from '#contract/kit/endpoint.ts'
import { Unread } from './live.ts'
import { type Entity, NO_HISTORY, Noun } from '#contract/kit/history.ts'

/** What people are notified of. The area of each kind declares what it is called, and its sentence. */
export const NOTIFICATION_KINDS = [
  'assigned',
  'mentioned',
  'verdict',
  'job',
  'queue',
  'acceptance',
  'follow_up',
  'question',
  'product_gap',
  'vendor_request',
  'vendor_answer',
  'review_asked',
  'reviewed',
  'post_published',
  'contact_message',
  'mailing',
  'newsletter_flooded',
  'competitor_alert',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** What a kind is called, to the person notified and to people who decide for others. */
export interface NotifiedKind {
  icon: 'person' | 'comment' | 'flag' | 'clock' | 'hourglass' | 'question' | 'done'
  yours: { label: string; text: string }
  theirs: { label: string; text: string }
}

/** Which lines: all that are unread, or those of them in which somebody mentions the person. */
export const NOTIFICATION_VIEWS = ['unread', 'mentions'] as const
export type NotificationView = (typeof NOTIFICATION_VIEWS)[number]
export const DIGESTS = ['none', 'hourly', 'daily'] as const

/** After so many days a notification is forgotten. */
export const NOTIFICATION_DAYS = 90

const Kind = Type.Enum([...NOTIFICATION_KINDS])

/** What a notification is about, as the person may see it now. */
const Subject = Type.Object({
  id: Type.Integer(),
  label: Type.String(),
  /** What tells it from others of that label. */
  note: Nullable(Type.String()),
  /** Where the person finds it now; null when no page of theirs shows it. */
  href: Nullable(Type.String()),
})

export const Notification = Type.Object({
  /** The newest one's, where several are told as one. */
  id: Type.Integer(),
  kind: Kind,
  unread: Type.Boolean(),
  at: Timestamp,
  /** The sentence in its parts; what people have written is marked as a name, to be set apart. */
  words: Type.Array(Type.Object({ text: Type.String(), name: Type.Boolean() })),
  /** What the newest comment says, or what was asked. */
  excerpt: Nullable(Type.String()),
  /** Where the person finds what the line is about; null when no page of theirs shows it, or it is about several. */
  href: Nullable(Type.String()),
  /** What its subjects are called; null where it is about none. */
  noun: Nullable(Noun),
  /** The newest of the subjects that the person may see now. */
  subjects: Type.Array(Subject),
  /** How many it is about, those beyond `subjects` included. */
  total: Type.Integer(),
  /** How many of them the person may not see, or no longer. */
  gone: Type.Integer(),
})
export type Notification = Static<typeof Notification>

export const NotificationChoice = Type.Object({
  kind: Kind,
  in_app: Type.Boolean(),
  digest: Type.Enum([...DIGESTS]),
})
export type NotificationChoice = Static<typeof NotificationChoice>

/** What the person hears, and whether they have chosen it themselves; else it is the company’s choice. */
const OwnChoice = Type.Object({ ...NotificationChoice.properties, is_own: Type.Boolean() })
export type OwnChoice = Static<typeof OwnChoice>

/** What is absent stays as it is. */
const Choose = Type.Object({
  kind: Kind,
  in_app: Type.Optional(Type.Boolean()),
  digest: Type.Optional(Type.Enum([...DIGESTS])),
})
export type Choose = Static<typeof Choose>

/** The newest mail to the person. In doubt: the server stopped while it was being sent, and it is not sent again. */
export const LastDigest = Type.Object({ at: Timestamp, state: Type.Enum(['sending', 'sent', 'in_doubt', 'failed']) })
export type LastDigest = Static<typeof LastDigest>

/** Tells what there was when a list was read: nothing that was stored later is marked as read by it. */
const Seen = Type.String({ maxLength: 50_000, pattern: '^\\d{1,18}:\\d{1,18}:(\\d{1,18}(,\\d{1,18})*)?$' })
/** It is of digits. */
const SEEN_BODY = 64 * 1024

export const notifications = {
  list: get('/marketing/notifications', {
    summary: 'The caller’s notifications, newest first; similar unread ones are grouped',
    permission: 'signed-in',
    query: Type.Object({
      view: Type.Optional(Type.Enum([...NOTIFICATION_VIEWS])),
      before: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    }),
    reply: Type.Object({
      success: Type.Boolean(),
      data: Type.Array(Notification),
      seen: Seen,
      /** Pass as `before` for older ones; null when this is all. */
      next: Nullable(Type.Integer()),
    }),
    failure: 'Your notifications did not load. Try again.',
  }),
  unread: get('/marketing/notifications/unread', {
    summary: 'How many notifications are unread',
    permission: 'signed-in',
    reply: One(Unread),
    failure: 'Failed to fetch data',
  }),
  read: put('/marketing/notifications/:id/read', {
    summary: 'Marks a notification and its group as read',
    permission: 'signed-in',
    did: NO_HISTORY,
    params: ById,
    body: Type.Object({ seen: Seen }),
    bodyLimit: SEEN_BODY,
    reply: Done,
    failure: 'The notification was not marked as read. Try again.',
  }),
  readAll: put('/marketing/notifications/read', {
    summary: 'Marks all listed notifications as read',
    permission: 'signed-in',
    did: NO_HISTORY,
    body: Type.Object({ seen: Seen }),
    bodyLimit: SEEN_BODY,
    reply: Done,
    failure: 'The notifications were not marked as read. Try again.',
  }),
  choices: get('/marketing/notification_choices', {
    summary: 'The caller’s notification settings',
    permission: 'signed-in',
    reply: One(
      Type.Object({
        choices: Type.Array(OwnChoice),
        /** Whether this server can send mail at all. */
        mail: Type.Boolean(),
        last_digest: Nullable(LastDigest),
      }),
    ),
    failure: 'Failed to fetch data',
  }),
  choose: put('/marketing/notification_choices', {
    summary: 'Changes the caller’s setting for a type of notification',
    permission: 'signed-in',
    did: NO_HISTORY,
    body: Choose,
    reply: One(NotificationChoice),
    failure: 'The choice was not saved. Try again.',
  }),
  follow: put('/marketing/follow_notification_usual', {
    summary: 'Resets a notification setting to the company default',
    permission: 'signed-in',
    did: NO_HISTORY,
    body: Type.Object({ kind: Kind }),
    reply: One(NotificationChoice),
    failure: 'The setting was not reset. Try again.',
  }),
  usuals: get('/marketing/notification_usuals', {
    summary: 'The company’s default notifications',
    permission: 'signed-in',
    reply: One(Type.Object({ choices: Type.Array(NotificationChoice), mail: Type.Boolean() })),
    failure: 'Failed to fetch data',
  }),
  changeUsual: put('/marketing/update_notification_usual', {
    summary: 'Changes the company’s default notifications',
    permission: 'configuration_edit',
    did: 'Changed default notifications: *',
    body: Choose,
    reply: One(NotificationChoice),
    failure: 'The setting was not saved. Try again.',
  }),
}

export const entities = {
  notification_usuals: {
    noun: { one: 'default notification', many: 'default notifications' },
    fields: { in_app: 'in the app', digest: 'by email' },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
