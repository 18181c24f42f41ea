import type { RowOf } from '#contract/kit/endpoint.ts'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { productNames } from '#contract/catalogue/product-names.ts'
import { productDuplicates } from '#contract/catalogue/product-duplicates.ts'

/** All that shows a product: out of date once one has changed. */
export const PRODUCT_READS = [
  masterProducts.list,
  masterProducts.details,
  masterProducts.activity,
  masterProducts.version,
  masterProducts.brands,
  productDuplicates.ofProduct,
  productNames.list,
]

/** An act in the history of a product. */
export type ProductAct = RowOf<typeof masterProducts.activity>
