import { unknownProducts } from '#contract/catalogue/unknown-products.ts'
import { found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { mapName } from './map.ts'
import * as queries from './queries.ts'

export const unknownProductRoutes = implement('unknown-products', unknownProducts, {
  list: ({ tenant, query }) => queries.list(tenant, query),

  map: async ({ tenant, caller, body }) => ({ data: await mapName(tenant, caller, body) }),

  async ignore({ tenant, body }) {
    const name = found('Name', await queries.unknownName(tenant, body.key))
    await queries.ignore(tenant, name)
    return { data: { key: name.key } }
  },

  async restore({ tenant, body }) {
    const { key } = found('Name', await queries.unknownName(tenant, body.key))
    found('Ignored name', (await queries.restore(tenant, key)) || undefined)
    return { data: { key } }
  },
})
