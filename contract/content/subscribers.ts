import { Type, type Static } from 'typebox'
import {
  Address,
  ById,
  DateRange,
  Day,
  del,
  Done,
  FreeLines,
  FreeText,
  get,
  Id,
  ListFilter,
  ListQuery,
  Many,
  Nullable,
  One,
  PageOf,
  post,
  put,
  SeenVersion,
  Text,
  Timestamp,
  Version,
} from '#contract/kit/endpoint.ts'
import { NO_HISTORY, type Act, type Entity } from '#contract/kit/history.ts'
import { bulkAct } from '#contract/platform/bulk.ts'
import { Selection } from '#contract/platform/selections.ts'
import { Consent as ConsentEvent, SubscriberBounce as Bounce, SubscriberMail as Mail } from './subscriber-timeline.ts'

export const SUBSCRIBER_STATUSES = [
  'unconfirmed',
  'subscribed',
  'unsubscribed',
  'bounced',
  'complained',
  'blocked',
] as const
export type SubscriberStatus = (typeof SUBSCRIBER_STATUSES)[number]
/** How they came to the list. */
export const SUBSCRIBER_SOURCES = ['website_form', 'manual', 'import', 'api', 'contact_us', 'registration'] as const
export type SubscriberSource = (typeof SUBSCRIBER_SOURCES)[number]
/** What changed the status last: the form, a colleague, a page behind a mail’s link, the mail itself, or what came back. */
export const STATUS_SOURCES = ['form', 'staff', 'import', 'one_click', 'page', 'bounce', 'feedback', 'api'] as const
export type StatusSource = (typeof STATUS_SOURCES)[number]
export const SUBSCRIBER_LIMITS = { name: 120, note: 500, reason: 200, declaration: { min: 20, max: 500 } } as const
export const SUBSCRIBER_SORTS = [
  'createdAt',
  'email',
  'name',
  'status',
  'source',
  'confirmed_at',
  'last_sent_at',
  'bounces',
] as const

/** What colleagues do to a subscriber, by the status it has. The rest is done by its owner, or by what mail servers answer. */
export const STAFF_STEPS: Readonly<Record<SubscriberStatus, readonly StaffStep[]>> = {
  unconfirmed: ['resend_confirmation', 'unsubscribe', 'block'],
  subscribed: ['unsubscribe', 'block'],
  unsubscribed: ['block'],
  bounced: ['reset_bounces', 'block'],
  complained: ['block'],
  blocked: ['unblock'],
}
export type StaffStep = 'resend_confirmation' | 'unsubscribe' | 'block' | 'unblock' | 'reset_bounces'

const Status = Type.Enum([...SUBSCRIBER_STATUSES])
const Source = Type.Enum([...SUBSCRIBER_SOURCES])

export const SubscriberRow = Type.Object({
  id: Id,
  email: Type.String(),
  name: Type.String(),
  status: Status,
  /** Since when it has this status. */
  status_at: Timestamp,
  source: Source,
  createdAt: Timestamp,
  confirmed_at: Nullable(Timestamp),
  unsubscribed_at: Nullable(Timestamp),
  last_sent_at: Nullable(Timestamp),
  /** Since the last reset, or since a mail was surely taken. */
  bounces: Type.Object({ hard: Type.Integer(), soft: Type.Integer() }),
  version: Version,
})
export type SubscriberRow = Static<typeof SubscriberRow>

/** So many mails and bounces of a subscriber are shown, the newest. */
export const MOST_SHOWN = 50

export const Subscriber = Type.Object({
  ...SubscriberRow.properties,
  locale: Nullable(Type.String()),
  note: Type.String(),
  status_source: Type.Enum([...STATUS_SOURCES]),
  status_reason: Type.String(),
  /** What a blocked one was before. */
  blocked_from: Nullable(Status),
  form: Nullable(Type.Object({ id: Id, name: Type.String() })),
  import_id: Nullable(Id),
  soft_since: Nullable(Timestamp),
  last_bounce_at: Nullable(Timestamp),
  /** The oldest first. */
  consents: Type.Array(ConsentEvent),
  /** The newest first, at most `MOST_SHOWN`. */
  mails: Type.Array(Mail),
  mails_total: Type.Integer(),
  received_bounces: Type.Array(Bounce),
  /** Of the same address; null for who may not see that list. */
  also_known: Type.Object({ leads: Nullable(Type.Integer()), contact_messages: Nullable(Type.Integer()) }),
  /** What the caller may do to it now. */
  steps: Type.Array(Type.Enum(['resend_confirmation', 'unsubscribe', 'block', 'unblock', 'reset_bounces'])),
})
export type Subscriber = Static<typeof Subscriber>
export type Consent = Subscriber['consents'][number]
export type SubscriberMail = Subscriber['mails'][number]
export type SubscriberBounce = Subscriber['received_bounces'][number]

