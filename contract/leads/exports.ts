import { Type } from 'typebox'
import { ById, FileBytes, get, Id, One, post } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { ENQUIRY_LABELS, UTM_LABELS } from './lead.ts'

/** What an export can hold, as its columns are called. Those that an import knows too come back by it unchanged. */
export const EXPORT_COLUMNS = {
  lead_no: 'Lead no.',
  created_at: 'Received',
  ...ENQUIRY_LABELS,
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

export const exports = {
  begin: post('/marketing/lead_export', {
    summary: 'Exports a selection to a file, as a job; its creator can download it for 24 hours',
    permission: 'leads_export',
    did: NO_HISTORY,
    body: Type.Object({
      selection: Id,
      columns: Type.Array(Type.Enum(EXPORT_COLUMN_NAMES), { minItems: 1, maxItems: EXPORT_COLUMN_NAMES.length }),
    }),
    reply: One(Type.Object({ job: Type.Integer() })),
    failure: 'The export did not start. Try again.',
  }),
  file: get('/marketing/lead_export/:id', {
    summary: 'The file of the caller’s export, whole or a range of its bytes',
    permission: 'leads_export',
    download: true,
    file: true,
    params: ById,
    reply: FileBytes,
    failure: 'The file was not downloaded. Try again.',
  }),
}
