import { checkGtin } from '#contract/catalogue/gtin.ts'
import { BASE_LABELS, type ProductChange } from '#contract/catalogue/master-products.ts'
import { attributeKey, type Missing, type ProductDetails } from '#contract/catalogue/product.ts'
import { ALWAYS_REQUIRED, type Attribute } from '#contract/catalogue/product-structure.ts'
import { readTyped } from '#contract/catalogue/typed-values.ts'
import { checkValue, isQuantity, isRange, sameValue, type AttributeValue } from '#contract/catalogue/values.ts'
import type { Structure } from '#web/catalogue/product-structure/structure.ts'

/** What a field holds while it is edited: as a value is sent, with numbers as they are typed. */
export type Entered = AttributeValue | null

export type TextField = 'name' | 'code' | 'brand' | 'unit' | 'description' | 'gtin'
export type BaseKey = TextField | 'category_id' | 'usual_min' | 'usual_max'

/** A field of the form: one that every product has, or an attribute of its category. */
export interface Field {
  /** As conflicts and errors name it: `name`, `attributes.material`. */
  key: string
  label: string
  group: string
  required: boolean
  /** The category that asks for it; undefined: every product must have it. */
  requiredBy: string | undefined
  base: BaseKey | undefined
  attribute: Attribute | undefined
}

export const BASICS = 'Basics'
const BASE: readonly BaseKey[] = [
  'name',
  'code',
  'category_id',
  'brand',
  'unit',
  'usual_min',
  'usual_max',
  'gtin',
  'description',
]

/** What fills it: the key of a field of the form, or `image` for the tab of images. */
export const keyOfMissing = ({ kind, code }: Missing) => (kind === 'attribute' ? attributeKey(code) : code)

/** The fields of a product in a category, in the order of the form; a value that the category does not ask for stays among them. */
export const fieldsOf = (product: ProductDetails, categoryId: number | null, structure: Structure): Field[] => {
  const missing = new Set(product.missing_fields.filter(({ kind }) => kind === 'field').map(({ code }) => code))
  const base = BASE.map((key): Field => {
    const required = ALWAYS_REQUIRED.includes(key) || structure.requiredFields.includes(key) || missing.has(key)
    return {
      key,
      label: BASE_LABELS[key],
      group: BASICS,
      required,
      requiredBy: undefined,
      base: key,
      attribute: undefined,
    }
  })
  const asked = structure.category(categoryId)?.attributes ?? []
  const ofCategory = asked
    .toSorted((one, other) => one.position - other.position)
    .flatMap(({ attribute_id, required, required_by }) => {
      const attribute = structure.attribute(attribute_id)
      return attribute
        ? [fieldOf(attribute, required, required_by === null ? undefined : structure.category(required_by)?.name)]
        : []
    })
  const others = product.attributes
    .filter(({ attribute_id, value }) => value !== null && !asked.some((one) => one.attribute_id === attribute_id))
    .flatMap(({ attribute_id }) => {
      const attribute = structure.attribute(attribute_id)
      return attribute ? [fieldOf(attribute, false, undefined)] : []
    })
  return [...base, ...ofCategory, ...others]
}

const fieldOf = (attribute: Attribute, required: boolean, requiredBy: string | undefined): Field => ({
  key: attributeKey(attribute.code),
  label: attribute.label,
  group: attribute.group,
  required,
  requiredBy,
  base: undefined,
  attribute,
})

/** What is stored in a field, as the form holds it. */
export const storedIn = (product: ProductDetails, { base, attribute }: Field): Entered => {
  if (attribute) return wireValue(product.attributes.find(({ attribute_id }) => attribute_id === attribute.id)?.value)
  const value = base && product[base]
  return value === null || value === undefined || value === '' ? null : String(value)
}

/** Numbers are texts on the wire; a JSON number is understood all the same. */
const wireValue = (value: ProductDetails['attributes'][number]['value'] | undefined): Entered => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || Array.isArray(value)) return value
  if ('value' in value) return { value: String(value.value), unit: value.unit }
  return { min: endOf(value.min), max: endOf(value.max), unit: value.unit }
}

const endOf = (end: string | number | null | undefined) => (end === null || end === undefined ? null : String(end))

export type Reading = { value: AttributeValue | null; note?: string } | { message: string }

