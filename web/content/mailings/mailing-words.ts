import type { Audience, Excluded, MailCounts, Mailing, MailingState } from '#contract/content/mailings.ts'
import type { MailState } from '#contract/content/subscriber-timeline.ts'
import type { SubscriberSource } from '#contract/content/subscribers.ts'
import { momentIn, myZone } from '#web/content/post-words/moments.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import type { Tone } from '#web/kit/look/StatusTag.tsx'

export const MAILING_WORDS: Readonly<Record<MailingState, { label: string; tone: Tone }>> = {
  held: { label: 'On hold', tone: 'info' },
  sending: { label: 'Sending', tone: 'warning' },
  paused: { label: 'Paused', tone: 'neutral' },
  stopped: { label: 'Stopped', tone: 'error' },
  done: { label: 'Done', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

type Dot = 'success' | 'info' | 'neutral' | 'error' | 'warning'

/** In the order in which a mailing counts them. */
export const MAIL_ORDER = [
  'sent',
  'handing',
  'queued',
  'deferred',
  'refused',
  'skipped',
  'in_doubt',
  'cancelled',
] as const satisfies readonly MailState[]

export const MAIL_WORDS: Readonly<Record<MailState, { label: string; dot: Dot }>> = {
  sent: { label: 'Sent', dot: 'success' },
  handing: { label: 'Sending now', dot: 'info' },
  queued: { label: 'Queued', dot: 'neutral' },
  deferred: { label: 'Retry later', dot: 'neutral' },
  refused: { label: 'Refused', dot: 'error' },
  skipped: { label: 'Skipped', dot: 'neutral' },
  in_doubt: { label: 'In doubt', dot: 'warning' },
  cancelled: { label: 'Cancelled', dot: 'neutral' },
}

export const SOURCE_WORDS: Readonly<Record<SubscriberSource, string>> = {
  website_form: 'Website form',
  manual: 'Added manually',
  import: 'Import',
  api: 'API',
  contact_us: 'Contact form',
  registration: 'Registration',
}

const LEFT_OUT: readonly (readonly [reason: keyof Excluded, label: string])[] = [
  ['had_it', 'had it already'],
  ['unconfirmed', 'unconfirmed'],
  ['unsubscribed', 'unsubscribed'],
  ['bounced', 'bounced'],
  ['complained', 'complained'],
  ['blocked', 'blocked'],
  ['other_source', 'from other sources'],
]

/** Who is left out and why, the reasons that concern nobody aside. */
export const leftOut = (excluded: Excluded) =>
  LEFT_OUT.flatMap(([reason, label]) => (excluded[reason] > 0 ? [{ label, count: excluded[reason] }] : []))

/** `63 unconfirmed, 41 bounced`; empty where nobody is left out. */
export const leftOutWords = (excluded: Excluded) =>
  leftOut(excluded)
    .map(({ label, count }) => `${formats().number(count)} ${label}`)
    .join(', ')

export const audienceWords = ({ kind, sources = [] }: Audience, { had_it }: Pick<Excluded, 'had_it'>) => {
  if (kind === 'sources')
    return `Subscribers from ${sources.map((source) => SOURCE_WORDS[source].toLowerCase()).join(', ')}`
  // Where nobody has had it yet, both are the same.
  return kind === 'everyone' || had_it === 0 ? 'Everyone subscribed' : 'Subscribers who haven’t had this post'
}

/** `Halden & Pryce <news@halden.example>` */
export const senderWords = (name: string, address: string | null) =>
  name && address ? `${name} <${address}>` : name || (address ?? '')

export const people = (count: number) => counted(count, 'person', 'people')

/** `2nd mailing` */
export const editionWords = (edition: number) => (edition === 1 ? 'first mailing' : `${ordinal(edition)} mailing`)
const ordinal = (number: number) => `${number}${SUFFIX[new Intl.PluralRules('en', { type: 'ordinal' }).select(number)]}`
const SUFFIX = { zero: 'th', one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th' } as const

/** How many mails nothing more is to be done about. */
export const doneOf = ({ sent, refused, skipped, in_doubt }: MailCounts) => sent + refused + skipped + in_doubt

/** `14:16` of today, else `18 Nov, 14:16`. */
export const momentWords = (at: string, now = new Date()) => {
  const { time, date } = formats()
  return date(at) === date(now) ? time(at) : momentIn(at, myZone(), { brief: true })
}

/** `about 26 min left` */
export const leftWords = (seconds: number) =>
  seconds < 60 ? 'less than a minute left' : `about ${formats().about(seconds).replace(/^≈ /, '')} left`

/** Whether something about it goes on without anybody. */
export const isGoing = ({ state, counts }: Pick<Mailing, 'state' | 'counts'>) =>
  state === 'held' || state === 'sending' || counts.handing > 0

export const needsPerson = ({ state, counts }: Pick<Mailing, 'state' | 'counts'>) =>
  state === 'stopped' || counts.in_doubt > 0
