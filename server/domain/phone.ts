import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

export interface Phone {
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
  const international = text.trim().replace(/^00/, '+')
  const number = parsePhoneNumberFromString(international, {
    extract: false,
    ...(country !== undefined && isSupportedCountry(country) ? { defaultCountry: country } : {}),
  })
  if (!number?.isPossible()) return undefined
  return { e164: number.number, ...(number.country ? { country: number.country } : {}) }
}
