import { productExports } from '#contract/catalogue/product-exports.ts'
import { implement } from '#server/kit/implement.ts'
import type { Files } from '#server/platform/files/read.ts'
import { productExport } from './product-export.ts'

export const productExportRoutes = (files: Files) =>
  implement('product-exports', productExports, { begin: productExport.begin, file: productExport.file(files) })
