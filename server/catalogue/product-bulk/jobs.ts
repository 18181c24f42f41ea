import { sql } from 'kysely'
import type { Missing } from '#contract/catalogue/product.ts'
import { productBulk } from '#contract/catalogue/product-bulk.ts'
import { emptyFields, setDiscoverable } from '#server/catalogue/master-products/discoverable.ts'
import { missingOf } from '#server/catalogue/master-products/queries.ts'
import { removeProducts } from '#server/catalogue/master-products/remove.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { BulkEntity } from '#server/platform/bulk/act.ts'
import { actsOnMany, bulkActsOf } from '#server/platform/bulk/jobs.ts'
import { editing } from './edit.ts'
import { GONE, PRODUCTS, seenProducts, titled } from './selection.ts'

interface Standing {
  id: number
  discoverable: boolean
}

const standing = async (
  { db, companyId }: Tenant,
  ids: readonly number[],
  visible: ReturnType<typeof seenProducts>,
  lock = sql``,
): Promise<Standing[]> => {
  const { rows } = await sql<Standing>`
    select p.id, p.discoverable from products p
    where p.company_id = ${companyId} and p.id = any(${ids}::bigint[]) and ${visible} order by p.id ${lock}`.execute(db)
  return rows
}

const PRODUCTS_IN_BULK: Omit<BulkEntity<Standing, Standing, unknown>, 'names'> = {
  ...PRODUCTS,
  gone: GONE,
  lock: (tenant, ids, visible) => standing(tenant, ids, visible, sql`for no key update`),
  standings: async (tenant, ids, visible) =>
    (await standing(tenant, ids, visible)).map((each) => ({ ...each, rows: 1 })),
}

/** Whether a product may be shown depends on what it lacks. */
const onEach = bulkActsOf<Standing, Standing, ReadonlyMap<number, readonly Missing[]>>({
  ...PRODUCTS_IN_BULK,
  names: (tenant, products) =>
    missingOf(
      tenant,
      products.map(({ id }) => id),
    ),
})
const onAny = bulkActsOf<Standing, Standing, undefined>({ ...PRODUCTS_IN_BULK, names: async () => undefined })
const idsOf = (products: readonly Standing[]) => products.map(({ id }) => id)

export const bulkActs = {
  edit: actsOnMany(PRODUCTS)('product-bulk.edit', productBulk.edit, editing),
  discoverable: onEach('product-bulk.discoverable', productBulk.discoverable, async (tenant, _, { discoverable }) => ({
    visible: seenProducts(),
    title: titled(discoverable ? 'Show' : 'Hide'),
    outcome: discoverable ? 'shown' : 'hidden',
    refusal(product, missing) {
      if (product.discoverable === discoverable)
        return discoverable ? 'This product is shown already' : 'This product is hidden already'
      return discoverable ? emptyFields(missing.get(product.id) ?? []) : undefined
    },
    apply: (products) => setDiscoverable(tenant, idsOf(products), discoverable),
  })),
  remove: onAny('product-bulk.remove', productBulk.remove, async (tenant) => ({
    visible: seenProducts(),
    title: titled('Delete'),
    outcome: 'deleted',
    refusal: () => undefined,
    apply: (products) => removeProducts(tenant, idsOf(products)),
  })),
}
