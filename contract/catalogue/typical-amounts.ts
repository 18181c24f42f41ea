import { decimal, fromBase, rounded, toBase } from './units.ts'
import { quantityText } from './value-texts.ts'
import { isQuantity, isRange } from './values.ts'

/** By so many times an amount differs from what is typical where its unit was probably mistaken. */
const TIMES = 1_000
const SHOWN_DIGITS = 3

/**
 * The question about an amount that is a thousand times what other products of the category have, or a thousandth of it; undefined where
 * it is in the usual range. `typical`: the middle one of theirs, in the base of the family.
 */
export const unlikelyAmount = (value: unknown, typical: string | undefined): string | undefined => {
  if (typical === undefined) return undefined
  const other = decimal(typical)
  const isUnlikely = ({ amount, unit }: { amount: string; unit: string }) => {
    const own = decimal(toBase(amount, unit))
    return own.gt(0) && other.gt(0) && (own.gte(other.times(TIMES)) || own.times(TIMES).lte(other))
  }
  const unlikely = amountsOf(value).find(isUnlikely)
  if (!unlikely) return undefined
  const { unit } = unlikely
  const theirs = { value: rounded(decimal(fromBase(typical, unit)), SHOWN_DIGITS), unit }
  return `Products of this category have around ${quantityText(theirs)}. Is the unit right?`
}

const amountsOf = (value: unknown) => {
  if (isQuantity(value)) return [{ amount: value.value, unit: value.unit }]
  if (!isRange(value)) return []
  const { min, max, unit } = value
  return [min, max].flatMap((amount) => (amount === null ? [] : { amount, unit }))
}
