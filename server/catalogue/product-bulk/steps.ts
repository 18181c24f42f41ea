import { OPS_OF_FIELD, OPS_OF_TYPE, type BulkChange, type BulkOp } from '#contract/catalogue/product-bulk.ts'
import { BASE_LABELS, LONGEST, MOST_USUAL, type ProductChange } from '#contract/catalogue/master-products.ts'
import { convert, decimal, MOST_DIGITS, rounded, unitNamed } from '#contract/catalogue/units.ts'
import type { SentValue } from '#contract/catalogue/value-schema.ts'
import { isQuantity, isRange, noSuchUnit, type AttributeValue } from '#contract/catalogue/values.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { knownFor, readEdit, type Known, type Standing } from '#server/catalogue/master-products/edit.ts'
import { readAttributes, type KnownAttribute } from '#server/catalogue/product-structure/attributes.ts'
import { cleanLine } from '#server/kit/clean-text.ts'
import { badField } from '#server/kit/errors.ts'

/** Changes of fields that could be read. */
export interface Steps {
  steps: readonly Step[]
  /** The attributes that they change. */
  attributes: readonly number[]
  /** What they make of a product depends on what it has. */
  dependent: boolean
  converts: boolean
}

interface Step {
  /** The name of a column, or the code of the attribute. */
  name: string
  label: string
  attribute: KnownAttribute | undefined
  op: BulkOp
  /** What becomes of what a product has; undefined where that stays. */
  make: (now: Now) => { value: SentValue } | { message: string } | undefined
}
type Now = AttributeValue | number | null

const ATTRIBUTE = 'attributes.'
const LABELS: Readonly<Record<string, string>> = BASE_LABELS
const OPS: Readonly<Record<string, readonly BulkOp[] | undefined>> = OPS_OF_FIELD
const MOST: Readonly<Record<string, number>> = LONGEST

/** Reads the changes; one that no product could take is refused here, at its field. */
export const readSteps = async (tenant: Tenant, changes: readonly BulkChange[]): Promise<Steps> => {
  const codes = changes.flatMap(({ field }) => (field.startsWith(ATTRIBUTE) ? [field.slice(ATTRIBUTE.length)] : []))
  const attributes = await readAttributes(tenant, { codes })
  if (new Set(changes.map(({ field }) => field)).size < changes.length)
    throw badField('changes', 'Change each field only once.')
  const known = await knownFor(tenant, changes.map(asSent))
  const steps = changes.map((change, at) => readStep(known, attributes, change, `changes.${at}`))
  return {
    steps,
    attributes: attributes.map(({ id }) => id),
    dependent: steps.some(({ op }) => op !== 'set' && op !== 'clear'),
    converts: steps.some(({ op }) => op === 'convert'),
  }
}

/** What a change makes of a product, where it makes the same of every one: its options and category are looked up by it. */
const asSent = ({ field, op, value = null }: BulkChange): ProductChange => {
  const isSame = op === 'set' || op === 'add' || op === 'remove'
  if (!isSame) return {}
  if (field.startsWith(ATTRIBUTE)) return { attributes: { [field.slice(ATTRIBUTE.length)]: value } }
  // Whatever is not of the field’s kind is looked up nowhere; `baseFault` refuses it.
  return baseFault(field, field, value) === undefined ? { [field]: value } : {}
}

const readStep = (known: Known, attributes: readonly KnownAttribute[], change: BulkChange, place: string): Step => {
  const { field, op } = change
  const code = field.startsWith(ATTRIBUTE) ? field.slice(ATTRIBUTE.length) : undefined
  const attribute = attributes.find((each) => each.code === code)
  const label = attribute?.label ?? LABELS[field]
  const ops = attribute ? OPS_OF_TYPE[attribute.type] : OPS[field]
  if (!ops || label === undefined) throw badField(`${place}.field`, 'Choose a field that can be changed.')
  if (!ops.includes(op)) throw badField(`${place}.op`, `${label} does not take this change. Choose another.`)
  const refuse = (message: string) => badField(`${place}.value`, message)
  return { name: code ?? field, label, attribute, op, make: makerOf({ known, attribute, label, change, refuse }) }
}

interface Reading {
  known: Known
  attribute: KnownAttribute | undefined
  label: string
  change: BulkChange
  refuse: (message: string) => Error
}

const makerOf = (reading: Reading): Step['make'] => {
  const { change, label, refuse } = reading
  const { value = null } = change
  switch (change.op) {
    case 'clear':
      return () => ({ value: null })
    case 'set':
      return settingOf(reading)
    case 'add':
    case 'remove':
      return optionsOf(reading)
    case 'replace_text': {
      const { field, find } = change
      const replace = value ?? ''
      if (find === undefined || typeof replace !== 'string')
        throw refuse(`Enter what is replaced in ${label}, and the text that takes its place.`)
      return (now) =>
        typeof now === 'string' && now.includes(find)
          ? fitting(
              field,
              label,
              now.replaceAll(find, () => replace),
            )
          : undefined
    }
    case 'convert':
      return convertingOf(reading)
    case 'multiply':
      return multiplyingOf(reading)
  }
}

const settingOf = ({ known, change, label, refuse }: Reading): Step['make'] => {
  const { field, value = null } = change
  if (value === null) throw refuse(`Enter ${label}, or clear it.`)
  const said = asSent(change)
  const wrong = field.startsWith(ATTRIBUTE) ? undefined : baseFault(field, label, value)
  if (wrong !== undefined) throw refuse(wrong)
  const read = readEdit(known, said)
  if ('errors' in read) throw refuse(read.errors.map(({ message }) => message).join(' '))
  const [made = null] = [...read.values.values()]
  if (field.startsWith(ATTRIBUTE) && made === null) throw refuse(`Enter ${label}, or clear it.`)
  return () => ({ value: typeof value === 'string' && isLine(field) ? cleanLine(value) : value })
}

