import type { Sorts } from '#contract/kit/sorts.ts'
import type { AttributeType } from './value-schema.ts'

const ATTRIBUTE_SORT = /^attr:([a-z][a-z0-9_]{0,39})$/
/** `attr:` and the code of an attribute: the list sorted by its values, or the column that shows them. */
export const attributeSort = (code: string) => `attr:${code}`
export const attributeOfSort = (name: string): string | undefined => ATTRIBUTE_SORT.exec(name)?.[1]

/** What the list can be sorted by. */
export const PRODUCT_SORTS: Sorts = [
  'last_change',
  'name',
  'code',
  'category',
  'brand',
  'completeness',
  'missing_count',
  'discoverable',
  'leads_30',
  'leads_90',
  ATTRIBUTE_SORT,
]

/** A list has no order by several options, nor by texts of many lines. */
export const isSortable = (type: AttributeType) => type !== 'options' && type !== 'long_text'

/** So many attributes are shown beside the list at once. */
export const MOST_VALUES = 8
