import type { Static } from 'typebox'
import type { EnquiryFields } from '#contract/leads/lead.ts'
import { badField } from '#server/kit/errors.ts'
import { countryCode } from '#server/platform/contact-details/countries.ts'
import { hasUnseen, parseEmail } from '#server/platform/contact-details/email-address.ts'
import { readSentPhone } from '#server/platform/contact-details/phone.ts'
import { isReachable, NO_CONTACT } from '#server/platform/contact-details/reachable.ts'
import { withoutZeroDecimal } from '#server/kit/spreadsheet-number.ts'

/** What an enquirer says of themselves, as any path into the product brings it. */
export type Enquiry = { [Name in keyof typeof EnquiryFields]?: Static<(typeof EnquiryFields)[Name]> | undefined } & {
  name: string
}

/** An enquiry in the form in which it is stored. Empty texts have become null; every other text is as it was sent. */
export interface NormalEnquiry {
  name: string
  email: string | null
  emailDomain: string | null
  phone: string | null
  phone_sent: string | null
  company: string | null
  website: string | null
  country: string | null
  state: string | null
  city: string | null
  zip_code: string | null
  address: string | null
  message: string | null
  utm: string | null
}

/** Reads an enquiry; 400 naming the field where something cannot be what it says it is. */
export const normaliseEnquiry = (enquiry: Enquiry): NormalEnquiry => {
  const country = readCountry(enquiry.country)
  const email = readEmail(enquiry.email)
  const phone = orNull(enquiry.phone)
  const read = phone === null ? null : readSentPhone(phone, country)
  if (!isReachable({ email: email?.email ?? null, phone: read ?? phone })) throw badField('email', NO_CONTACT)
  return {
    name: enquiry.name,
    email: email?.email ?? null,
    emailDomain: email?.domain ?? null,
    phone: read,
    phone_sent: phone,
    company: orNull(enquiry.company),
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

export const readEmail = (text: string | null | undefined) => {
  if (!text?.trim()) return null
  const email = parseEmail(text.trim())
  if (!email)
    throw badField(
      'email',
      hasUnseen(text)
        ? 'This address has an invisible character. Type it again.'
        : 'Enter an email address like name@example.com',
    )
  return email
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
