import { ImportSteps } from '#web/platform/imports/ImportSteps.tsx'
import { PRODUCT_IMPORTS, useProductFields } from './product-imports.ts'
import './product-imports.css'

/** Products out of a file. */
export default function ImportProductsPage() {
  return <ImportSteps area={{ ...PRODUCT_IMPORTS, fields: useProductFields() }} />
}
