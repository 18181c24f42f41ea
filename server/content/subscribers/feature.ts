import { SUBSCRIBER_SORTS, subscribers as calls } from '#contract/content/subscribers.ts'
import { kindsOf } from '#server/platform/bulk/jobs.ts'
import { nameIn } from '#server/platform/changes/rules.ts'
import { refreshCounts } from '#server/platform/counted-lists/refresh.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { addressesOf } from './addresses.ts'
import { subscriberBulkActs } from './bulk.ts'
import { confirmationMail, type MailSettings } from './confirmation.ts'
import { forgetUnconfirmed } from './erase.ts'
import { SUBSCRIBER_LIST } from './list.ts'
import { subscriberRoutes } from './routes.ts'
import { undoFaults } from './undo.ts'

export const subscribers = feature<{ config: MailSettings }>({
  routes: ({ config }) => subscriberRoutes(config, subscriberBulkActs(addressesOf(config))),
  jobs: ({ config }) => kindsOf(subscriberBulkActs(addressesOf(config))),
  due: { patient: { 'newsletter-list-counts': refreshCounts(SUBSCRIBER_LIST) } },
  views: { 'marketing-newsletter-list': viewedList(calls.list, SUBSCRIBER_SORTS) },
  counted: SUBSCRIBER_LIST,
  forget: { 'subscribers.forget': forgetUnconfirmed },
  mails: ({ config }) => ({ confirmation: confirmationMail(config) }),
  entities: {
    newsletter_subscribers: {
      name: nameIn('newsletter_subscribers', 'email'),
      // A status goes with who set it and why.
      together: new Set([
        'status',
        'status_source',
        'status_reason',
        'blocked_from',
        'confirmed_at',
        'unsubscribed_at',
      ]),
      faults: undoFaults,
    },
  },
})
