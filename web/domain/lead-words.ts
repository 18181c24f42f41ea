import type {
  AccountType,
  EnquiryStatus,
  InvalidReason,
  Lead,
  LeadSource,
  LeadStatus,
  LostReason,
} from '#contract/lead.ts'
import type { Option } from '#web/kit/list.ts'
import type { Tone } from '#web/kit/StatusTag.tsx'

export const STATUS: Readonly<Record<LeadStatus, { label: string; tone: Tone }>> = {
  new: { label: 'New', tone: 'info' },
  assigned: { label: 'Assigned', tone: 'neutral' },
  'in-progress': { label: 'In progress', tone: 'warning' },
  on_hold: { label: 'On hold', tone: 'neutral' },
  valid: { label: 'Valid', tone: 'success' },
  invalid: { label: 'Invalid', tone: 'error' },
}

/** A registration that nobody has looked at is pending, whatever its code. */
export const statusLabel = ({ status, kind }: Pick<Lead, 'status'> & { kind?: Lead['kind'] | undefined }) =>
  status === 'new' && kind === 'registration' ? 'Pending' : STATUS[status].label

export const SOURCE: Readonly<Record<LeadSource, string>> = {
  website_form: 'Website form',
  registration: 'Registration',
  contact_us: 'Contact form',
  import: 'Import',
  api: 'API',
  email: 'Email',
  phone: 'Phone',
  event: 'Event',
  referral: 'Referral',
  manual: 'Added by hand',
}

export const ENQUIRY_STATUS: Readonly<Record<EnquiryStatus, string>> = {
  open: 'Open',
  contacted: 'Contacted',
  quoted: 'Quoted',
  won: 'Won',
  lost: 'Lost',
  nurture: 'Nurture',
}

export const LOST_REASON: Readonly<Record<LostReason, string>> = {
  price: 'Price',
  stock: 'Not in stock',
  timing: 'Timing',
  chose_competitor: 'Chose a competitor',
  no_reply: 'No reply',
  other: 'Other',
}

export const ACCOUNT_TYPE: Readonly<Record<AccountType, string>> = {
  buyer: 'Buyer',
  reseller: 'Reseller',
  supplier: 'Supplier',
  other: 'Other',
}

export const INVALID_REASON: Readonly<Record<InvalidReason, string>> = {
  spam_or_bot: 'Spam or bot',
  restricted_domain: 'Restricted domain',
  duplicate: 'Duplicate',
  unreachable: 'Cannot be reached',
  wrong_contact_details: 'Wrong contact details',
  not_our_product: 'Not our product',
  job_seeker_or_vendor_pitch: 'Job seeker or vendor pitch',
  student_or_research: 'Student or research',
  competitor: 'Competitor',
  test_submission: 'Test submission',
  other: 'Other',
}

export const optionsOf = <Code extends string>(words: Readonly<Record<Code, string>>): Option[] =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }))

/** The label of a code that may be a tenant's own, or one of tomorrow's. */
export const labelOf = (words: Readonly<Record<string, string>>, code: string) => words[code] ?? sentenceCase(code)

const sentenceCase = (code: string) => {
  const words = code.replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

/** `IN` → `India`; what is no code stays as it is. */
export const countryName = (code: string | null | undefined) => {
  if (!code) return ''
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code
}

/** `Leeds, United Kingdom`, from what is known of it. */
export const placeOf = ({ city, country }: { city: string | null; country: string | null }) =>
  [city, countryName(country)].filter(Boolean).join(', ')
