import { decimal, unitNamed } from './units.ts'
import { textOf, type Notation } from './value-texts.ts'
import {
  checkValue,
  exampleUnit,
  formOf,
  isWebAddress,
  noSuchUnit,
  type AttributeRule,
  type AttributeValue,
  type OptionOf,
} from './values.ts'
import type { SentValue } from './value-schema.ts'

/** What a text says; `note` where it could have been read otherwise, `fix` where it says nothing and exactly one text is meant. */
export type Read = { value: AttributeValue | null; note?: string } | { message: string; fix?: string }

/** The longest text that is read as a number with a unit. */
const LONGEST_AMOUNT = 200

/**
 * Reads what a person typed or pasted, or a file has. Nothing is guessed: what is not certain is refused. A number without a unit
 * takes `columnUnit`, where its column has one.
 */
export const readTyped = (
  rule: AttributeRule,
  text: string,
  notation: Notation,
  optionOf: OptionOf,
  columnUnit?: string,
): Read => {
  const read = readOnce(rule, text, notation, optionOf, columnUnit)
  if ('value' in read || read.fix === undefined) return read
  const mended = readOnce(rule, read.fix, notation, optionOf, columnUnit)
  return 'value' in mended ? read : { message: read.message }
}

const readOnce = (
  rule: AttributeRule,
  text: string,
  notation: Notation,
  optionOf: OptionOf,
  columnUnit: string | undefined,
): Read => {
  const typed = text.trim()
  if (typed === '') return { value: null }
  switch (rule.type) {
    case 'number':
    case 'quantity':
    case 'range':
      return readAmount(rule, typed, notation, optionOf, columnUnit)
    case 'boolean':
      return readYesNo(rule, typed)
    case 'date':
      return { ...checkValue(rule, typed, optionOf), ...fixOf(dayFix(typed)) }
    case 'options':
      return checkValue(rule, readOptions(typed, optionOf), optionOf)
    case 'url':
      return { ...checkValue(rule, typed, optionOf), ...fixOf(addressFix(typed)) }
    case 'text':
    case 'long_text':
    case 'option':
      return checkValue(rule, text, optionOf)
  }
}

interface Context {
  rule: AttributeRule
  notation: Notation
  columnUnit: string | undefined
  notes: string[]
}

const readAmount = (
  rule: AttributeRule,
  typed: string,
  notation: Notation,
  optionOf: OptionOf,
  columnUnit: string | undefined,
): Read => {
  const context: Context = { rule, notation, columnUnit, notes: [] }
  const read = typed.length > LONGEST_AMOUNT ? { message: formOf(rule) } : parse(context, typed)
  if ('message' in read) return read
  const checked = checkValue(rule, read.sent, optionOf)
  if ('message' in checked || context.notes.length === 0) return checked
  return { ...checked, note: `${typed} was read as ${textOf(rule, checked.value, optionOf, notation)}.` }
}

type Parsed = { sent: SentValue } | { message: string; fix?: string }

const parse = (context: Context, typed: string): Parsed => {
  const { rule } = context
  if (rule.type === 'range') return parseRange(context, typed)
  const fraction = fractionIn(typed)
  if (fraction) return { message: formOf(rule), ...fractionFix(context, fraction) }
  const first = takeNumber(context, typed)
  if (!first) return { message: formOf(rule) }
  if (rule.type === 'number') return first.rest === '' ? { sent: first.value } : { message: formOf(rule) }
  const several = takeSeveral(context, first)
  const amount = several ?? first
  const bracket = /^([^()]*)\([^()]*\)$/.exec(amount.rest)
  const whole = unitOf(context, amount.rest)
  const unit = bracket && 'message' in whole ? unitOf(context, (bracket[1] ?? '').trim()) : whole
  if ('message' in unit) {
    const fix =
      unit.alike && !bracket ? `${typed.slice(0, typed.length - amount.rest.length).trim()} ${unit.alike}` : undefined
    return { message: unit.message, ...fixOf(fix) }
  }
  if (bracket && 'message' in whole)
    return { message: formOf(rule), fix: typed.slice(0, typed.lastIndexOf('(')).trim() }
  return { sent: { value: amount.value, unit: unit.code } }
}

