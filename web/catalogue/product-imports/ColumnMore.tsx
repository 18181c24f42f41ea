import { Select } from 'antd'
import { columnOf, columnText, type ColumnWay } from '#contract/catalogue/product-imports.ts'
import { attributeKey } from '#contract/catalogue/product.ts'
import { productStructure } from '#contract/catalogue/product-structure.ts'
import { allowedUnits } from '#contract/catalogue/values.ts'
import { useOne } from '#web/kit/data/api.ts'

const WAYS: readonly { value: ColumnWay; label: string }[] = [
  { value: 'overwrite', label: 'Overwrite' },
  { value: 'fill', label: 'Fill if empty' },
  { value: 'clear', label: 'Overwrite, clear if empty' },
]
/** By the code products are known; without a name there is none; and each is shown or not. */
const NEVER_CLEARED = ['name', 'discoverable']

interface ColumnMoreProps {
  field: string
  name: string
  onField: (field: string) => void
}

/** The unit of a column's numbers, and what it does to known products. */
export const ColumnMore = ({ field, name, onField }: ColumnMoreProps) => {
  const { data } = useOne(productStructure.tree, {})
  const column = columnOf(field)
  const attribute = data?.data.attributes.find(({ code }) => column.target === attributeKey(code))
  const units = attribute ? allowedUnits(attribute) : []
  if (column.target === 'code' || column.target === 'names') return null
  return (
    <div className="import-column-more">
      {units.length > 0 && (
        <Select
          aria-label={`Unit of ${name}`}
          value={column.unit ?? ''}
          options={[
            { value: '', label: 'Unit in each cell' },
            ...units.map(({ code, symbol }) => ({ value: code, label: symbol })),
          ]}
          onChange={(unit: string) => onField(columnText({ ...column, unit: unit || undefined }))}
        />
      )}
      <Select
        aria-label={`Known products, ${name}`}
        value={column.way}
        options={WAYS.filter(({ value }) => value !== 'clear' || !NEVER_CLEARED.includes(column.target))}
        onChange={(way: ColumnWay) => onField(columnText({ ...column, way }))}
      />
    </div>
  )
}
