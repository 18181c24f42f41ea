import type { Subscriber, SubscriberRow, SubscriberSource, SubscriberStatus } from '#contract/content/subscribers.ts'
import type { Noun } from '#web/kit/list/list.ts'
import { StatusTag, type Tone } from '#web/kit/look/StatusTag.tsx'

export const NOUN: Noun = ['subscriber', 'subscribers']

export const STATUS_WORDS: Readonly<Record<SubscriberStatus, { label: string; tone: Tone }>> = {
  subscribed: { label: 'Subscribed', tone: 'success' },
  unconfirmed: { label: 'Unconfirmed', tone: 'warning' },
  unsubscribed: { label: 'Unsubscribed', tone: 'neutral' },
  bounced: { label: 'Bounced', tone: 'error' },
  complained: { label: 'Complained', tone: 'error' },
  blocked: { label: 'Blocked', tone: 'neutral' },
}

export const SOURCE_LABELS: Readonly<Record<SubscriberSource, string>> = {
  website_form: 'Website form',
  contact_us: 'Contact form',
  registration: 'Registration',
  import: 'Import',
  manual: 'Manual',
  api: 'API',
}

/** Who or what changed the status last, after when. */
export const STATUS_BY: Readonly<Record<Subscriber['status_source'], string>> = {
  form: 'by the form',
  staff: 'by a colleague',
  import: 'by an import',
  one_click: 'by one click in a mail',
  page: 'by the link in a mail',
  bounce: 'by a mail that came back',
  feedback: 'by a complaint about a mail',
  api: 'by the API',
}

export const StatusOf = ({ status }: Pick<SubscriberRow, 'status'>) => (
  <StatusTag tone={STATUS_WORDS[status].tone}>{STATUS_WORDS[status].label}</StatusTag>
)

/** The name where there is one, else the address. */
export const callOf = ({ name, email }: Pick<SubscriberRow, 'name' | 'email'>) => name || email
