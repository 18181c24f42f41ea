import { countryName } from '#web/leads/published.ts'
import type { ChangeWords } from '#web/platform/changes/change-words.ts'
import { COMPANY_LABELS, CONTACT_LABELS } from './directory-words.ts'

const LABELS: Readonly<Record<string, string>> = {
  ...COMPANY_LABELS,
  ...CONTACT_LABELS,
  company_id: 'Company',
  tags: 'Tags',
  roles: 'Role',
  note: 'Note',
  description: 'Description',
  do_not_contact: 'Do not contact',
}

/** `Phone: +47 915 20 118`, a line for each value that people have set. */
export const ownWords = (own: unknown) =>
  typeof own === 'object' && own !== null
    ? Object.entries(own)
        .map(([field, value]) => `${LABELS[field] ?? field}: ${textOf(field, value)}`)
        .join('\n') || 'None'
    : undefined

const textOf = (field: string, value: unknown): string => {
  if (value === null || value === '') return 'none'
  if (Array.isArray(value)) return value.join(', ') || 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return JSON.stringify(value)
  return field === 'country' ? countryName(value) : value
}

/** How the history shows the directory. */
export const DIRECTORY_CHANGES: ChangeWords = {
  values: { 'directory_contacts.own': ownWords, 'directory_companies.own': ownWords },
  ids: {},
  names: {},
  hidden: [],
  main: ['directory_contacts', 'directory_companies'],
}
