import type { Contact, ContactField } from '#contract/directory/contacts.ts'

/** What the form of a contact has. */
export interface ContactValues {
  name?: string
  email?: string
  phone?: string
  designation?: string
  department?: string
  country?: string | null
  city?: string
  company_id?: number | null
  tags?: string[]
  note?: string
  do_not_contact?: boolean
}

const TEXTS = [
  'name',
  'email',
  'phone',
  'designation',
  'department',
  'country',
  'city',
] as const satisfies readonly ContactField[]

export const valuesOfContact = (contact: Contact): ContactValues => ({
  ...Object.fromEntries(TEXTS.map((field) => [field, contact.fields[field].value ?? ''])),
  country: contact.fields.country.value,
  company_id: contact.company?.id ?? null,
  tags: contact.tags,
  note: contact.note,
  do_not_contact: contact.do_not_contact,
})

/** What is stored of it; a text that is empty is none. */
const stored = (values: ContactValues) => ({
  ...Object.fromEntries(TEXTS.map((field) => [field, values[field]?.trim() || null])),
  company_id: values.company_id ?? null,
  tags: values.tags ?? [],
  note: values.note?.trim() ?? '',
  do_not_contact: values.do_not_contact ?? false,
})

type Stored = Partial<Record<ContactField, string | null>> &
  Partial<{ company_id: number | null; tags: string[]; note: string; do_not_contact: boolean }>

/** What is said of a new contact: nothing of what was left out. */
export const newContact = (values: ContactValues): Stored => changed(stored({}), stored(values))

/** What the form says otherwise than the contact; what was not touched stays with its source. */
export const contactChange = (contact: Contact, values: ContactValues): Stored =>
  changed(stored(valuesOfContact(contact)), stored(values))

const changed = (before: object, after: object): Stored => {
  const was = new Map<string, unknown>(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(was.get(name)) !== JSON.stringify(value)),
  )
}

/** Somebody has to be called or reached somehow. */
export const isAnybody = ({ name, email, phone }: ContactValues) =>
  [name, email, phone].some((text) => text !== undefined && text.trim() !== '')