export const NewsletterSummary = Type.Object({
  subscribed: Type.Integer(),
  /** How many were subscribed at the end of each of the last 30 days, the oldest first; today as it is now. */
  growth: Type.Array(Type.Object({ day: Day, subscribed: Type.Integer() })),
  /** Of the last 30 days. */
  joined: Type.Integer(),
  left: Type.Integer(),
  unconfirmed: Type.Integer(),
  /** Hard bounces among the mails of the last 30 days that were taken or refused, and of the 30 days before; null without mails. */
  bounce_rate: Nullable(Type.Number()),
  bounce_rate_before: Nullable(Type.Number()),
  last_mailing: Nullable(
    Type.Object({ id: Id, subject: Type.String(), at: Timestamp, sent: Type.Integer(), refused: Type.Integer() }),
  ),
  by_status: Type.Record(Status, Type.Integer()),
  /** Without a mail server nothing is sent. */
  mail_on: Type.Boolean(),
})
export type NewsletterSummary = Static<typeof NewsletterSummary>

export const SUBSCRIBER_FILTERS = {
  status: Many(Status),
  source: Many(Source),
  /** Only those that have had their status since this day. */
  status_from: Type.Optional(Day),
  /** By when they came to the list. */
  ...DateRange,
}

const Reason = Text(SUBSCRIBER_LIMITS.reason)
const FAILED = 'Failed to fetch data'
const LIST = 'newsletter_list'
const EDIT = 'newsletter_edit'

export const subscribers = {
  list: get('/marketing/newsletter-list', {
    summary: 'Who is or was on the list of the newsletter, the newest first',
    permission: LIST,
    query: ListQuery(SUBSCRIBER_FILTERS),
    wire: {
      page: 'current',
      sort: 'sortField',
      order: 'sortOrder',
      search: 'searchText',
      from_date: 'fromDate',
      to_date: 'toDate',
    },
    reply: PageOf(SubscriberRow),
    failure: FAILED,
  }),
  summary: get('/marketing/newsletter_summary', {
    summary: 'How many are subscribed, how that grew, who left, and how the last mailing did',
    permission: LIST,
    reply: One(NewsletterSummary),
    failure: FAILED,
  }),
  details: get('/marketing/newsletter_subscribers/:id', {
    summary: 'One subscriber: what they agreed to, and every mail with its outcome',
    permission: LIST,
    params: ById,
    reply: One(Subscriber),
    failure: FAILED,
  }),
  add: post('/marketing/newsletter_subscribers', {
    summary: 'Adds an address, which is on the list once its owner confirms by the mail that this sends',
    permission: EDIT,
    did: 'Added *',
    body: Type.Object({
      email: Address,
      name: Type.Optional(FreeText(SUBSCRIBER_LIMITS.name)),
      note: Type.Optional(FreeLines(SUBSCRIBER_LIMITS.note)),
    }),
    reply: One(Subscriber),
    failure: 'The subscriber was not added. Try again.',
  }),
  update: put('/marketing/newsletter_subscribers/:id', {
    summary: 'Changes name and note; unsubscribes, blocks or unblocks',
    permission: EDIT,
    did: 'Changed *',
    params: ById,
    body: Type.Object({
      name: Type.Optional(FreeText(SUBSCRIBER_LIMITS.name)),
      note: Type.Optional(FreeLines(SUBSCRIBER_LIMITS.note)),
      status: Type.Optional(Type.Enum(['unsubscribed', 'blocked', 'unblocked'])),
      /** Why; blocking needs one. */
      reason: Type.Optional(Reason),
      version: SeenVersion,
    }),
    reply: One(Subscriber),
    failure: 'The subscriber was not changed. Try again.',
  }),
  resendConfirmation: post('/marketing/newsletter_subscribers/:id/resend_confirmation', {
    summary: 'Sends the mail again by which an unconfirmed address confirms: once a day, three times in 30 days',
    permission: EDIT,
    did: 'Sent the confirmation again to *',
    params: ById,
    reply: One(Subscriber),
    failure: 'The mail was not sent. Try again.',
  }),
  erase: del('/marketing/newsletter_subscribers/:id', {
    summary: 'Erases a subscriber for good; only a keyed digest of the address stays, so that no import brings it back',
    permission: EDIT,
    did: 'Erased *',
    params: ById,
    reply: Done,
    failure: 'The subscriber was not erased. Try again.',
  }),
  select: post('/marketing/newsletter_selection', {
    summary: 'Selects subscribers: single ones, or all that the list shows for a filter',
    permission: LIST,
    did: NO_HISTORY,
    body: Type.Object({
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000 })),
      filter: Type.Optional(ListFilter(ListQuery(SUBSCRIBER_FILTERS))),
    }),
    reply: One(Selection),
    failure: 'The subscribers were not selected. Try again.',
  }),
  setStatusMany: bulkAct(
    '/marketing/bulk_newsletter_status',
    'Unsubscribes or blocks all subscribers of a selection',
    EDIT,
    'Changed the status of *',
    { status: Type.Enum(['unsubscribed', 'blocked']), reason: Type.Optional(Reason) },
  ),
  eraseMany: bulkAct(
    '/marketing/bulk_erase_newsletter',
    'Erases all subscribers of a selection for good',
    EDIT,
    'Erased *',
    {},
  ),
}

/** What is done without a call. */
export const acts = {
  forget: { did: 'Forgot subscribers that never confirmed', undo: 'never' },
} as const satisfies Readonly<Record<string, Act>>

export const entities = {
  newsletter_subscribers: {
    noun: { one: 'subscriber', many: 'subscribers' },
    fields: {
      status_source: 'by',
      status_reason: 'reason',
      blocked_from: 'status before it was blocked',
      confirmed_at: 'confirmed',
      unsubscribed_at: 'unsubscribed',
    },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
