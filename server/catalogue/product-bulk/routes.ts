import { productBulk } from '#contract/catalogue/product-bulk.ts'
import { inOrder } from '#server/catalogue/master-products/queries.ts'
import { implement } from '#server/kit/implement.ts'
import { selectChosen, selectMatching } from '#server/platform/selections/select.ts'
import { bulkActs } from './jobs.ts'
import { PRODUCTS, seenProducts } from './selection.ts'

export const productBulkRoutes = implement('product-bulk', productBulk, {
  async select({ tenant, caller, body: { ids, filter = {} } }) {
    const data = ids
      ? await selectChosen(tenant, caller, PRODUCTS, { ids, visible: seenProducts() })
      : await selectMatching(tenant, caller, PRODUCTS, await inOrder(tenant, caller, filter))
    return { data }
  },
  edit: bulkActs.edit.begin,
  discoverable: bulkActs.discoverable.begin,
  remove: bulkActs.remove.begin,
})
