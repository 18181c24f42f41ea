import { productStructure } from '#contract/catalogue/product-structure.ts'
import { implement } from '#server/kit/implement.ts'
import { found } from '#server/kit/errors.ts'
import { typicalAmounts } from './typical.ts'
import * as queries from './queries.ts'

export const productStructureRoutes = implement('product-structure', productStructure, {
  async tree({ tenant }) {
    const [categories, attributes, required_fields] = await Promise.all([
      queries.categories(tenant),
      queries.attributes(tenant),
      queries.requiredFields(tenant),
    ])
    return { data: { categories, attributes, required_fields } }
  },

  async typical({ tenant, params: { id } }) {
    found('Category', (await queries.isCategory(tenant, id)) || undefined)
    const typical = (await typicalAmounts(tenant, [id])).get(id) ?? []
    return { data: [...typical].map(([code, base]) => ({ code, base })) }
  },

  options: ({ tenant, params: { id }, query }) => queries.options(tenant, id, query),
})
