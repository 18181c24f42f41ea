import type { ProductDetails } from '#contract/catalogue/product.ts'
import type { Structure } from '#web/catalogue/product-structure/structure.ts'

/** What each tab of a product is given. */
export interface ProductTabProps {
  product: ProductDetails
  structure: Structure
  /** The field to begin at: its key, or that of the first that is missing. */
  field: string | undefined
  /** Opens another product in its place. */
  onOpen: (id: number) => void
}
