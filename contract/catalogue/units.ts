import { Big } from 'big.js'
import { UNIT_TABLE } from './unit-table.ts'

export type UnitFamily = keyof typeof UNIT_TABLE
export const UNIT_FAMILIES: readonly string[] = Object.keys(UNIT_TABLE)

export interface Unit {
  /** Its UCUM code: how it is stored and sent. */
  code: string
  symbol: string
  /** Singular, plural, then further names. */
  names: readonly string[]
  family: string
  /** A value times the factor plus the offset is the value in the base of the family. */
  factor: string
  offset: string
}

export const UNITS: readonly Unit[] = Object.entries(UNIT_TABLE).flatMap(([family, rows]) =>
  rows.map(([code, symbol, names, factor, offset = '0']) => ({
    code,
    symbol,
    names: names.split('|'),
    family,
    factor,
    offset,
  })),
)

/** A value has at most so many digits that count: as many as every spreadsheet and every JSON number keep. */
export const MOST_DIGITS = 15

const byCode = new Map(UNITS.map((unit) => [unit.code, unit]))
export const unitOfCode = (code: string): Unit | undefined => byCode.get(code)
export const unitsOfFamily = (family: string): readonly Unit[] => UNITS.filter((unit) => unit.family === family)

/** Arithmetic of its own: sums and products are exact, quotients have 60 decimals. */
const Decimal = Big()
Decimal.DP = 60
Decimal.PE = 1_000_000
Decimal.NE = -1_000_000

export const decimal = (text: string): Big => new Decimal(text)

/** The value in the base of the unit’s family, exactly. */
export const toBase = (value: string, unit: string): string => baseOf(value, known(unit)).toFixed()

/** An amount in the base of the unit’s family in that unit, with at most 15 digits that count. */
export const fromBase = (base: string, unit: string): string => {
  const { factor, offset } = known(unit)
  return rounded(new Decimal(base).minus(offset).div(factor), MOST_DIGITS)
}

/** The same amount in another unit of the family, with at most 15 digits that count. */
export const convert = (value: string, from: string, to: string): string => {
  const [source, target] = [known(from), known(to)]
  if (source.family !== target.family) throw new RangeError(`${from} and ${to} are units of different families`)
  if (source === target) return value
  return fromBase(toBase(value, from), to)
}

/** With at most so many digits that count, as a plain text. */
export const rounded = (value: Big, digits: number): string => {
  const text = value.prec(digits, Big.roundHalfUp).toFixed()
  return text === '-0' ? '0' : text
}

/** Negative where `one` is the lesser amount, 0 where both are the same: 100 cm and 1 m are. */
export const compareAmounts = (one: string, oneUnit: string, other: string, otherUnit: string): number =>
  baseOf(one, known(oneUnit)).cmp(baseOf(other, known(otherUnit)))

const baseOf = (value: string, { factor, offset }: Unit) => new Decimal(value).times(factor).plus(offset)

const known = (code: string): Unit => {
  const unit = byCode.get(code)
  if (!unit) throw new RangeError(`${code} is no unit`)
  return unit
}

export type FoundUnit = { unit: Unit } | { unit: undefined; alike?: Unit }

/**
 * The unit that a whole word names: as it is written, else whatever the case, among those that are allowed. Where the case of the
 * first letter tells milli from mega, and where several would do, there is none; `alike` is then the only one that could be meant.
 */
export const unitNamed = (word: string, family: string, allowed: readonly string[]): FoundUnit => {
  const key = spelling(word)
  const all = spellings(family)
  const isAllowed = ({ code }: Unit) => allowed.length === 0 || allowed.includes(code)
  const exact = all.filter(({ text }) => text === key).map(({ unit }) => unit)
  const fitting = unique(exact.filter(isAllowed))
  if (fitting.length === 1 && fitting[0]) return { unit: fitting[0] }
  if (exact.length > 0) return { unit: undefined }
  const folded = all.filter(({ text, unit }) => fold(text) === fold(key) && isAllowed(unit))
  const [alike, ...others] = unique(folded.map(({ unit }) => unit))
  if (!alike) return nearest(key, all, isAllowed)
  if (others.length > 0) return { unit: undefined }
  const isPrefixSwapped = folded.every(({ text, isWord }) => !isWord && /^[mM]/.test(text) && text[0] !== key[0])
  return isPrefixSwapped ? { unit: undefined, alike } : { unit: alike }
}

/** The only allowed unit that one letter more, less or other would name. */
const nearest = (key: string, all: readonly Spelling[], isAllowed: (unit: Unit) => boolean): FoundUnit => {
  if (key.length < 4 || key.length > LONGEST_NAME + 1) return { unit: undefined }
  const near = all.filter(({ text, unit }) => text.length > 2 && isAllowed(unit) && isOneApart(fold(text), fold(key)))
  const [alike, ...others] = unique(near.map(({ unit }) => unit))
  return alike && others.length === 0 ? { unit: undefined, alike } : { unit: undefined }
}

const isOneApart = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same += 1
  return short.slice(long.length === short.length ? same + 1 : same) === long.slice(same + 1)
}

interface Spelling {
  text: string
  unit: Unit
  /** A name, in which the case of letters says nothing. */
  isWord: boolean
}

const LONGEST_NAME = 60
const spellingsOf = new Map<string, readonly Spelling[]>()

/** All that the units of a family are called, longest first. */
const spellings = (family: string): readonly Spelling[] => {
  const made =
    spellingsOf.get(family) ??
    unitsOfFamily(family)
      .flatMap((unit) => [
        ...[unit.code, unit.symbol].map((name) => ({ text: spelling(name), unit, isWord: false })),
        ...unit.names.map((name) => ({ text: spelling(name), unit, isWord: name.length > 3 })),
      ])
      .toSorted((one, other) => other.text.length - one.text.length)
  spellingsOf.set(family, made)
  return made
}

/** One spelling for each of m², m2 and m^2, µm and um, N·m and N.m, litre and liter, and for whatever blanks there are. */
const spelling = (name: string) =>
  name
    .replaceAll('″', '"')
    .replaceAll('′', "'")
    .normalize('NFKC')
    .replaceAll('\u03bc', 'u')
    .replaceAll('\u03a9', 'Ohm')
    .replace(/(met|lit)re/gi, '$1er')
    .replace(/gramme/gi, 'gram')
    .replace(/[·*⋅]/g, '.')
    .replaceAll('^', '')
    .replace(/\s+/g, ' ')
    .trim()

const fold = (text: string) => text.toLowerCase()
const unique = (units: readonly Unit[]) => [...new Set(units)]
