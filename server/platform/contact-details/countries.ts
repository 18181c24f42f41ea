import countries from 'i18n-iso-countries/index.js'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js'

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string
  name: string
  /** With the plus; null where there is no telephone network of its own. */
  calling_code: string | null
}

countries.registerLocale(english)
const LONGEST_NAME = 60

const callingCodeOf = (code: string) => (isSupportedCountry(code) ? `+${getCountryCallingCode(code)}` : null)

/** All countries by name. */
export const COUNTRIES: readonly Country[] = Object.entries(countries.getNames('en', { select: 'official' }))
  .map(([code, name]) => ({ code, name, calling_code: callingCodeOf(code) }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'))

const shown = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
const shownName = (code: string) => shown.of(code) ?? code
/** The places of their codes in the order of the names by which people see them. */
export const PLACES_BY_NAME: Readonly<Record<string, number>> = Object.fromEntries(
  COUNTRIES.map(({ code }) => code)
    .sort((one, other) => shownName(one).localeCompare(shownName(other), 'en'))
    .map((code, place) => [code, place]),
)

const NAMES = new Map(COUNTRIES.map(({ code, name }) => [code, name]))
/** The country's name in English; the code itself where it is none. */
export const countryName = (code: string): string => NAMES.get(code) ?? code

/** Accents, case, punctuation and a leading “the” make no other country. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
    .replace(/^the/, '')

// The first to claim a name keeps it: “Congo” is CG, as in ISO's own short names.
const BY_NAME = new Map<string, string>()
for (const [code, names] of Object.entries(countries.getNames('en', { select: 'all' })))
  for (const name of [code, countries.alpha2ToAlpha3(code) ?? code, ...names])
    if (!BY_NAME.has(plain(name))) BY_NAME.set(plain(name), code)

/** People write their country as it is called at home, and lists come in any language. */
const LANGUAGES = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'sv', 'da', 'cs', 'ru', 'ja', 'zh', 'ar']
for (const language of LANGUAGES) {
  const named = new Intl.DisplayNames([language], { type: 'region' })
  for (const { code } of COUNTRIES) {
    const name = plain(named.of(code) ?? code)
    if (name && !BY_NAME.has(name)) BY_NAME.set(name, code)
  }
}

/** The alpha-2 code for a code (two or three letters) or a name; undefined when it is no country. */
export const countryCode = (text: string): string | undefined =>
  text.length > LONGEST_NAME ? undefined : BY_NAME.get(plain(text))

/** `+91` for `IN`, `IND` or `India`; undefined for what is no country or has no calling code. */
export const callingCode = (countryOrName: string): string | undefined => {
  const code = countryCode(countryOrName)
  return code === undefined ? undefined : (callingCodeOf(code) ?? undefined)
}
