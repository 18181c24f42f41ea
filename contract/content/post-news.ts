import type { NotifiedKind } from '#contract/platform/notifications.ts'

/** What people are notified of about posts and their mailings. */
export const notified = {
  review_asked: {
    icon: 'question',
    yours: { label: 'Reviews of posts', text: 'When a colleague asks for one' },
    theirs: { label: 'Reviews of posts', text: 'When a colleague asks for one' },
  },
  reviewed: {
    icon: 'done',
    yours: { label: 'Posts reviewed', text: 'When your post was approved or returned' },
    theirs: { label: 'Posts reviewed', text: 'When their post was approved or returned' },
  },
  post_published: {
    icon: 'clock',
    yours: { label: 'Scheduled posts', text: 'When a post goes live automatically, or could not' },
    theirs: { label: 'Scheduled posts', text: 'When a post goes live automatically, or could not' },
  },
  mailing: {
    icon: 'clock',
    yours: { label: 'Update mails', text: 'When a mailing is sent, stops or waits for you' },
    theirs: { label: 'Update mails', text: 'When a mailing is sent, stops or waits for them' },
  },
} as const satisfies Readonly<Record<string, NotifiedKind>>
