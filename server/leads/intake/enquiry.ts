import type { Static } from 'typebox'
import type { FurtherContact } from '#contract/leads/further-contacts.ts'
import type { EnquiryFields } from '#contract/leads/enquiry-fields.ts'
import { badField } from '#server/kit/errors.ts'
import { countryCode } from '#server/platform/contact-details/countries.ts'
import { isReachable, NO_CONTACT } from '#server/platform/contact-details/reachable.ts'
import { withoutZeroDecimal } from '#server/kit/spreadsheet-number.ts'
import {
  emailsAsFurther,
  furtherThan,
  phonesAsFurther,
  readFurther,
  readSentEmails,
  readSentPhones,
} from './further.ts'
import { readTags } from './tags.ts'

/** What an enquirer says of themselves, as any path into the product brings it. */
export type Enquiry = { [Name in keyof typeof EnquiryFields]?: Static<(typeof EnquiryFields)[Name]> | undefined } & {
  name: string
  tags?: readonly string[] | undefined
}

/** An enquiry in the form in which it is stored. Empty texts have become null; every other text is as it was sent. */
export interface NormalEnquiry {
  name: string
  /** It is called as its company: nobody is named. */
  name_is_company: true | null
  email: string | null
  emailDomain: string | null
  phone: string | null
  phone_sent: string | null
  further: FurtherContact[] | null
  company: string | null
  job_title: string | null
  tags: string[] | null
  website: string | null
  country: string | null
  state: string | null
  city: string | null
  zip_code: string | null
  address: string | null
  message: string | null
  utm: string | null
}

/**
 * Reads an enquiry; 400 naming the field where something cannot be what it says it is. Numbers without a country code are from its
 * country, or from `phoneCountry` where it names none.
 */
export const normaliseEnquiry = (enquiry: Enquiry, phoneCountry: string | null): NormalEnquiry => {
  const country = readCountry(enquiry.country)
  const numbersFrom = country ?? phoneCountry
  const company = orNull(enquiry.company)
  const named = enquiry.name.trim() !== '' || company === null
  const [first, ...emails] = readSentEmails(enquiry.email)
  const [number, ...phones] = readSentPhones(orNull(enquiry.phone), numbersFrom)
  const own = { email: first?.email ?? null, phone: number?.phone ?? null, phone_sent: number?.sent ?? null }
  if (!isReachable({ email: own.email, phone: own.phone ?? own.phone_sent })) throw badField('email', NO_CONTACT)
  const further = [
    ...emailsAsFurther(emails),
    ...phonesAsFurther(phones),
    ...(enquiry.further ? readFurther(enquiry.further, numbersFrom) : []),
  ]
  return {
    name: named ? enquiry.name : company,
    name_is_company: named ? null : true,
    ...own,
    emailDomain: first?.domain ?? null,
    further: further.length > 0 ? furtherThan(own, further) : null,
    company,
    job_title: orNull(enquiry.job_title),
    tags: readTags(enquiry.tags),
    website: readWebsite(enquiry.website),
    country,
    state: orNull(enquiry.state),
    city: orNull(enquiry.city),
    zip_code: readZipCode(enquiry.zipCode),
    address: orNull(enquiry.address),
    message: orNull(enquiry.message),
    utm: enquiry.utm ? JSON.stringify(enquiry.utm) : null,
  }
}

const orNull = (text: string | null | undefined) => (text?.trim() ? text : null)

export const readZipCode = (text: string | null | undefined) => (text?.trim() ? withoutZeroDecimal(text.trim()) : null)

/** The one address that somebody sent; 400 where it is none, or there are several. */
export const readEmail = (text: string | null | undefined) => {
  const [email, other] = readSentEmails(text)
  if (other) throw badField('email', 'Enter one email address')
  return email ?? null
}

export const readCountry = (text: string | null | undefined) => {
  if (!text?.trim()) return null
  const code = countryCode(text.trim())
  if (code === undefined) throw badField('country', 'Choose a country: its name or its two-letter code')
  return code
}

/** An address on the web, or a bare domain; nothing else that a browser would follow. */
export const readWebsite = (text: string | null | undefined) => {
  const website = text?.trim()
  if (!website) return null
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(website) ? website : `https://${website}`)
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.') || url.username || url.password)
    throw badField('website', 'Enter a web address like https://example.com')
  return website
}
