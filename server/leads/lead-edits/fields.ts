import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { leadEdits } from '#contract/leads/lead-edits.ts'
import type { FurtherContact } from '#contract/leads/further-contacts.ts'
import { type NormalEnquiry, readCountry, readWebsite, readZipCode } from '#server/leads/intake/enquiry.ts'
import {
  emailsAsFurther,
  furtherThan,
  phonesAsFurther,
  readFurther,
  readSentEmails,
  readSentPhones,
} from '#server/leads/intake/further.ts'
import { readTags } from '#server/leads/intake/tags.ts'
import { readPhone } from '#server/platform/contact-details/phone.ts'
import { isReachable, NO_CONTACT } from '#server/platform/contact-details/reachable.ts'
import { badField } from '#server/kit/errors.ts'

/** The fields of what was sent, under their columns' names. */
export type SentFields = Omit<NormalEnquiry, 'name_is_company' | 'emailDomain' | 'utm'>

type Body = Omit<BodyOf<typeof leadEdits.update>, 'enquiryId' | 'version'>

/** What the call says of the fields, as they are stored; those that it leaves out are absent. */
export const sentFields = (body: Body, now: SentFields, phoneCountry: string | null): Partial<SentFields> => {
  const country = body.country === undefined ? now.country : readCountry(body.country)
  const numbersFrom = country ?? phoneCountry
  const [email, ...emails] = readSentEmails(body.email)
  const [number, ...phones] = numbersOf(body.phone, numbersFrom, now)
  const more = [...emailsAsFurther(emails), ...phonesAsFurther(phones)]
  const write: Partial<SentFields> = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.email === undefined ? {} : { email: email?.email ?? null }),
    ...(body.phone === undefined ? {} : phoneFields(number)),
    ...(body.website === undefined ? {} : { website: readWebsite(body.website) }),
    ...(body.country === undefined ? {} : { country }),
    ...text('company', body.company),
    ...text('job_title', body.job_title),
    ...(body.tags === undefined ? {} : { tags: readTags(body.tags) }),
    ...text('state', body.state),
    ...text('city', body.city),
    ...(body.zipCode === undefined ? {} : { zip_code: readZipCode(body.zipCode) }),
    ...text('address', body.address),
    ...text('message', body.message),
  }
  return { ...write, ...furtherFields(body, more, numbersFrom, now, { ...now, ...write }) }
}

/** The further values that are sent, or else those of now, with what a field for one value has beside its first. */
const furtherFields = (
  { further }: Body,
  more: readonly FurtherContact[],
  country: string | null,
  now: SentFields,
  own: Pick<SentFields, 'email' | 'phone' | 'phone_sent'>,
): Partial<SentFields> => {
  if (further === undefined && more.length === 0) return {}
  const values = further ? readFurther(further, country) : (now.further ?? [])
  return { further: furtherThan(own, [...values, ...more]) }
}

const text = (column: keyof SentFields, sent: string | null | undefined) =>
  sent === undefined ? {} : { [column]: sent?.trim() ? sent : null }

/**
 * Screens show the number as it was read, so that alone tells whether it was changed; only a number that cannot be
 * read is kept as it was sent.
 */
const phoneFields = (number: { sent: string; phone: string | null } | undefined): Partial<SentFields> => {
  if (!number) return { phone: null, phone_sent: null }
  return number.phone === null ? { phone: null, phone_sent: number.sent } : { phone: number.phone }
}

const numbersOf = (sent: string | null | undefined, country: string | null, now: SentFields) =>
  sent?.trim() ? readSentPhones(sent, country, now.phone_sent) : []

/** A number that nobody could read may be one of the country that the lead is given. */
export const withNumberRead = (now: SentFields, write: Partial<SentFields>): Partial<SentFields> => {
  const { phone, phone_sent, further, country } = { ...now, ...write }
  if (!('country' in write)) return write
  const read = phone === null && phone_sent !== null ? readPhone(phone_sent, country ?? undefined) : undefined
  const others = further?.map((each) =>
    each.kind === 'phone' ? { ...each, value: readAgain(each.value, country) } : each,
  )
  return {
    ...write,
    ...(read ? { phone: read.e164 } : {}),
    ...(others && JSON.stringify(others) !== JSON.stringify(further) ? { further: others } : {}),
  }
}
const readAgain = (number: string, country: string | null) =>
  number.startsWith('+') ? number : (readPhone(number, country ?? undefined)?.e164 ?? number)

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
