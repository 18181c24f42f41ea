import { compareAmounts, decimal, MOST_DIGITS, unitNamed, unitOfCode, unitsOfFamily, type Unit } from './units.ts'
import { LONGEST_NUMBER, LONGEST_TEXT, MOST_OPTIONS, type AttributeType, type SentValue } from './value-schema.ts'

export interface QuantityValue {
  value: string
  unit: string
}
export interface RangeValue {
  min: string | null
  max: string | null
  unit: string
}
/** A value as it is stored and shown: decimals are plain texts, units and options are codes. */
export type AttributeValue = string | boolean | string[] | QuantityValue | RangeValue

const LONGEST_URL = 2_000
const MOST_DECIMALS = 12

/** What an attribute asks of its values. */
export interface AttributeRule {
  code: string
  label: string
  type: AttributeType
  max_length: number | null
  /** `A` is a letter, `9` a digit, `*` any character; every other character stands for itself. */
  mask: string | null
  /** Of numbers a decimal, of quantities one in the default unit, of dates a day. */
  min: string | null
  max: string | null
  decimals: number | null
  family: string | null
  /** Codes of the units that are allowed; none: all of the family. */
  units: readonly string[]
  default_unit: string | null
}

export interface OptionRef {
  code: string
  label: string
  retired: boolean
}
export type OptionOf = (codeOrLabel: string) => OptionRef | undefined

export type Checked = { value: AttributeValue | null } | { message: string }
type Part<T> = { part: T } | { message: string }

/** The value as it is stored, or the sentence that refuses it. */
export const checkValue = (rule: AttributeRule, sent: SentValue, optionOf: OptionOf): Checked => {
  if (isEmpty(sent)) return { value: null }
  switch (rule.type) {
    case 'text':
    case 'long_text':
      return checkText(rule, sent)
    case 'number': {
      const number = plainDecimal(rule, sent)
      if ('message' in number) return number
      return problem(limitOf(rule, number.part, null)) ?? { value: number.part }
    }
    case 'quantity':
      return checkQuantity(rule, sent)
    case 'range':
      return checkRange(rule, sent)
    case 'boolean':
      return typeof sent === 'boolean' ? { value: sent } : { message: `${rule.label} takes yes or no.` }
    case 'date':
      return checkDay(rule, sent)
    case 'option':
      return typeof sent === 'string'
        ? checkOption(rule, sent, optionOf)
        : { message: `${rule.label} takes one option.` }
    case 'options':
      return checkOptions(rule, sent, optionOf)
    case 'url':
      return checkUrl(rule, sent)
  }
}

/** Whether both are the same value: 100 cm and 1 m are, and options in another order. */
export const sameValue = (rule: AttributeRule, one: AttributeValue | null, other: AttributeValue | null): boolean => {
  if (one === null || other === null) return one === other
  if (isQuantity(one) && isQuantity(other)) return sameAmount(one.value, one.unit, other.value, other.unit)
  if (isRange(one) && isRange(other))
    return sameAmount(one.min, one.unit, other.min, other.unit) && sameAmount(one.max, one.unit, other.max, other.unit)
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((code) => other.includes(code))
  if (rule.type === 'number' && typeof one === 'string' && typeof other === 'string') return decimal(one).eq(other)
  return one === other
}

/** Whether what was stored, in a row or in the history, is a value at all. */
export const isValue = (value: unknown): value is AttributeValue =>
  typeof value === 'string' || typeof value === 'boolean' || Array.isArray(value) || isQuantity(value) || isRange(value)
export const isQuantity = (value: unknown): value is QuantityValue =>
  typeof value === 'object' && value !== null && 'value' in value
export const isRange = (value: unknown): value is RangeValue =>
  typeof value === 'object' && value !== null && 'min' in value

/** The units that values may be in. */
export const allowedUnits = ({ units, family }: Pick<AttributeRule, 'units' | 'family'>): readonly Unit[] =>
  units.length > 0 ? units.flatMap((code) => unitOfCode(code) ?? []) : unitsOfFamily(family ?? '')

/** The default unit’s symbol, or the first that is allowed: for an example of a value. */
export const exampleUnit = ({ default_unit, units, family }: AttributeRule): string =>
  unitOfCode(default_unit ?? units[0] ?? unitsOfFamily(family ?? '')[0]?.code ?? '')?.symbol ?? ''

