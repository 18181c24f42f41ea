import { masterProducts } from '#contract/catalogue/master-products.ts'

/** All that shows a product: out of date once one has changed. */
export const PRODUCT_READS = [
  masterProducts.list,
  masterProducts.details,
  masterProducts.activity,
  masterProducts.version,
  masterProducts.brands,
]
