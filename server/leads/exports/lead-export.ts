import { EXPORT_COLUMNS, exports } from '#contract/leads/exports.ts'
import { LEADS, seenLeads } from '#server/leads/bulk/selection.ts'
import { exportOf } from '#server/platform/exports/export.ts'
import { cellOf, itemsFor } from './columns.ts'

export const leadExport = exportOf({
  name: 'exports.begin',
  begin: exports.begin,
  title: (count) => `Export ${count.toLocaleString('en')} ${count === 1 ? 'lead' : 'leads'}`,
  fileName: 'leads',
  of: LEADS,
  labels: EXPORT_COLUMNS,
  cell: cellOf,
  joins: itemsFor,
  visible: seenLeads,
})
