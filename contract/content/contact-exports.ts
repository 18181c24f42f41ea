import { exportCalls } from '#contract/platform/exports.ts'

/** The columns of an export, as they are called. */
export const CONTACT_COLUMNS = {
  contact_no: 'No.',
  created_at: 'Received',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  country: 'Country',
  subject: 'Subject',
  message: 'Message',
  page_url: 'Page',
  status: 'Status',
  handled_by: 'Handled by',
  answered_at: 'Answered',
  first_answer_minutes: 'Working minutes to the first answer',
  lead_no: 'Lead no.',
} as const
export type ContactColumn = keyof typeof CONTACT_COLUMNS

export const CONTACT_COLUMN_NAMES = Object.keys(CONTACT_COLUMNS).filter(
  (name): name is ContactColumn => name in CONTACT_COLUMNS,
)

export const contactExports = exportCalls('/marketing/export_contact_us', 'contact_us_list', CONTACT_COLUMN_NAMES)
