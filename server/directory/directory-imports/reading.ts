import { DIRECTORY_LIMITS } from '#contract/directory/directory-values.ts'
import {
  companyKey,
  contactKey,
  domainKey,
  nameKey,
  type DirectoryKey,
} from '#server/directory/directory-upkeep/keys.ts'
import { cleanAddress, cleanLine } from '#server/kit/clean-text.ts'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import { countryCode } from '#server/platform/contact-details/countries.ts'
import { normaliseDomain, parseEmail } from '#server/platform/contact-details/email-address.ts'
import { readPhone } from '#server/platform/contact-details/phone.ts'
import { NOT_STORABLE, unreadable } from '#server/platform/imports/cells.ts'
import type { FileRow } from '#server/platform/imports/reader.ts'
import type { ReadRow, Reason } from '#server/platform/imports/spec.ts'

/** A value of a row, and of whom it is said. */
export interface ImportedFact extends DirectoryKey {
  field: string
  value: string
}

/** A row as what it says of somebody. */
export interface ImportedSubject {
  key: DirectoryKey
  facts: readonly ImportedFact[]
  /** Of a contact: what it says of the company. */
  ofCompany: readonly ImportedFact[]
}

type Fields = readonly (string | null)[]
type Texts = Readonly<Record<string, string>>

const LIMITS: Readonly<Record<string, number>> = {
  name: DIRECTORY_LIMITS.name,
  email: 254,
  phone: 60,
  designation: DIRECTORY_LIMITS.word,
  department: DIRECTORY_LIMITS.word,
  company: DIRECTORY_LIMITS.companyName,
  city: DIRECTORY_LIMITS.word,
  state: DIRECTORY_LIMITS.word,
  zip_code: 20,
  country: 60,
}

/** Of those who keep the directory. */
export interface Keepers {
  domain: string | undefined
  /** Where a number without a country code is from, in a row that names no country. */
  phoneCountry: string | null
}

/** The texts of a row by field, read as far as they can be; what can’t be is left out with a note, or rejects the row. */
const textsOf = (fields: Fields, { cells }: FileRow, phoneCountry: string | null) => {
  const matched = fields.flatMap((field, column) => (field === null ? [] : column))
  const reasons: Reason[] = unreadable(cells, matched)
  const notes: Reason[] = []
  const texts: Record<string, string> = {}
  for (const column of matched) {
    const field = fields[column]
    if (!field || texts[field]) continue
    const written = asWritten(cells[column] ?? '')
    const text = (field === 'email' ? cleanAddress(written) : cleanLine(written).replace(/\s+/g, ' ')).trim()
    const limit = LIMITS[field] ?? DIRECTORY_LIMITS.value
    if (text.includes('\0') || !text.isWellFormed()) reasons.push({ column, message: NOT_STORABLE })
    else if (text.length > limit) reasons.push({ column, message: `It is longer than ${limit} characters` })
    else if (text) texts[field] = text
  }
  const columnOf = (field: string) => {
    const column = fields.indexOf(field)
    return column < 0 ? null : column
  }
  const leave = (field: string, message: string) => {
    delete texts[field]
    notes.push({ column: columnOf(field), message })
  }
  const country = texts['country'] === undefined ? undefined : countryCode(texts['country'])
  if (country !== undefined) texts['country'] = country
  else if (texts['country'] !== undefined) leave('country', 'No country is called so. It was left out.')
  const phone =
    texts['phone'] === undefined ? undefined : readPhone(texts['phone'], country ?? phoneCountry ?? undefined)?.e164
  if (phone !== undefined) texts['phone'] = phone
  else if (texts['phone'] !== undefined) leave('phone', 'It is no phone number with a country. It was left out.')
  if (texts['email'] !== undefined) {
    const address = parseEmail(texts['email'])
    if (address) texts['email'] = address.email
    else reasons.push({ column: columnOf('email'), message: 'Enter an email address like name@example.com' })
  }
  return { texts, reasons, notes }
}

const factsOf = (key: DirectoryKey, values: Readonly<Record<string, string | undefined>>): ImportedFact[] =>
  Object.entries(values).flatMap(([field, value]) => (value ? { ...key, field, value } : []))

export const readContact = (fields: Fields, keepers: Keepers) =>
  reading(fields, keepers, ({ name, email, phone, designation, department, company, website, country, city }) => {
    const key = contactKey({ email: email ?? null, phone: phone ?? null, name: name ?? null })
    if (!key) return 'It needs an email address, or a phone with a name.'
    const firm = companyKey(
      { email: email ?? null, website: website ?? null, company: company ?? null, country: country ?? null },
      keepers.domain,
    )
    return {
      key,
      facts: factsOf(key, {
        name,
        email,
        phone,
        designation,
        department,
        country,
        city,
        company: firm && `${firm.kind}:${firm.key}`,
      }),
      ofCompany: firm ? factsOf(firm, { name: company, website }) : [],
    }
  })

export const readCompany = (fields: Fields, keepers: Keepers) =>
  reading(fields, keepers, ({ domain, ...values }) => {
    const host = normaliseDomain(domain ?? values['website'] ?? '')
    const key =
      (host === undefined ? undefined : domainKey(host, keepers.domain)) ??
      nameKey(values['name'] ?? '', values['country'] ?? '')
    if (!key) return 'It needs the domain of one company, or a name with a country.'
    const { name, website, phone, country, state, city, zip_code, address } = values
    return {
      key,
      facts: factsOf(key, { name, website, phone, country, state, city, zip_code, address }),
      ofCompany: [],
    }
  })

const reading =
  (fields: Fields, { phoneCountry }: Keepers, subjectOf: (texts: Texts) => ImportedSubject | string) =>
  (row: FileRow): ReadRow<ImportedSubject> => {
    const { texts, reasons, notes } = textsOf(fields, row, phoneCountry)
    const subject = subjectOf(texts)
    if (typeof subject === 'string') reasons.push({ column: null, message: subject })
    return reasons.length > 0 || typeof subject === 'string' ? { ...row, reasons } : { ...row, notes, item: subject }
  }
