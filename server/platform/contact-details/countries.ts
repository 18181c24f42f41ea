import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js'
import { CODES, codeOfName } from './country-names.ts'

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string
  name: string
  /** With the plus; null where there is no telephone network of its own. */
  calling_code: string | null
}

const LONGEST_NAME = 80

const callingCodeOf = (code: string) => (isSupportedCountry(code) ? `+${getCountryCallingCode(code)}` : null)

const shown = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

/** All countries, by the names that people see everywhere. */
export const COUNTRIES: readonly Country[] = CODES.map((code) => ({
  code,
  name: shown.of(code) ?? code,
  calling_code: callingCodeOf(code),
})).sort((one, other) => one.name.localeCompare(other.name, 'en'))

/** The places of their codes in the order of the names by which people see them. */
export const PLACES_BY_NAME: Readonly<Record<string, number>> = Object.fromEntries(
  COUNTRIES.map(({ code }, place) => [code, place]),
)

const NAMES = new Map(COUNTRIES.map(({ code, name }) => [code, name]))
/** The country's name in English; the code itself where it is none. */
export const countryName = (code: string): string => NAMES.get(code) ?? code

/** The alpha-2 code for a code (two or three letters) or a name in any language; undefined when it is no country. */
export const countryCode = (text: string): string | undefined =>
  text.length > LONGEST_NAME ? undefined : codeOfName(text)

/** `+91` for `IN`, `IND` or `India`; undefined for what is no country or has no calling code. */
export const callingCode = (countryOrName: string): string | undefined => {
  const code = countryCode(countryOrName)
  return code === undefined ? undefined : (callingCodeOf(code) ?? undefined)
}
