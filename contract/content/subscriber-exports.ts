import { exportCalls } from '#contract/platform/exports.ts'

/** What an export can hold, as its columns are called. */
export const SUBSCRIBER_EXPORT_COLUMNS = {
  email: 'Email',
  name: 'Name',
  status: 'Status',
  status_at: 'Status since',
  status_source: 'Status by',
  status_reason: 'Reason',
  source: 'Source',
  form: 'Form',
  locale: 'Language',
  note: 'Note',
  created_at: 'On the list since',
  confirmed_at: 'Confirmed',
  unsubscribed_at: 'Unsubscribed',
  last_sent_at: 'Last mail',
  hard_bounces: 'Hard bounces',
  soft_bounces: 'Soft bounces',
} as const
export type SubscriberExportColumn = keyof typeof SUBSCRIBER_EXPORT_COLUMNS
export const SUBSCRIBER_EXPORT_NAMES = Object.keys(SUBSCRIBER_EXPORT_COLUMNS).filter(
  (name): name is SubscriberExportColumn => name in SUBSCRIBER_EXPORT_COLUMNS,
)

export const subscriberExports = exportCalls('/marketing/export_newsletter', 'newsletter_edit', SUBSCRIBER_EXPORT_NAMES)