/** What an entered text says, or the sentence that refuses it. Options are chosen from a list, so they are right. */
export const readEntered = (field: Field, entered: Entered): Reading => {
  const { attribute, base } = field
  if (isEmpty(entered)) return base === undefined ? { value: null } : emptyBase(base)
  if (base !== undefined) return readBase(base, textIn(entered).trim())
  if (attribute === undefined || attribute.type === 'option' || attribute.type === 'options') return { value: entered }
  if (isQuantity(entered)) return readTyped(attribute, entered.value, 'point', noOption, entered.unit)
  if (isRange(entered)) return readRange(attribute, entered)
  return typeof entered === 'string'
    ? readTyped(attribute, entered, 'point', noOption)
    : checkValue(attribute, entered, noOption)
}

const noOption = () => undefined

/** Both ends as they are typed; one that holds the whole range, such as "2–3 bar", is read as that. */
const readRange = (
  attribute: Attribute,
  { min, max, unit }: { min: string | null; max: string | null; unit: string },
) => {
  const whole = max === null || max.trim() === '' ? min : min === null || min.trim() === '' ? max : null
  if (whole !== null && TWO_ENDS.test(whole)) return readTyped(attribute, whole, 'point', noOption, unit)
  return checkValue(attribute, { min: plain(min), max: plain(max), unit }, noOption)
}

/** A digit, then more than a number: "2-3", "2 to 3". */
const TWO_ENDS = /\d\s*(?:-|–|…|\.\.\.|to\b)/

/** With the minus of a keyboard, and a point. */
const plain = (end: string | null) => {
  const text =
    end
      ?.trim()
      .replace('−', '-')
      .replace(/^(-?\d+),(\d+)$/, '$1.$2') ?? ''
  return text === '' ? null : text
}

const emptyBase = (base: BaseKey): Reading => {
  if (base === 'name' || base === 'code') return { message: `Enter the ${base}.` }
  return { value: null }
}

const readBase = (base: BaseKey, text: string): Reading => {
  if (base === 'gtin') {
    const message = checkGtin(text)
    return message === undefined ? { value: text } : { message }
  }
  if ((base === 'usual_min' || base === 'usual_max') && !/^[1-9]\d{0,9}$/.test(text))
    return { message: `${BASE_LABELS[base]} must be a whole number from 1 to 1,000,000,000.` }
  return { value: text }
}

/** What every product has is a text in the form. */
const textIn = (entered: AttributeValue) => (typeof entered === 'string' ? entered : '')

export const isEmpty = (entered: Entered): entered is null => {
  if (entered === null || entered === '') return true
  if (Array.isArray(entered)) return entered.length === 0
  if (isQuantity(entered)) return entered.value.trim() === ''
  if (isRange(entered)) return (entered.min ?? '').trim() === '' && (entered.max ?? '').trim() === ''
  return typeof entered === 'string' && entered.trim() === ''
}

/** Whether saving it would change something. */
export const isChange = (field: Field, stored: Entered, entered: Entered) => {
  const read = readEntered(field, entered)
  if ('message' in read) return true
  return field.attribute ? !sameValue(field.attribute, stored, read.value) : stored !== read.value
}

/** What is sent of some fields, each with its value. */
export const changeOf = (values: ReadonlyMap<Field, AttributeValue | null>): ProductChange => {
  const change: ProductChange = {}
  const attributes: NonNullable<ProductChange['attributes']> = {}
  for (const [{ base, attribute }, value] of values) {
    const text = value === null ? null : textIn(value)
    if (attribute) attributes[attribute.code] = value
    else if (base === 'name' || base === 'code') change[base] = text ?? ''
    else if (base === 'category_id' || base === 'usual_min' || base === 'usual_max')
      change[base] = text === null ? null : Number(text)
    else if (base !== undefined) change[base] = text
  }
  return Object.keys(attributes).length > 0 ? { ...change, attributes } : change
}

/** "2 of 3" of what must be filled. */
export const filledOf = (fields: readonly Field[], isFilled: (field: Field) => boolean) => {
  const required = fields.filter((field) => field.required)
  return { filled: required.filter(isFilled).length, required: required.length }
}

/** The groups of the form, each with its fields. */
export const groupsOf = (fields: readonly Field[]) => [...Map.groupBy(fields, ({ group }) => group)]
