import { productNames } from '#contract/catalogue/product-names.ts'
import { productVersion } from '#server/catalogue/product-pictures/queries.ts'
import { mapName } from '#server/catalogue/unknown-products/map.ts'
import { product, unknownName } from '#server/catalogue/unknown-products/queries.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { addNames, namesOf, problemOf, removeName } from './names.ts'

export const productNameRoutes = implement('product-names', productNames, {
  async list({ tenant, params: { id } }) {
    found('Product', await productVersion(tenant, id))
    return { data: await namesOf(tenant, id) }
  },

  async add({ tenant, caller, body: { product_id, name } }) {
    // A name that leads ask for is mapped in all of them, as from the list of unknown names.
    const unknown = await unknownName(tenant, name)
    if (unknown) {
      const { leads } = await mapName(tenant, caller, { key: unknown.key, product_id })
      return { data: { leads } }
    }
    const { id } = found('Product', await product(tenant, product_id))
    const [outcome] = await addNames(tenant, [{ productId: id, text: name }], { source: 'manual' })
    const problem = problemOf(outcome)
    if (problem !== undefined) throw conflict(problem, undefined, 'taken')
    return { data: { leads: 0 } }
  },

  async remove({ tenant, params: { id } }) {
    return { data: { text: found('Name', await removeName(tenant, id)) } }
  },
})
