import { Type, type Static } from 'typebox'
import {
  ById,
  FreeAddress,
  FreeText,
  get,
  Id,
  ListQuery,
  Many,
  Nullable,
  One,
  PageOf,
  post,
  put,
  SeenVersion,
} from '#contract/kit/endpoint.ts'
import { MAIL_STATES } from './subscriber-timeline.ts'
import { SUBSCRIBER_SOURCES } from './subscribers.ts'
import { type Act, type Entity, NO_HISTORY } from '#contract/kit/history.ts'
import * as shapes from './mailing-shapes.ts'

export const MAILING_STATES = shapes.MAILING_STATES
export type MailingState = (typeof MAILING_STATES)[number]
export type AudienceKind = (typeof shapes.AUDIENCE_KINDS)[number]
export type Audience = Static<typeof shapes.Audience>
export type Excluded = Static<typeof shapes.Excluded>
export type MailCounts = Static<typeof shapes.Counts>
export type Mailing = Static<typeof shapes.Mailing>
export type MailingDetails = Static<typeof shapes.MailingDetails>
export type Recipient = Static<typeof shapes.Recipient>
export type SendPreview = Static<typeof shapes.SendPreview>
export type MailSettings = Static<typeof shapes.MailSettings>

export const MAILING_LIMITS = {
  subject: 150,
  preheader: 150,
  from_name: 120,
  footer: 300,
  /** How long a mailing waits before it begins. */
  hold_minutes: { least: 5, most: 60, default: 5 },
  per_minute: { least: 1, most: 6_000 },
  /** Ids in one decision about mails in doubt. */
  decided: 1_000,
  tests_an_hour: 10,
} as const

export const MAILING_NOT_FOUND = 'Mailing not found'

const FAILED = 'Failed to fetch data'
const SEND = 'blogs_send_updates'
const READ = [SEND, 'blogs_list', 'newsletter_list'] as const
const text = {
  /** Empty: the title of the post. */
  subject: Type.Optional(FreeText(MAILING_LIMITS.subject)),
  preheader: Type.Optional(FreeText(MAILING_LIMITS.preheader)),
}
const { hold_minutes: HOLD, per_minute: PACE } = MAILING_LIMITS
const HoldMinutes = Type.Integer({ minimum: HOLD.least, maximum: HOLD.most })

const act = (verb: string, summary: string, failure: string) =>
  post(`/marketing/blog_sends/:id/${verb}`, {
    summary,
    permission: SEND,
    did: NO_HISTORY,
    params: ById,
    reply: One(shapes.Mailing),
    failure,
  })

