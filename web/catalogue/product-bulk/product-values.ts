import type { ProductExport } from '#contract/catalogue/product-exports.ts'
import type { DraftChange } from './bulk-changes.ts'

export type ProductBulkAct = 'edit' | 'show' | 'hide' | 'export' | 'remove'

/** What the person has filled in, whichever act it is. */
export interface ProductValues {
  changes: readonly DraftChange[]
  columns: readonly string[]
  units: ProductExport['units']
}