/** The sentence about a value that has not the form of its type. */
export const formOf = (rule: AttributeRule): string => {
  if (rule.type === 'number') return `${rule.label} takes a number, as in 12.5.`
  if (rule.type === 'range')
    return `${rule.label} takes a lower end, an upper end and a unit, as in 2 to 10 ${exampleUnit(rule)}.`
  return `${rule.label} takes a number and a unit, as in 10 ${exampleUnit(rule)}.`
}

/** The sentence about a unit that is none of the attribute’s. */
export const noSuchUnit = (rule: AttributeRule, word: string): string => {
  const { family } = rule
  const symbols = allowedUnits(rule).map(({ symbol }) => symbol)
  const shown = symbols.length > MOST_NAMED ? [...symbols.slice(0, MOST_NAMED), `another unit of ${family}`] : symbols
  const choice = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}` : (shown[0] ?? '')
  return `${word} is no unit of ${family}. Choose ${choice}.`
}
const MOST_NAMED = 6

/** The sentence about an option that there is not, or not any more; undefined where it can be chosen. */
export const optionProblem = (rule: AttributeRule, text: string, option: OptionRef | undefined): string | undefined => {
  if (!option) return `${rule.label} has no option “${text}”.`
  return option.retired ? `${option.label} is retired. Choose another option of ${rule.label}.` : undefined
}

const problem = (message: string | undefined) => (message === undefined ? undefined : { message })

const isEmpty = (sent: SentValue): sent is null | '' =>
  sent === null || (typeof sent === 'string' && sent.trim() === '') || (Array.isArray(sent) && sent.length === 0)

const sameAmount = (one: string | null, oneUnit: string, other: string | null, otherUnit: string) =>
  one === null || other === null ? one === other : compareAmounts(one, oneUnit, other, otherUnit) === 0

const checkText = ({ label, type, max_length, mask }: AttributeRule, sent: SentValue): Checked => {
  if (typeof sent !== 'string') return { message: `${label} takes a text.` }
  const text = (type === 'text' ? sent.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ') : sent).trim()
  const most = max_length ?? (type === 'text' ? 255 : LONGEST_TEXT)
  if (Array.from(text).length > most) return { message: tooLong(label, most) }
  return mask === null || fitsMask(text, mask)
    ? { value: text }
    : { message: `${label} looks like ${mask}: A is a letter, 9 a digit, * any character.` }
}

const tooLong = (label: string, most: number) => `${label} may have ${most.toLocaleString('en')} characters.`

const fitsMask = (text: string, mask: string): boolean => {
  const [characters, places] = [Array.from(text), Array.from(mask)]
  return (
    characters.length === places.length &&
    places.every((place, at) => {
      const character = characters[at] ?? ''
      if (place === 'A') return /\p{L}/u.test(character)
      if (place === '9') return /\d/.test(character)
      return place === '*' || place === character
    })
  )
}

/** A decimal without zeros that say nothing. */
const plainDecimal = (rule: AttributeRule, sent: unknown): Part<string> => {
  const text = typeof sent === 'number' ? String(sent) : typeof sent === 'string' ? sent.trim() : ''
  if (text.length > LONGEST_NUMBER || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/i.test(text))
    return { message: formOf(rule) }
  const number = decimal(text.replace(/^\+/, '').replace(/\.(?=e|$)/i, ''))
  const plain = number.eq(0) ? '0' : number.toFixed()
  const [whole = '', fraction = ''] = plain.replace('-', '').split('.')
  if (number.c.length > MOST_DIGITS || whole.length > MOST_DIGITS)
    return { message: `${rule.label} has at most ${MOST_DIGITS} digits.` }
  const most = rule.decimals ?? MOST_DECIMALS
  if (fraction.length > most)
    return {
      message:
        most === 0
          ? `${rule.label} has no decimals.`
          : `${rule.label} has at most ${most} ${most === 1 ? 'decimal' : 'decimals'}.`,
    }
  return { part: plain }
}

/** The sentence about a number outside the limits, which are in the default unit. */
const limitOf = (rule: AttributeRule, value: string, unit: string | null): string | undefined => {
  const symbol = (code: string | null) => (code === null ? '' : ` ${unitOfCode(code)?.symbol ?? code}`)
  const of = unit === null ? null : (rule.default_unit ?? unit)
  const difference = (limit: string) =>
    unit === null || of === null ? decimal(value).cmp(limit) : compareAmounts(value, unit, limit, of)
  const entered = `(you entered ${value}${symbol(unit)})`
  if (rule.min !== null && difference(rule.min) < 0)
    return `${rule.label} is at least ${rule.min}${symbol(of)} ${entered}.`
  if (rule.max !== null && difference(rule.max) > 0)
    return `${rule.label} is at most ${rule.max}${symbol(of)} ${entered}.`
  return undefined
}

const checkUnit = (rule: AttributeRule, word: string): Part<string> => {
  const code = unitOfCode(word)
  const isAllowed = rule.units.length === 0 || rule.units.includes(word)
  const unit =
    code && code.family === rule.family && isAllowed ? code : unitNamed(word, rule.family ?? '', rule.units).unit
  return unit ? { part: unit.code } : { message: noSuchUnit(rule, word) }
}

const checkQuantity = (rule: AttributeRule, sent: SentValue): Checked => {
  if (!isQuantity(sent)) return { message: formOf(rule) }
  const value = plainDecimal(rule, sent.value)
  if ('message' in value) return value
  const unit = checkUnit(rule, sent.unit)
  if ('message' in unit) return unit
  return problem(limitOf(rule, value.part, unit.part)) ?? { value: { value: value.part, unit: unit.part } }
}

const checkRange = (rule: AttributeRule, sent: SentValue): Checked => {
  if (!isRange(sent)) return { message: formOf(rule) }
  if (sent.min === null && sent.max === null) return { value: null }
  const ends: (string | null)[] = []
  const unit = checkUnit(rule, sent.unit)
  for (const end of [sent.min, sent.max]) {
    const value = end === null ? { part: null } : plainDecimal(rule, end)
    if ('message' in value) return value
    ends.push(value.part)
  }
  if ('message' in unit) return unit
  const [min = null, max = null] = ends
  if (min !== null && max !== null && decimal(min).gt(max)) return { message: 'The lower end is above the upper end.' }
  const outside = ends.flatMap((end) => (end === null ? [] : (limitOf(rule, end, unit.part) ?? [])))[0]
  return problem(outside) ?? { value: { min, max, unit: unit.part } }
}

const checkDay = ({ label, min, max }: AttributeRule, sent: SentValue): Checked => {
  const day = typeof sent === 'string' ? sent.trim() : ''
  if (!isDay(day)) return { message: 'Enter a day, as in 2026-11-28.' }
  if (min !== null && day < min) return { message: `${label} is not before ${min} (you entered ${day}).` }
  if (max !== null && day > max) return { message: `${label} is not after ${max} (you entered ${day}).` }
  return { value: day }
}

/** A day that the calendar has, from the year 1 on. */
const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const checkOption = (rule: AttributeRule, text: string, optionOf: OptionOf): Checked => {
  const option = optionOf(text.trim())
  return problem(optionProblem(rule, text.trim(), option)) ?? { value: option?.code ?? null }
}

const checkOptions = (rule: AttributeRule, sent: SentValue, optionOf: OptionOf): Checked => {
  if (!Array.isArray(sent)) return { message: `${rule.label} takes a list of options.` }
  if (sent.length > MOST_OPTIONS) return { message: `${rule.label} takes at most ${MOST_OPTIONS} options.` }
  const options = sent.map((text) => ({ text: text.trim(), option: optionOf(text.trim()) }))
  const wrong = options.flatMap(({ text, option }) => optionProblem(rule, text, option) ?? [])[0]
  return problem(wrong) ?? { value: [...new Set(options.flatMap(({ option }) => (option ? [option.code] : [])))] }
}

const checkUrl = ({ label }: AttributeRule, sent: SentValue): Checked => {
  const url = typeof sent === 'string' ? sent.trim() : ''
  if (url.length > LONGEST_URL) return { message: tooLong(label, LONGEST_URL) }
  return isWebAddress(url) ? { value: url } : { message: 'Enter a web address that begins with https:// or http://.' }
}

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/?#\\]\S*$/i.test(text) && URL.canParse(text)
