import { attributeKey } from '#contract/catalogue/product.ts'
import { OPS_OF_FIELD, OPS_OF_TYPE, type BulkChange, type BulkOp } from '#contract/catalogue/product-bulk.ts'
import { BASE_LABELS } from '#contract/catalogue/master-products.ts'
import {
  BASICS,
  isEmpty,
  readEntered,
  type Entered,
  type Field,
} from '#web/catalogue/master-products/product-fields.ts'
import type { Structure } from '#web/catalogue/product-structure/structure.ts'

/** A field that is to be changed, as far as the person has said how. */
export interface DraftChange {
  field?: Field
  op?: BulkOp
  value: Entered
  /** What `replace_text` looks for. */
  find: string
}
export const NO_CHANGE: DraftChange = { value: null, find: '' }

export const OP_WORDS: Readonly<Record<BulkOp, string>> = {
  set: 'Set to',
  clear: 'Clear',
  add: 'Add',
  remove: 'Remove',
  replace_text: 'Replace text',
  convert: 'Convert to',
  multiply: 'Multiply by',
}

export const opsOf = ({ base, attribute }: Field): readonly BulkOp[] =>
  (attribute ? OPS_OF_TYPE[attribute.type] : base && OPS_OF_FIELD[base]) ?? []

/** Every field of many products that can be changed, those that all products have first. */
export const changeableFields = ({ attributes }: Structure): Field[] => [
  ...CHANGEABLE.map((base) => ({ ...BLANK, key: base, label: BASE_LABELS[base], group: BASICS, base })),
  ...attributes.map((attribute) => ({
    ...BLANK,
    key: attributeKey(attribute.code),
    label: attribute.label,
    group: attribute.group,
    attribute,
  })),
]

const CHANGEABLE = ['name', 'code', 'category_id', 'brand', 'unit', 'description', 'usual_min', 'usual_max'] as const
const BLANK = { required: false, requiredBy: undefined, base: undefined, attribute: undefined }

/** The change as it is sent; undefined while something of it is not said, or can't be read. */
export const changeOf = ({ field, op, value, find }: DraftChange): BulkChange | undefined => {
  if (!field || !op) return undefined
  const { key, base } = field
  switch (op) {
    case 'clear':
      return { field: key, op }
    case 'set': {
      const read = readEntered(field, value)
      if ('message' in read || isEmpty(read.value)) return undefined
      const isNumber = base === 'category_id' || base === 'usual_min' || base === 'usual_max'
      return { field: key, op, value: isNumber ? Number(read.value) : read.value }
    }
    case 'replace_text':
      return find === '' ? undefined : { field: key, op, find, value: typeof value === 'string' ? value : '' }
    case 'add':
    case 'remove':
    case 'convert':
    case 'multiply':
      return isEmpty(value) ? undefined : { field: key, op, value }
  }
}

/** Why what was entered can't be set; undefined where it can, or nothing was entered. */
export const problemOf = ({ field, op, value }: DraftChange): string | undefined => {
  if (!field || op !== 'set' || isEmpty(value)) return undefined
  const read = readEntered(field, value)
  return 'message' in read ? read.message : undefined
}
