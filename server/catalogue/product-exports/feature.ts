import { feature } from '#server/platform/feature.ts'
import type { Files } from '#server/platform/files/read.ts'
import { productExport } from './product-export.ts'
import { productExportRoutes } from './routes.ts'

export const productExports = feature({
  routes: ({ files }: { files: Files }) => productExportRoutes(files),
  jobs: [productExport.kind],
})
