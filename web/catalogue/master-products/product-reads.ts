import type { RowOf } from '#contract/kit/endpoint.ts'
import { masterProducts } from '#contract/catalogue/master-products.ts'

/** All that shows a product: out of date once one has changed. */
export const PRODUCT_READS = [
  masterProducts.list,
  masterProducts.details,
  masterProducts.activity,
  masterProducts.version,
  masterProducts.brands,
]

/** An act in the history of a product. */
export type ProductAct = RowOf<typeof masterProducts.activity>
