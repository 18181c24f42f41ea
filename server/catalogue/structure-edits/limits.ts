import type { Attribute } from '#contract/catalogue/product-structure.ts'
import { decimal, unitOfCode, unitsOfFamily } from '#contract/catalogue/units.ts'
import type { AttributeType } from '#contract/catalogue/value-schema.ts'
import { badField, UserError } from '#server/kit/errors.ts'

/** What an attribute says of its values. */
export type Limits = Pick<
  Attribute,
  'type' | 'max_length' | 'mask' | 'min' | 'max' | 'decimals' | 'family' | 'units' | 'default_unit' | 'unique_values'
>

const LIMITS_OF: Readonly<Record<AttributeType, readonly (keyof Limits)[]>> = {
  text: ['max_length', 'mask', 'unique_values'],
  long_text: ['max_length'],
  number: ['min', 'max', 'decimals', 'unique_values'],
  quantity: ['min', 'max', 'decimals', 'family', 'units', 'default_unit'],
  range: ['min', 'max', 'decimals', 'family', 'units', 'default_unit'],
  boolean: [],
  date: ['min', 'max'],
  option: [],
  options: [],
  url: ['unique_values'],
}

export const NO_LIMITS = {
  max_length: null,
  mask: null,
  min: null,
  max: null,
  decimals: null,
  family: null,
  units: [],
  default_unit: null,
  unique_values: false,
} as const satisfies Omit<Limits, 'type'>

/** What a type does not have is refused where it was sent, and goes where the type has changed. */
export const limitsFor = (all: Limits, sent: Partial<Limits>): Limits => {
  const has = LIMITS_OF[all.type]
  for (const [field, value] of Object.entries(sent))
    if (field in NO_LIMITS && !has.some((each) => each === field) && !isNothing(value))
      throw badField(field, `An attribute of the type ${wordOf(all.type)} has no such limit.`)
  const limits: Limits = {
    type: all.type,
    ...NO_LIMITS,
    ...Object.fromEntries(has.map((field) => [field, all[field]])),
  }
  checkLengths(limits)
  return checkEnds(withUnits(limits))
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)

export const wordOf = (type: AttributeType) => type.replace('_', ' ')

const checkLengths = ({ type, max_length }: Limits) => {
  if (type === 'text' && max_length !== null && max_length > LONGEST_TEXT)
    throw badField('max_length', 'A text may have 5,000 characters at most. Choose long text for more.')
}
export const LONGEST_TEXT = 5_000

/** The default unit is one of the units, and the first. */
const withUnits = (limits: Limits): Limits => {
  if (limits.type !== 'quantity' && limits.type !== 'range') return limits
  const { family, units, default_unit } = limits
  if (!family || unitsOfFamily(family).length === 0) throw badField('family', 'Choose what is measured.')
  const stranger = units.find((code) => unitOfCode(code)?.family !== family)
  if (stranger !== undefined) throw badField('units', `${stranger} is no unit of ${family}.`)
  const first = default_unit ?? units[0]
  if (!first) throw badField('default_unit', 'Choose the default unit.')
  if (unitOfCode(first)?.family !== family) throw badField('default_unit', `${first} is no unit of ${family}.`)
  if (units.length && !units.includes(first))
    throw badField('default_unit', 'The default unit is one of the allowed units.')
  return { ...limits, units: [...new Set(units.length ? [first, ...units] : [])], default_unit: first }
}

const checkEnds = (limits: Limits): Limits => {
  const ends = { min: endOf(limits, 'min'), max: endOf(limits, 'max') }
  const { min, max } = ends
  if (min !== null && max !== null && (limits.type === 'date' ? min > max : decimal(min).gt(decimal(max))))
    throw badField('max', 'The lower end is above the upper end.')
  return { ...limits, ...ends }
}

const endOf = ({ type, ...limits }: Limits, end: 'min' | 'max'): string | null => {
  const said = limits[end]?.trim()
  if (!said) return null
  if (type === 'date') {
    if (!isDay(said)) throw badField(end, 'Enter a day, as in 2026-11-28.')
    return said
  }
  if (!/^[+-]?\d{1,15}(\.\d{1,12})?$/.test(said)) throw badField(end, 'Enter a number, as in 12.5.')
  return decimal(said.replace(/^\+/, '')).toFixed()
}

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** What a type may become. */
const BECOMES: Readonly<Partial<Record<AttributeType, readonly AttributeType[]>>> = {
  text: ['long_text'],
  long_text: ['text'],
  option: ['options'],
  number: ['quantity'],
  quantity: ['range'],
}

export const checkTypeChange = (from: AttributeType, to: AttributeType) => {
  if (from === to || BECOMES[from]?.includes(to)) return
  const message = `${wordOf(from)} can’t become ${wordOf(to)}. Add a new attribute instead.`
  const sentence = message[0]?.toUpperCase() + message.slice(1)
  throw new UserError(422, sentence, { code: 'type_change', errors: [{ field: 'type', message: sentence }] })
}
