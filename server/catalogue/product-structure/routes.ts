import { productStructure } from '#contract/catalogue/product-structure.ts'
import { implement } from '#server/kit/implement.ts'
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

  options: ({ tenant, params: { id }, query }) => queries.options(tenant, id, query),
})
