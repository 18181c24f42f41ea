import { ImportPage } from '#web/platform/imports/ImportPage.tsx'
import { PRODUCT_IMPORTS, useProductFields } from './product-imports.ts'
import './product-imports.css'

/** Products out of a file. */
export default function ImportProductsPage() {
  return <ImportPage area={{ ...PRODUCT_IMPORTS, fields: useProductFields() }} />
}
