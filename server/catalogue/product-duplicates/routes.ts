import { productDuplicates } from '#contract/catalogue/product-duplicates.ts'
import { lockProducts } from '#server/catalogue/master-products/edit.ts'
import { badField, found, UserError } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import { mergeProducts } from './merge.ts'
import * as queries from './queries.ts'
import { unmergeProducts } from './unmerge.ts'

export const productDuplicateRoutes = ({ pictures }: { pictures: Pictures }) =>
  implement('product-duplicates', productDuplicates, {
    list: ({ tenant, query }) => queries.groups(tenant, query),

    async ofProduct({ tenant, params: { id } }) {
      found('Product', (await queries.productsIn(tenant, [id]))[0])
      const [products, merges] = await Promise.all([queries.duplicatesOf(tenant, id), queries.mergesInto(tenant, id)])
      return { data: { products, merges } }
    },

    likeNew: async ({ tenant, query }) => ({ data: await queries.likeNew(tenant, query) }),

    async dismiss({ tenant, caller, body: { ids } }) {
      const different = [...new Set(ids)].toSorted((one, other) => one - other)
      if (different.length < 2) throw badField('ids', 'Choose at least two products.')
      if ((await lockProducts(tenant, different, [])).size < different.length)
        throw new UserError(404, 'Product not found')
      await queries.setDifferent(tenant, different, caller.personId)
      return { message: 'Marked as different products' }
    },

    merge: async ({ tenant, caller, body }) => ({ data: await mergeProducts(tenant, pictures, caller, body) }),

    unmerge: async ({ tenant, caller, body: { id } }) => ({
      data: await unmergeProducts(tenant, pictures, caller, id),
    }),
  })
