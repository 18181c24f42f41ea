import { Select } from 'antd'
import type { ProductImport } from '#contract/catalogue/product-imports.ts'

/** What is chosen for all rows of an import. */
export type ChosenForProducts = Pick<ProductImport, 'rows_stored' | 'notation'>

interface ProductOptionsProps {
  chosen: ChosenForProducts
  onChange: (more: Partial<ChosenForProducts>) => void
}

const ROWS: readonly { value: ChosenForProducts['rows_stored']; label: string }[] = [
  { value: 'both', label: 'Add new, update known' },
  { value: 'new', label: 'Only add new' },
  { value: 'known', label: 'Only update known' },
]
const NUMBERS: readonly { value: ChosenForProducts['notation']; label: string }[] = [
  { value: 'point', label: 'Point, as in 1.5' },
  { value: 'comma', label: 'Comma, as in 1,5' },
]

export const ProductOptions = ({ chosen: { rows_stored, notation }, onChange }: ProductOptionsProps) => (
  <div className="import-product-options">
    <label className="import-chosen" htmlFor="import-rows-stored">
      <span>Products</span>
      <Select
        id="import-rows-stored"
        value={rows_stored}
        options={[...ROWS]}
        onChange={(next: ChosenForProducts['rows_stored']) => onChange({ rows_stored: next })}
      />
    </label>
    <label className="import-chosen" htmlFor="import-notation">
      <span>Decimals</span>
      <Select
        id="import-notation"
        value={notation}
        options={[...NUMBERS]}
        onChange={(next: ChosenForProducts['notation']) => onChange({ notation: next })}
      />
    </label>
  </div>
)
