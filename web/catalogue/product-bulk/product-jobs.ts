import { masterProducts } from '#contract/catalogue/master-products.ts'
import { productCells } from '#contract/catalogue/product-cells.ts'
import { productExports } from '#contract/catalogue/product-exports.ts'
import type { JobArea } from '#web/platform/jobs/job-area.ts'

export const productJobs: JobArea = {
  lists: [masterProducts.list, productCells.read],
  files: { 'product-exports.begin': { call: productExports.file, name: 'products' } },
}
