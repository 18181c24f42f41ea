import { productList } from '#contract/catalogue/product-list.ts'
import { demandDetails } from '#server/catalogue/product-demand/demand.ts'
import { found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import * as products from './list.ts'

export const productListRoutes = implement('product-list', productList, {
  list: ({ tenant, caller, query }) => products.list(tenant, caller, query),

  async one({ tenant, params }) {
    const facts = found('Product', await products.facts(tenant, params.id))
    const { weeks, countries, usual } = found('Product', await demandDetails(tenant, params.id))
    return { data: { ...facts, weeks, countries, usual } }
  },

  categories: async ({ tenant }) => ({ data: await products.categories(tenant) }),
})
