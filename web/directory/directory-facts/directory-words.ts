import type { CompanyField, CompanyRole } from '#contract/directory/companies.ts'
import type { ContactField, ContactRow, EmailStatus } from '#contract/directory/contacts.ts'
import type { Noun } from '#web/kit/list/list.ts'
import type { Tone } from '#web/kit/look/StatusTag.tsx'
import { countryName } from '#web/leads/published.ts'

export const TITLE = 'Contacts'
export const CONTACT_NOUN: Noun = ['contact', 'contacts']
export const COMPANY_NOUN: Noun = ['company', 'companies']

export const CONTACT_LABELS: Readonly<Record<ContactField, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  designation: 'Designation',
  department: 'Department',
  country: 'Country',
  city: 'City',
}

export const COMPANY_LABELS: Readonly<Record<CompanyField, string>> = {
  name: 'Name',
  website: 'Website',
  phone: 'Phone',
  country: 'Country',
  state: 'State',
  city: 'City',
  zip_code: 'ZIP code',
  address: 'Address',
}

export const ROLE_LABELS: Readonly<Record<CompanyRole, string>> = {
  customer: 'Customer',
  vendor: 'Vendor',
  competitor: 'Competitor',
  partner: 'Partner',
}

/** What keeps mail from somebody; undefined where nothing does. */
export const EMAIL_STATUS: Readonly<Record<EmailStatus, { label: string; tone: Tone; stops: boolean }>> = {
  none: { label: 'Not mailed yet', tone: 'neutral', stops: false },
  ok: { label: 'Takes mail', tone: 'success', stops: false },
  bounced: { label: 'Bounced', tone: 'error', stops: true },
  unsubscribed: { label: 'Unsubscribed', tone: 'neutral', stops: true },
  wrong: { label: 'Wrong address', tone: 'warning', stops: true },
}

/** A value of a field as people read it. */
export const valueWords = (field: string, value: string) => (field === 'country' ? countryName(value) : value)

/** What a contact is called: by name, else by how they are reached. */
export const contactName = ({ name, email, phone }: Pick<ContactRow, 'name' | 'email' | 'phone'>) =>
  name || email || phone || 'No name'