/** Why a field of every product cannot be this; what attributes can be is said by them. */
const baseFault = (field: string, label: string, value: SentValue): string | undefined => {
  if (field === 'category_id') return Number.isSafeInteger(value) ? undefined : 'Choose a category of the list.'
  if (field === 'usual_min' || field === 'usual_max') return usualFault(label, value)
  if (typeof value !== 'string' || value.trim() === '') return `Enter ${label}, or clear it.`
  return lengthFault(field, label, value)
}

const usualFault = (label: string, value: SentValue) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_USUAL
    ? undefined
    : `${label} must be a whole number from 1 to ${MOST_USUAL.toLocaleString('en')}.`

const lengthFault = (field: string, label: string, text: string) => {
  const most = MOST[field] ?? Infinity
  return text.length > most ? `${label} may have ${most.toLocaleString('en')} characters.` : undefined
}

const isLine = (field: string) => !field.startsWith(ATTRIBUTE) && field !== 'description'

const fitting = (field: string, label: string, made: string): { value: string } | { message: string } => {
  if (field.startsWith(ATTRIBUTE)) return { value: made }
  const text = isLine(field) ? cleanLine(made) : made
  const message = lengthFault(field, label, text)
  return message === undefined ? { value: text } : { message }
}

const optionsOf = ({ known, change, attribute, refuse, label }: Reading): Step['make'] => {
  const { value, op } = change
  const said = Array.isArray(value) ? value : []
  const optionOf = known.optionOf(attribute?.id ?? 0)
  const options = said.map((text) => {
    const option = optionOf(text)
    if (!option) throw refuse(`${label} has no option “${text}”.`)
    if (op === 'add' && option.retired) throw refuse(`${option.label} is retired. Choose another option of ${label}.`)
    return option.code
  })
  if (options.length === 0) throw refuse(`Choose options of ${label}.`)
  return (now) => {
    const has = Array.isArray(now) ? now : []
    if (op === 'remove') return { value: has.filter((code) => !options.includes(code)) }
    return { value: [...new Set([...has, ...options])] }
  }
}

const convertingOf = ({ change, attribute, refuse }: Reading): Step['make'] => {
  const word = typeof change.value === 'string' ? change.value : ''
  const { unit } = attribute ? unitNamed(word, attribute.family ?? '', attribute.units) : { unit: undefined }
  if (!attribute || !unit) throw refuse(attribute ? noSuchUnit(attribute, word) : 'Choose a unit.')
  return (now) => ofAmounts(now, attribute, unit.code, (amount, from) => convert(amount, from, unit.code))
}

const multiplyingOf = ({ change, attribute, label, refuse }: Reading): Step['make'] => {
  const { value: factor } = change
  const said = typeof factor === 'number' ? String(factor) : typeof factor === 'string' ? factor.trim() : ''
  if (!/^-?\d{1,15}(?:\.\d{1,15})?$/.test(said) || decimal(said).eq(0))
    throw refuse(`${label} is multiplied by a number, as in 1.1.`)
  return (now) => {
    if (typeof now === 'number') {
      const value = Number(decimal(String(now)).times(said).toFixed())
      const message = usualFault(label, value)
      return message === undefined ? { value } : { message }
    }
    return attribute && ofAmounts(now, attribute, undefined, (amount) => times(amount, said))
  }
}

const times = (amount: string, factor: string) => rounded(decimal(amount).times(factor), MOST_DIGITS)

/** Each amount of a number, quantity or range made anew, with as many decimals as its attribute takes. */
const ofAmounts = (
  now: Now,
  { decimals }: KnownAttribute,
  unit: string | undefined,
  make: (amount: string, unit: string) => string,
): { value: SentValue } | undefined => {
  const made = (amount: string, of: string) => {
    const exact = decimal(make(amount, of))
    return decimals === null ? exact.toFixed() : exact.round(decimals).toFixed()
  }
  if (isQuantity(now)) return { value: { value: made(now.value, now.unit), unit: unit ?? now.unit } }
  if (!isRange(now)) return typeof now === 'string' ? { value: made(now, '') } : undefined
  const ends = [now.min, now.max].map((end) => (end === null ? null : made(end, now.unit)))
  const [min = null, max = null] = isTurned(ends) ? ends.toReversed() : ends
  return { value: { min, max, unit: unit ?? now.unit } }
}

/** A negative factor makes the lower end the upper one. */
const isTurned = ([min, max]: (string | null | undefined)[]) =>
  typeof min === 'string' && typeof max === 'string' && decimal(min).gt(max)

/** What the changes make of a product as it is; undefined: of every one the same. */
export const stepped = (
  { steps }: Steps,
  product: Standing | undefined,
): { change: ProductChange } | { message: string } => {
  const base: Record<string, SentValue> = {}
  const attributes: Record<string, SentValue> = {}
  for (const { name, attribute, make } of steps) {
    const made = make(nowOf(product, name, attribute))
    if (made === undefined) continue
    if ('message' in made) return made
    if (attribute) attributes[name] = made.value
    else base[name] = made.value
  }
  return { change: { ...base, attributes } }
}

const nowOf = (product: Standing | undefined, name: string, attribute: KnownAttribute | undefined): Now => {
  if (!product) return null
  if (attribute) return product.values.get(attribute.id) ?? null
  const base: Readonly<Record<string, Now>> = { ...product.base }
  return base[name] ?? null
}
