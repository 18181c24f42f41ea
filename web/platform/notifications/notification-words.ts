import type { NotificationChoice } from '#contract/platform/notifications.ts'

export const DIGEST_WORDS = [
  { value: 'none', label: 'No email' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every morning at 8' },
] satisfies { value: NotificationChoice['digest']; label: string }[]