const SEPARATOR = /^(?:to(?![\p{L}\d])|…|\.{2,3}|[-–—−])\s*/u

const parseRange = (context: Context, typed: string): Parsed => {
  const message = formOf(context.rule)
  const open = /^(up to|from|[≤≥]|<=|>=)\s*/i.exec(typed)
  const first = takeNumber(context, open ? typed.slice(open[0].length) : typed)
  if (!first) return { message }
  if (open?.[1]) {
    const unit = unitOf(context, first.rest)
    if ('message' in unit) return { message: unit.message }
    const isUpper = ['up to', '≤', '<='].includes(open[1].toLowerCase())
    return { sent: { min: isUpper ? null : first.value, max: isUpper ? first.value : null, unit: unit.code } }
  }
  const [before, after] = splitRange(first.rest)
  const second = after === undefined ? undefined : takeNumber(context, after)
  if (before === undefined || !second) return { message }
  const unit = unitOf(context, second.rest || before)
  if ('message' in unit) return { message: unit.message }
  const lower = before === '' ? unit : unitOf(context, before)
  if ('message' in lower || lower.code !== unit.code) return { message }
  return { sent: { min: first.value, max: second.value, unit: unit.code } }
}

/** What stands before and after the sign or word between two ends. */
const splitRange = (rest: string): [string?, string?] => {
  const apart = SEPARATOR.exec(rest)
  if (apart) return ['', rest.slice(apart[0].length)]
  const at = rest.search(/\sto\s|…|\.{3}|\s[-–—−]|–/u)
  const later = at < 0 ? null : SEPARATOR.exec(rest.slice(at).trimStart())
  return later ? [rest.slice(0, at).trim(), rest.slice(at).trimStart().slice(later[0].length)] : []
}

interface Taken {
  value: string
  rest: string
}

