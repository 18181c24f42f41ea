import { exportCalls } from '#contract/platform/exports.ts'

/** What an export of contacts can hold, as its columns are called. */
export const DIRECTORY_CONTACT_COLUMNS = {
  name: 'Name',
  designation: 'Designation',
  department: 'Department',
  company: 'Company',
  domain: 'Domain',
  email: 'Email',
  emails: 'All emails',
  email_status: 'Email status',
  phone: 'Phone',
  country: 'Country',
  city: 'City',
  leads_open: 'Open leads',
  leads_all: 'All leads',
  last_contact_at: 'Last contact',
  tags: 'Tags',
  note: 'Note',
  do_not_contact: 'Do not contact',
  created_at: 'Known since',
} as const
export type DirectoryContactColumn = keyof typeof DIRECTORY_CONTACT_COLUMNS
export const DIRECTORY_CONTACT_COLUMN_NAMES = Object.keys(DIRECTORY_CONTACT_COLUMNS).filter(
  (name): name is DirectoryContactColumn => name in DIRECTORY_CONTACT_COLUMNS,
)

export const DIRECTORY_COMPANY_COLUMNS = {
  name: 'Name',
  domain: 'Domain',
  domains: 'All domains',
  website: 'Website',
  phone: 'Phone',
  country: 'Country',
  state: 'State',
  city: 'City',
  zip_code: 'ZIP code',
  address: 'Address',
  contacts: 'Contacts',
  leads_open: 'Open leads',
  leads_all: 'All leads',
  valid_rate: 'Valid leads in %',
  last_contact_at: 'Last contact',
  roles: 'Roles',
  tags: 'Tags',
  description: 'Description',
  note: 'Note',
  created_at: 'Known since',
} as const
export type DirectoryCompanyColumn = keyof typeof DIRECTORY_COMPANY_COLUMNS
export const DIRECTORY_COMPANY_COLUMN_NAMES = Object.keys(DIRECTORY_COMPANY_COLUMNS).filter(
  (name): name is DirectoryCompanyColumn => name in DIRECTORY_COMPANY_COLUMNS,
)

export const directoryExports = exportCalls(
  '/communication/export_contacts',
  'contacts_list',
  DIRECTORY_CONTACT_COLUMN_NAMES,
)
export const directoryCompanyExports = exportCalls(
  '/communication/export_companies',
  'contacts_list',
  DIRECTORY_COMPANY_COLUMN_NAMES,
)
