import type { DirectoryKind } from '#contract/directory/directory-merges.ts'
import { TAB } from '#web/kit/list/tab-name.ts'
import { linkToLeads } from '#web/leads/published.ts'

export const CONTACTS = '/communication/contacts'
export const IMPORT = {
  contact: '/communication/import_contacts',
  company: '/communication/import_companies',
} as const satisfies Record<DirectoryKind, string>
export const COMPANIES_TAB = 'companies'
export const DUPLICATES_TAB = 'duplicates'

/** The lists of the screen, in their order. */
export type DirectoryTab = 'contacts' | typeof COMPANIES_TAB | typeof DUPLICATES_TAB

/** The names in the address by which one is open. */
export const OPEN = { contact: 'contact', company: 'company' } as const satisfies Record<DirectoryKind, string>

export const linkToTab = (tab: DirectoryTab) => (tab === 'contacts' ? CONTACTS : `${CONTACTS}?${TAB}=${tab}`)

/** One of them, open beside its list. */
export const linkToOne = (kind: DirectoryKind, id: number) =>
  kind === 'contact'
    ? `${CONTACTS}?view=everyone&${OPEN.contact}=${id}`
    : `${CONTACTS}?${TAB}=${COMPANIES_TAB}&view=all&${OPEN.company}=${id}`

/** The people of a company. */
export const linkToPeople = (id: number) => `${CONTACTS}?view=everyone&company_id=${id}`

/** Exactly the leads of one; undefined for people who may not open that list. */
export const linkToLeadsOf = (kind: DirectoryKind, id: number) =>
  linkToLeads('marketing', kind === 'contact' ? { contact: [id] } : { directory_company: [id] })
