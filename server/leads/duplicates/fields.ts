import type { MergeField } from '#contract/leads/duplicates.ts'

/** The columns of a lead that go with each field of a merge: from one lead or from the other, never mixed. */
export const COLUMNS_OF = {
  name: ['name', 'name_is_company'],
  email: ['email'],
  phone: ['phone', 'phone_sent'],
  further: ['further'],
  company: ['company', 'account_type'],
  job_title: ['job_title'],
  website: ['website'],
  address: ['address', 'city', 'state', 'zip_code', 'country'],
  message: ['message'],
  tags: ['tags'],
  source: ['source', 'form_id', 'utm'],
  products: [],
  decision: [
    'status',
    'status_at',
    'enquiry_status',
    'lost_reason',
    'nurture_until',
    'enquiry_at',
    'follow_up_on',
    'reached_by',
    'sales_note',
    'reason_code',
    'reason_note',
    'duplicate_of',
    'on_hold_until',
    'quarantined_by',
    'assigned_qa',
    'assigned_how',
    'released_by',
    'released_how',
    'verdict_id',
    'assigned_at',
    'in_progress_at',
    'validated_at',
    'validated_by',
    'first_response_at',
  ],
  sales_person: ['sales_person', 'sales_assigned_at'],
} as const satisfies Record<MergeField, readonly string[]>

/** Columns that a merge leaves to each lead, or works out itself. */
export const OWN_COLUMNS = [
  'company_id',
  'id',
  'lead_no',
  'kind',
  'email_domain',
  'spam_signals',
  'created_by',
  'created_at',
  'updated_at',
  'version',
  'deleted_at',
  'erased_at',
  'external_id',
  'import_id',
  'products_version',
  'total_quantity',
] as const

/** What hangs on a lead and goes over to the winner. */
export const MOVED_TABLES = ['lead_items', 'lead_comments', 'lead_verdicts', 'lead_acceptances'] as const
export type MovedTable = (typeof MOVED_TABLES)[number]

/** What the winner gives away for what it gets, and where the merge remembers that. */
export const EXCHANGED = [
  ['lead_items', 'lead_items_back'],
  ['lead_acceptances', 'lead_acceptances_back'],
] as const satisfies readonly [MovedTable, string][]

/** What stays where it was: each row is read from its own lead, taken over with the status, or worked out anew. */
export const STAYING_TABLES = [
  'assignment_decisions',
  'assignment_places',
  'assignment_queue',
  'contact_messages',
  'duplicate_members',
  'imported_leads',
  'lead_clocks',
  'lead_clocks_taken',
  'lead_merges',
  'leads',
  'lead_presence',
  'lead_submissions',
  'lead_texts',
  'not_duplicates',
  'qc_questions',
  'recent_leads',
  'restricted_domain_hits',
] as const
