import type { contacts } from '#contract/directory/contacts.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { readCountryField, textOr } from '#server/directory/edits/own.ts'
import { badField } from '#server/kit/errors.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'
import { readSentPhone } from '#server/platform/contact-details/phone.ts'

type Sent = BodyOf<typeof contacts.add>

export const readAddress = (field: string, text: string): string => {
  const address = parseEmail(text)
  if (!address) throw badField(field, 'Enter an email address like name@example.com')
  return address.email
}

/** Values as they are kept, by field; those that were not sent are not there. `country`: where a phone without one is. */
export const readValues = (sent: Sent, country: string | null): Record<string, string | number | null> => {
  const values: Record<string, string | number | null> = {}
  for (const field of ['name', 'designation', 'department', 'city'] as const)
    if (sent[field] !== undefined) values[field] = textOr(sent[field])
  if (sent.country !== undefined) values['country'] = readCountryField(textOr(sent.country))
  if (sent.email !== undefined) values['email'] = textOr(sent.email) && readAddress('email', sent.email ?? '')
  if (sent.phone !== undefined) {
    const phone = textOr(sent.phone)
    const within = typeof values['country'] === 'string' ? values['country'] : country
    values['phone'] = phone === null ? null : readSentPhone(phone, within)
    if (phone !== null && values['phone'] === null)
      throw badField('phone', 'Enter a phone number with its country code, like +49 711 123456')
  }
  if (sent.company_id !== undefined) values['company_id'] = sent.company_id
  return values
}
