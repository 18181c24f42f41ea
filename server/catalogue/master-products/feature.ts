import { sql } from 'kysely'
import { masterProducts as calls } from '#contract/catalogue/master-products.ts'
import { PRODUCT_SORTS } from '#contract/catalogue/product-sorts.ts'
import { refreshCounts } from '#server/platform/counted-lists/refresh.ts'
import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import type { Tenants } from '#server/db/tenant.ts'
import { PRODUCT_LIST } from './filter.ts'
import { productFaults } from './undo-rules.ts'
import { masterProductRoutes } from './routes.ts'

export const masterProducts = feature({
  routes: masterProductRoutes,
  counted: PRODUCT_LIST,
  views: { 'marketing-master-products': viewedList(calls.list, PRODUCT_SORTS) },
  due: { patient: { 'product-list-counts': refreshCounts(PRODUCT_LIST), 'product-counts': countOutdated } },
  entities: {
    products: { name: nameIn('products'), namedIn: ['merged_into'], faults: productFaults },
    product_values: { rootFirst: true },
  },
})

/** As many as one transaction counts. */
const CHUNK = 10_000

/** After a change of what products must have: their counts, made again. It leaves no history and no versions. */
async function countOutdated(tenants: Tenants, companyId: number) {
  for (let counted = CHUNK; counted > 0;)
    counted = await tenants.write(
      companyId,
      { kind: 'system', channel: 'api', act: 'master-products.count' },
      async ({ db }) => {
        const { rows } = await sql<{ n: number }>`select count_outdated_products(${CHUNK}) as n`.execute(db)
        return rows[0]?.n ?? 0
      },
    )
}
