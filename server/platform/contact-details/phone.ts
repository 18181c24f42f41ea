import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { badField } from '#server/kit/errors.ts'
import { isShortened, shortenedSentence, withoutZeroDecimal } from '#server/kit/spreadsheet-number.ts'

export interface Phone {
  /** With its extension behind it, if it has one: `+49301234567 ext. 12`. */
  e164: string
  /** ISO 3166-1 alpha-2; undefined for numbers that no one country has (+800) or that cannot be told apart. */
  country?: string
}

const LONGEST_NUMBER = 50

/**
 * The number that the text is, in E.164; undefined when it can be none. A number without `+` or `00` is read as one of
 * the country. Possible is enough (its length fits): numbering plans change more often than this product does, and
 * whoever validates the lead sees what was sent beside it.
 */
export const readPhone = (text: string, country?: string): Phone | undefined => {
  if (text.length > LONGEST_NUMBER) return undefined
  const whole = withoutZeroDecimal(bareNumber(text.trim()))
  // A spreadsheet's decimal, or one of which digits are lost: what its digits spell is nobody's number.
  if (/\d{7}[.,]\d+$/.test(whole) || isShortened(whole)) return undefined
  const international = whole.replace(/^00/, '+')
  const number = parsePhoneNumberFromString(international, {
    extract: false,
    ...(country !== undefined && isSupportedCountry(country) ? { defaultCountry: country } : {}),
  })
  if (!number?.isPossible()) return undefined
  const e164 = number.ext === undefined ? number.number : `${number.number} ext. ${number.ext}`
  return { e164, ...(number.country ? { country: number.country } : {}) }
}

/** Without what programs write around a number: `tel:`, `p:` and other names of what it is, and `="…"`. */
const bareNumber = (text: string) =>
  text
    .replace(/^=\s*"([^"]*)"$/, '$1')
    .trim()
    .replace(/^\p{L}[\p{L} .-]{0,20}:\s*/u, '')

/** The same for a number that is to be stored: 400 where a spreadsheet has lost digits of it, unless it stands there already. */
export const readSentPhone = (text: string, country: string | null, stored: string | null = null) => {
  if (text !== stored && isShortened(text.trim())) throw badField('phone', shortenedSentence(text.trim()))
  return readPhone(text, country ?? undefined)?.e164 ?? null
}
