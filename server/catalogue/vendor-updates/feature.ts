import { UPDATE_SORTS, vendorUpdates as calls } from '#contract/catalogue/vendor-updates.ts'
import { sql } from 'kysely'
import { nameIn } from '#server/platform/changes/rules.ts'
import { kindsOf } from '#server/platform/bulk/jobs.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { vendorBulkActs } from './bulk.ts'
import { vendorAnswerRule, vendorRequestRule, vendorUpdateNotified } from './notified.ts'
import { linksOf } from './asks.ts'
import { eraseContacts } from './erase.ts'
import { vendorUpdateRoutes } from './routes.ts'

interface Given {
  config: { secret: string; publicUrl: string }
}

const ofProduct = sql<string>`(select p.name || ', ' || t.vendor_name from products p where p.company_id = t.company_id and p.id = t.product_id)`
const ofVendor = sql<string>`(select v.name from vendors v where v.company_id = t.company_id and v.id = t.vendor_id)`

export const vendorUpdates = feature<Given>({
  routes: ({ config }) => vendorUpdateRoutes(linksOf(config), vendorBulkActs(linksOf(config))),
  jobs: ({ config }) => kindsOf(vendorBulkActs(linksOf(config))),
  views: {
    'marketing-vendor-data-update-list': viewedList(calls.list, UPDATE_SORTS),
    'marketing-vendor-asks': viewedList(calls.asks, []),
  },
  forget: { 'vendor-updates.erase': eraseContacts },
  notifications: {
    entities: { vendor_update: vendorUpdateNotified },
    kinds: { vendor_request: vendorRequestRule, vendor_answer: vendorAnswerRule },
  },
  entities: {
    vendor_updates: { name: nameIn('vendor_updates', ofProduct), namedIn: ['superseded_by'] },
    // What was decided of a field, and what was written for it, belong together.
    vendor_update_fields: { rootFirst: true, together: new Set(['decision', 'applied', 'reason']) },
    vendor_asks: { name: nameIn('vendor_asks', ofVendor) },
  },
})
