import { unitOfCode } from '#contract/catalogue/units.ts'
import { AttributeName, CategoryName } from '#web/catalogue/product-structure/StructureNames.tsx'
import type { ChangeWords } from '#web/platform/changes/change-words.ts'
import { code, oneOf, several, type ShowValue } from '#web/platform/changes/value-words.ts'
import { BASE_LABELS } from '#contract/catalogue/master-products.ts'
import { humanise } from '#web/kit/look/format.ts'

/** A value of any attribute, without asking for the attribute: "16 bar", "−20 to 180 °C", "brass, steel". */
const attributeValue: ShowValue = (value) => {
  if (typeof value === 'string' && value !== '') return value
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object' || value === null) return undefined
  const { value: amount, min = null, max = null, unit }: Record<string, unknown> = { ...value }
  const symbol = typeof unit === 'string' ? (unitOfCode(unit)?.symbol ?? unit) : ''
  if (typeof amount === 'string') return `${signed(amount)} ${symbol}`
  if (typeof min !== 'string') return typeof max === 'string' ? `up to ${signed(max)} ${symbol}` : undefined
  return typeof max === 'string' ? `${signed(min)} to ${signed(max)} ${symbol}` : `from ${signed(min)} ${symbol}`
}

const signed = (amount: string) => amount.replace('-', '−')

const SOURCES = {
  person: 'Entered manually',
  import: 'Import',
  vendor: 'Vendor update',
  bulk: 'In bulk',
  undo: 'Undo',
}

const unit = code((each) => unitOfCode(each)?.symbol ?? each)

/** How the history shows the catalogue. */
export const CATALOGUE_CHANGES: ChangeWords = {
  values: {
    'product_values.value': attributeValue,
    'product_values.source': oneOf(SOURCES),
    'product_attributes.type': code(humanise),
    'product_attributes.units': several((each) => unitOfCode(each)?.symbol ?? each),
    'product_attributes.default_unit': unit,
    'product_attributes.family': code(humanise),
    'catalogue_settings.required_fields': several(
      (field) => Object.entries<string>(BASE_LABELS).find(([key]) => key === field)?.[1] ?? humanise(field),
    ),
  },
  ids: { category_id: CategoryName, parent_id: CategoryName, attribute_id: AttributeName },
  names: {},
  hidden: ['text_value', 'base_from', 'base_to', 'filled', 'source_id'],
  main: ['products'],
}