export const mailings = {
  send: post('/marketing/send_blog_updates/:id', {
    summary: 'Puts a mailing about a post on hold; it begins some minutes later unless it is cancelled',
    permission: SEND,
    did: NO_HISTORY,
    params: ById,
    body: Type.Object({
      ...text,
      /** Those who have not had this post, unless it is said. */
      audience: Type.Optional(shapes.Audience),
      /** How many the person saw: with another number of people, nothing is sent. */
      expected_total: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
      /** Though the post was mailed before. */
      again: Type.Optional(Type.Boolean()),
      hold_minutes: Type.Optional(HoldMinutes),
    }),
    reply: One(shapes.Mailing),
    status: 202,
    failure: 'An unexpected error occurred',
    timeout: 60_000,
  }),
  preview: get('/marketing/blog_send_preview/:id', {
    summary: 'The mail about a post, how many people would get it, and what stands against sending it',
    permission: [SEND, 'blogs_list'],
    params: ById,
    query: Type.Object({
      subject: Type.Optional(Type.String({ maxLength: MAILING_LIMITS.subject })),
      preheader: Type.Optional(Type.String({ maxLength: MAILING_LIMITS.preheader })),
      audience: Type.Optional(Type.Enum([...shapes.AUDIENCE_KINDS])),
      sources: Many(Type.Enum([...SUBSCRIBER_SOURCES])),
    }),
    reply: One(shapes.SendPreview),
    failure: 'The preview did not load. Try again.',
  }),
  test: post('/marketing/blog_send_test/:id', {
    summary: 'Sends the mail about a post to the caller alone',
    permission: SEND,
    did: NO_HISTORY,
    params: ById,
    body: Type.Object(text),
    reply: One(Type.Object({ to: Type.String(), mail_id: Id })),
    failure: 'The test mail was not sent. Try again.',
  }),
  list: get('/marketing/blog_sends', {
    summary: 'The mailings about posts, the newest first',
    permission: READ,
    query: ListQuery({
      state: Many(Type.Enum([...MAILING_STATES])),
      /** Those that have stopped, and those with mails in doubt. */
      needs: Type.Optional(Type.Enum(['person'])),
      post_id: Type.Optional(Id),
    }),
    reply: PageOf(shapes.Mailing),
    failure: FAILED,
  }),
  details: get('/marketing/blog_sends/:id', {
    summary: 'One mailing, its text and why mails did not arrive',
    permission: READ,
    params: ById,
    reply: One(shapes.MailingDetails),
    failure: FAILED,
  }),
  recipients: get('/marketing/blog_sends/:id/recipients', {
    summary: 'Who a mailing goes to, and the state of each mail',
    permission: [SEND, 'newsletter_list'],
    params: ById,
    query: ListQuery({ state: Many(Type.Enum([...MAIL_STATES])) }),
    reply: PageOf(shapes.Recipient),
    failure: FAILED,
  }),
  cancel: act(
    'cancel',
    'Cancels a mailing; what has been sent stays sent',
    'The mailing was not cancelled. Try again.',
  ),
  pause: act('pause', 'Pauses a mailing', 'The mailing was not paused. Try again.'),
  resume: act('resume', 'Continues a mailing that was paused or stopped', 'The mailing was not resumed. Try again.'),
  releaseNow: act('release_now', 'Begins a mailing before its hold is over', 'The mailing was not started. Try again.'),
  resolve: post('/marketing/blog_sends/:id/resolve', {
    summary: 'Decides about mails in doubt: they count as sent, or are sent again',
    permission: SEND,
    did: NO_HISTORY,
    params: ById,
    body: Type.Object({
      /** The mails; or else `all_in_doubt`. */
      recipients: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAILING_LIMITS.decided })),
      all_in_doubt: Type.Optional(Type.Boolean()),
      as: Type.Enum(['sent', 'send_again']),
    }),
    reply: One(shapes.Mailing),
    failure: 'Nothing was decided. Try again.',
  }),
  settings: get('/marketing/mail_settings', {
    summary: 'How the company mails its subscribers',
    permission: ['configuration_edit', SEND],
    reply: One(shapes.MailSettings),
    failure: FAILED,
  }),
  setSettings: put('/marketing/mail_settings', {
    summary: 'Changes how the company mails its subscribers; absent fields stay unchanged',
    permission: 'configuration_edit',
    did: 'Changed *',
    body: Type.Object({
      from_name: Type.Optional(FreeText(MAILING_LIMITS.from_name)),
      reply_to: Type.Optional(FreeAddress),
      hold_minutes: Type.Optional(HoldMinutes),
      per_minute: Type.Optional(Nullable(Type.Integer({ minimum: PACE.least, maximum: PACE.most }))),
      footer: Type.Optional(FreeText(MAILING_LIMITS.footer)),
      version: SeenVersion,
    }),
    reply: One(shapes.MailSettings),
    failure: 'The mail settings were not saved. Try again.',
  }),
}

/** What happens when a post goes live that was to be mailed then. */
export const acts = {
  prepare: { did: 'Prepared the update mail of *', undo: 'never' },
} as const satisfies Readonly<Record<string, Act>>

export const entities = {
  mail_settings: {
    noun: { one: 'mail settings', many: 'mail settings' },
    fields: {
      from_name: 'sender’s name',
      reply_to: 'answers go to',
      hold_minutes: 'hold',
      per_minute: 'mails a minute',
      footer: 'footer',
    },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
