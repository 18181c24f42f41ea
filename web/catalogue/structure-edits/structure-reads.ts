import { masterProducts } from '#contract/catalogue/master-products.ts'
import { productStructure } from '#contract/catalogue/product-structure.ts'
import { structureEdits } from '#contract/catalogue/structure-edits.ts'
import { changes } from '#contract/platform/changes.ts'

/** What is out of date after a change of the structure. */
export const STRUCTURE = [
  productStructure.tree,
  productStructure.options,
  structureEdits.settings,
  masterProducts.list,
  masterProducts.details,
  changes.list,
]
