import { getDomain } from 'tldts'
import { countryCode } from '#server/platform/contact-details/countries.ts'
import { readEmails, readPhones } from '#server/platform/contact-details/several.ts'
import { isSiteOfOthers } from '#server/platform/contact-details/sites-of-others.ts'
import { isPlaceholder } from './placeholders.ts'

/** Kinds of values that are known by how they look. */
export type ValueKind = 'email' | 'phone' | 'website' | 'country' | 'number'

/** What the first rows have in a column. */
export interface ColumnValues {
  /** Cells that say something. */
  filled: number
  /** The share of them that looks like a value of the kind, from 0 to 1. */
  share(kind: ValueKind): number
  /** The same of values that look like nothing else, without a header that says so. */
  unmistakable(kind: ValueKind): number
  /** Most of them are pages on sites of others, such as profiles. */
  profiles: boolean
}

const MOST = 50
const LONGEST = 300

export const valuesOf = (rows: readonly (readonly string[])[], column: number): ColumnValues => {
  const values = rows
    .slice(0, MOST)
    .map((cells) => (cells[column] ?? '').slice(0, LONGEST).trim())
    .filter((value) => value !== '' && !isPlaceholder(value))
  const shareOf = (looks: (value: string) => boolean) =>
    values.length === 0 ? 0 : values.filter(looks).length / values.length
  return {
    filled: values.length,
    share: (kind) => shareOf(LOOKS[kind]),
    unmistakable: (kind) => shareOf((value) => LOOKS[kind](value) && (CERTAIN[kind]?.test(value) ?? true)),
    profiles: shareOf(isProfile) > 0.5,
  }
}

const ADDRESS = /^(?:https?:\/\/)?(?:[\p{L}\d-]{1,63}\.){1,6}\p{L}{2,24}(?:[/?#:]\S*)?$/iu
const DIALLED = /^(?:tel:|p:|=?["'])?\s*[+(\d][\d\s()+./-]{4,30}(?:\s*(?:x|ext\.?|extension|#)\s*\d{1,6})?["']?$/i
const AMOUNT = /^\d[\d.,'’\s]{0,20}(?:[\p{L}.²³]{1,12})?$/u

const LOOKS: Readonly<Record<ValueKind, (value: string) => boolean>> = {
  email: (value) => readEmails(value).found.length > 0,
  phone: (value) => {
    const first = readPhones(value)[0]?.sent ?? ''
    const digits = first.replace(/\D/g, '').length
    return DIALLED.test(first) && digits >= 6 && digits <= 18
  },
  website: (value) => ADDRESS.test(value) && !isProfile(value),
  country: (value) => countryCode(value) !== undefined,
  number: (value) => AMOUNT.test(value),
}

/** A number is a phone by its plus, a country by its name: codes are also those of states. */
const CERTAIN: Readonly<Partial<Record<ValueKind, RegExp>>> = {
  phone: /^(?:tel:|p:)?\s*\+\d/,
  country: /^\D{4,}$/,
}

/** A page on a site of others. */
const isProfile = (value: string) => {
  const domain = getDomain(value)
  return domain !== null && isSiteOfOthers(domain) && value.includes('/')
}
