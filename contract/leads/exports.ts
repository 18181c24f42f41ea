import { exportCalls } from '#contract/platform/exports.ts'
import { FURTHER_LABELS } from './further-contacts.ts'
import { ENQUIRY_LABELS, UTM_LABELS } from './enquiry-fields.ts'

/** What an export can hold, as its columns are called. Those that an import knows too come back by it unchanged. */
export const EXPORT_COLUMNS = {
  lead_no: 'Lead no.',
  created_at: 'Received',
  ...ENQUIRY_LABELS,
  ...FURTHER_LABELS,
  tags: 'Tags',
  external_id: 'External ID',
  product: 'Product',
  quantity: 'Quantity',
  more_products: 'More products',
  source: 'Source',
  ...UTM_LABELS,
  status: 'Status',
  enquiry_status: 'Enquiry status',
  assigned_qa: 'QA',
  sales_person: 'Sales person',
  assigned_at: 'Assigned at',
  validated_at: 'Validated at',
  reason: 'Invalid reason',
  reason_note: 'Reason note',
  updated_at: 'Last change',
} as const
export type ExportColumn = keyof typeof EXPORT_COLUMNS
export const EXPORT_COLUMN_NAMES = Object.keys(EXPORT_COLUMNS).filter(
  (name): name is ExportColumn => name in EXPORT_COLUMNS,
)

export const exports = exportCalls('/marketing/lead_export', 'leads_export', EXPORT_COLUMN_NAMES)
