import { MOST_FURTHER, type FurtherContact } from '#contract/leads/further-contacts.ts'
import { badField } from '#server/kit/errors.ts'
import { hasUnseen, type EmailAddress } from '#server/platform/contact-details/email-address.ts'
import { readSentPhone } from '#server/platform/contact-details/phone.ts'
import { canBeDialled } from '#server/platform/contact-details/reachable.ts'
import { readEmails, readPhones, type SeveralPhones } from '#server/platform/contact-details/several.ts'

/** A further email or phone, as it is sent. */
export type SentFurther = Omit<FurtherContact, 'label'> & { label?: string | null }

/** The addresses that somebody sent in one field; 400 where a part of it is none. */
export const readSentEmails = (text: string | null | undefined): EmailAddress[] => {
  if (!text?.trim()) return []
  const { found, unread } = readEmails(text.trim())
  if (found.length === 0 || unread.length > 0) throw badField('email', notAnEmail(text.trim()))
  return found
}

export const notAnEmail = (text: string) =>
  hasUnseen(text)
    ? 'This address has an invisible character. Type it again.'
    : 'Enter an email address like name@example.com'

/** The numbers that somebody sent in one field, the first as it was sent. */
export const readSentPhones = (text: string | null, country: string | null, stored: string | null = null) => {
  if (text === null) return []
  const [first, ...others] = readPhones(text, country ?? undefined)
  if (!first) return []
  return [{ sent: first.sent, phone: readSentPhone(first.sent, country, stored) }, ...others]
}

/** Further values one by one; 400 naming the one that is none. */
export const readFurther = (sent: readonly SentFurther[], country: string | null): FurtherContact[] =>
  sent.flatMap(({ kind, value, label = null }, at) => {
    const read =
      kind === 'email' ? emailsAsFurther(readEmails(value).found) : dialled(readPhones(value, country ?? undefined))
    if (read.length === 0)
      throw badField(
        `further.${at}.value`,
        kind === 'email' ? notAnEmail(value) : 'Enter a phone number with at least 6 digits',
      )
    return read.map((each) => ({ ...each, label: label?.trim() || null }))
  })

const dialled = (phones: readonly SeveralPhones[]) => phonesAsFurther(phones.filter(({ sent }) => canBeDialled(sent)))

// The keys stand in the order in which PostgreSQL has them: so equal values are equal as JSON.
export const emailsAsFurther = (emails: readonly EmailAddress[]) =>
  emails.map(({ email }): FurtherContact => ({ kind: 'email', label: null, value: email }))

export const phonesAsFurther = (phones: readonly SeveralPhones[]) =>
  phones.map(({ sent, phone }): FurtherContact => ({ kind: 'phone', label: null, value: phone ?? sent }))

interface Own {
  email: string | null
  phone: string | null
  phone_sent: string | null
}

/** These values, each once and none that is the lead's own; null for none. The first label of a value counts. */
export const furtherThan = (
  { email, phone, phone_sent }: Own,
  values: readonly FurtherContact[],
): FurtherContact[] | null => {
  const seen = new Set([`email ${email}`, `phone ${phone ?? phone_sent}`])
  const others = values.filter(({ kind, value }) => {
    const key = `${kind} ${value}`
    return seen.size < seen.add(key).size
  })
  if (others.length > MOST_FURTHER) throw badField('further', `Keep at most ${MOST_FURTHER} further emails and phones`)
  return others.length > 0 ? others : null
}