/** The number at the beginning of the text as a plain decimal, and what follows it. */
const takeNumber = (context: Context, text: string): Taken | undefined => {
  const found = /^([+\-−]?)\s?(\d*(?:[.,'’\u00a0\u2009\u202f ]\d+)*)(e[+-]?\d{1,2}(?![\p{L}\d]))?/iu.exec(text)
  if (!found?.[2]) return undefined
  const [whole, sign, digits, exponent = ''] = found
  const plain = plainOf(context, digits)
  if (plain === undefined) return undefined
  const value = decimal(`${sign === '' || sign === '+' ? '' : '-'}${plain}${exponent}`).toFixed()
  return { value, rest: text.slice(whole.length).trim() }
}

/** Digits with signs for decimals and thousands, as a plain decimal; undefined where they do not fit together. */
const plainOf = ({ notation, notes }: Context, digits: string): string | undefined => {
  const signs = Array.from(digits.replace(/\d/g, '')).map((sign) => (/[.,]/.test(sign) ? sign : ' '))
  const parts = digits.split(/\D/)
  const kinds = [...new Set(signs)]
  const last = signs.at(-1) ?? ''
  const isGrouped = (groups: readonly string[]) =>
    /^\d{1,3}$/.test(groups[0] ?? '') &&
    groups.at(-1)?.length === 3 &&
    (groups.slice(1).every((group) => group.length === 3) || groups.slice(1, -1).every((group) => group.length === 2))
  if (signs.length === 0) return digits
  if (kinds.length > 2 || (kinds.length === 2 && signs.indexOf(last) !== signs.length - 1)) return undefined
  if (kinds.length === 2)
    return last !== ' ' && isGrouped(parts.slice(0, -1)) ? `${parts.slice(0, -1).join('')}.${parts.at(-1)}` : undefined
  if (signs.length > 1 || last === ' ') {
    // "2 500 ml" may be two of 500 ml: that it was read as 2500 is said.
    if (digits.includes(' ')) notes.push(digits)
    return isGrouped(parts) ? parts.join('') : undefined
  }
  const [whole = '', fraction = ''] = parts
  if (!isGrouped(parts) || whole.startsWith('0')) return `${whole || '0'}.${fraction}`
  notes.push(digits)
  return (last === ',') === (notation === 'comma') ? `${whole}.${fraction}` : `${whole}${fraction}`
}

/** "4 x 25 g" is 100 g; of lengths such a text names two dimensions. */
const takeSeveral = (context: Context, first: Taken): Taken | undefined => {
  const times = /^[x×*]\s*/i.exec(first.rest)
  if (!times || !['mass', 'volume', 'count'].includes(context.rule.family ?? '')) return undefined
  const each = takeNumber(context, first.rest.slice(times[0].length))
  if (!each) return undefined
  context.notes.push(each.value)
  return { value: decimal(first.value).times(each.value).toFixed(), rest: each.rest }
}

const unitOf = (
  { rule, columnUnit }: Context,
  word: string,
): { code: string } | { message: string; alike?: string } => {
  if (word === '') {
    const [only, ...others] = rule.units
    if (columnUnit !== undefined) return { code: columnUnit }
    return { message: formOf(rule), ...(only !== undefined && others.length === 0 ? { alike: exampleUnit(rule) } : {}) }
  }
  const found = unitNamed(word, rule.family ?? '', rule.units)
  if (found.unit) return { code: found.unit.code }
  const isWord = word.length <= 60 && !/\d{3}/.test(word)
  return {
    message: isWord ? noSuchUnit(rule, word) : formOf(rule),
    ...(found.alike ? { alike: found.alike.symbol } : {}),
  }
}

interface Fraction {
  value: string
  rest: string
}

/** "1 1/2 in": a fraction whose decimals end, as inches have it. */
const fractionIn = (typed: string): Fraction | undefined => {
  const found = /^(?:(\d{1,4})[ -])?(\d{1,3})\/(2|4|8|16|32|64)(?!\d)/.exec(typed)
  if (!found) return undefined
  const [whole, units = '0', over = '', under = ''] = found
  return { value: decimal(over).div(under).plus(units).toFixed(), rest: typed.slice(whole.length).trim() }
}

const fractionFix = (context: Context, { value, rest }: Fraction) => {
  const unit = context.rule.type === 'number' ? { code: '' } : unitOf(context, rest)
  const number = context.notation === 'comma' ? value.replace('.', ',') : value
  return 'message' in unit ? {} : { fix: `${number} ${rest}`.trim() }
}

const readYesNo = ({ label }: AttributeRule, typed: string): Read => {
  const word = typed.toLowerCase()
  if (['yes', 'true', '1'].includes(word)) return { value: true }
  if (['no', 'false', '0'].includes(word)) return { value: false }
  return { message: `${label} takes yes or no.` }
}

/** Divided by semicolons or lines; by commas where no option has the text as its label. */
export const readOptions = (typed: string, optionOf: OptionOf): string[] =>
  typed
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => (optionOf(part) ? [part] : part.split(',').map((each) => each.trim())))

/** A day in another order, where only one order can be meant. */
const dayFix = (typed: string): string | undefined => {
  const [, year, month = '', day = ''] = /^(\d{4})[./ ](\d{1,2})[./ ](\d{1,2})$/.exec(typed) ?? []
  if (year) return dayText(year, month, day)
  const [, one = '', other = '', last] = /^(\d{1,2})[./ -](\d{1,2})[./ -](\d{4})$/.exec(typed) ?? []
  if (!last) return undefined
  if (Number(one) > 12 || one === other) return dayText(last, other, one)
  return Number(other) > 12 ? dayText(last, one, other) : undefined
}

const dayText = (year: string, month: string, day: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

const addressFix = (typed: string): string | undefined =>
  /^[^\s:/]+\.[^\s:/.]{2,}(?:\/\S*)?$/.test(typed) && isWebAddress(`https://${typed}`) ? `https://${typed}` : undefined

const fixOf = (fix: string | undefined) => (fix === undefined ? {} : { fix })
