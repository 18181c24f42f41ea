import { productExports, type ProductExport } from '#contract/catalogue/product-exports.ts'
import { PRODUCTS, seenProducts, titled } from '#server/catalogue/product-bulk/selection.ts'
import { exportOf } from '#server/platform/exports/export.ts'
import { layoutOf } from './columns.ts'

export const productExport = exportOf<string, ProductExport>({
  name: 'product-exports.begin',
  begin: productExports.begin,
  title: titled('Export'),
  fileName: 'products',
  of: PRODUCTS,
  layout: layoutOf,
  visible: seenProducts,
})
