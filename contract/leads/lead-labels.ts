import type { EnquiryStatus, InvalidReason, LeadSource, LeadStatus } from './lead.ts'

/** What everything is called until a company calls it otherwise. */
export const STATUS_LABELS: Readonly<Record<LeadStatus, string>> = {
  new: 'New',
  assigned: 'Assigned',
  'in-progress': 'In progress',
  on_hold: 'On hold',
  valid: 'Valid',
  invalid: 'Invalid',
}

export const ENQUIRY_STATUS_LABELS: Readonly<Record<EnquiryStatus, string>> = {
  open: 'Open',
  contacted: 'Contacted',
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
  nurture: 'Nurture',
}

export const SOURCE_LABELS: Readonly<Record<LeadSource, string>> = {
  website_form: 'Website form',
  registration: 'Registration',
  contact_us: 'Contact form',
  import: 'Import',
  api: 'API',
  email: 'Email',
  phone: 'Phone',
  event: 'Event',
  referral: 'Referral',
  manual: 'Added manually',
}

export const INVALID_REASON_LABELS: Readonly<Record<InvalidReason, string>> = {
  spam_or_bot: 'Spam or bot',
  restricted_domain: 'Restricted domain',
  duplicate: 'Duplicate',
  unreachable: 'Unreachable',
  wrong_contact_details: 'Wrong contact details',
  not_our_product: 'Not our product',
  job_seeker_or_vendor_pitch: 'Job seeker or vendor pitch',
  student_or_research: 'Student or research',
  competitor: 'Competitor',
  test_submission: 'Test submission',
  other: 'Other',
}
