import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { leadEdits } from '#contract/leads/lead-edits.ts'
import { type NormalEnquiry, readCountry, readEmail, readWebsite, readZipCode } from '#server/leads/intake/enquiry.ts'
import { readPhone, readSentPhone } from '#server/platform/contact-details/phone.ts'
import { isReachable, NO_CONTACT } from '#server/platform/contact-details/reachable.ts'
import { badField } from '#server/kit/errors.ts'

/** The fields of what was sent, under their columns' names. */
export type SentFields = Omit<NormalEnquiry, 'emailDomain' | 'utm'>

type Body = Omit<BodyOf<typeof leadEdits.update>, 'enquiryId' | 'version'>

/** What the call says of the fields, as they are stored; those that it leaves out are absent. */
export const sentFields = (body: Body, now: SentFields): Partial<SentFields> => {
  const country = body.country === undefined ? now.country : readCountry(body.country)
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.email === undefined ? {} : { email: readEmail(body.email)?.email ?? null }),
    ...(body.phone === undefined ? {} : phoneFields(body.phone, country, now)),
    ...(body.website === undefined ? {} : { website: readWebsite(body.website) }),
    ...(body.country === undefined ? {} : { country }),
    ...text('company', body.company),
    ...text('state', body.state),
    ...text('city', body.city),
    ...(body.zipCode === undefined ? {} : { zip_code: readZipCode(body.zipCode) }),
    ...text('address', body.address),
    ...text('message', body.message),
  }
}

const text = (column: keyof SentFields, sent: string | null | undefined) =>
  sent === undefined ? {} : { [column]: sent?.trim() ? sent : null }

/**
 * Screens show the number as it was read, so that alone tells whether it was changed; only a number that cannot be
 * read is kept as it was sent.
 */
const phoneFields = (sent: string | null, country: string | null, now: SentFields): Partial<SentFields> => {
  if (!sent?.trim()) return { phone: null, phone_sent: null }
  const phone = readSentPhone(sent, country, now.phone_sent)
  return phone === null ? { phone, phone_sent: sent } : { phone }
}

/** A number that nobody could read may be one of the country that the lead is given. */
export const withNumberRead = (now: SentFields, write: Partial<SentFields>): Partial<SentFields> => {
  const { phone, phone_sent, country } = { ...now, ...write }
  if (!('country' in write) || phone !== null || phone_sent === null) return write
  const read = readPhone(phone_sent, country ?? undefined)
  return read ? { ...write, phone: read.e164 } : write
}

/** 400 where a change of the email or of the phone leaves nothing by which somebody can be reached. */
export const checkReachable = (now: SentFields, write: Partial<SentFields>) => {
  const { email, phone, phone_sent } = { ...now, ...write }
  if (CONTACT.some((field) => field in write) && !isReachable({ email, phone: phone ?? phone_sent }))
    throw badField('email', NO_CONTACT)
}
const CONTACT = ['email', 'phone', 'phone_sent'] as const

/** Columns as the call names them. */
export const wireNames = (columns: readonly string[]) => [
  ...new Set(columns.map((column) => WIRE.get(column) ?? column)),
]
const WIRE = new Map([
  ['zip_code', 'zipCode'],
  ['phone_sent', 'phone'],
])
