import * as catalogue from '#contract/catalogue/catalogue-news.ts'
import * as contacts from '#contract/content/contact-news.ts'
import * as newsletter from '#contract/content/newsletter-news.ts'
import * as content from '#contract/content/post-news.ts'
import * as insight from '#contract/insight/insight-news.ts'
import * as leads from '#contract/leads/notified.ts'
import * as comments from '#contract/platform/comments.ts'
import * as jobs from '#contract/platform/jobs.ts'
import type { NotificationKind, NotifiedKind } from '#contract/platform/notifications.ts'

/** What each kind of notification is called, as its area declares it. */
export const NOTIFIED: Readonly<Record<NotificationKind, NotifiedKind>> = {
  ...catalogue.notified,
  ...leads.notified,
  ...content.notified,
  ...contacts.notified,
  ...newsletter.notified,
  ...insight.notified,
  ...comments.notified,
  ...jobs.notified,
}

/** What a person who has no notifications yet can expect. */
export const FIRST_NOTIFICATIONS = 'Leads assigned to you and comments that mention you appear here.'
