import { bulk } from '#contract/leads/bulk.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { call } from '#web/kit/data/api.ts'
import type { Everything } from '#web/kit/list/list.ts'
import { NAME_OF_LIST, type LeadListEndpoint } from '#web/leads/list/lead-lists.ts'
import { BulkDialog } from '#web/platform/bulk/BulkDialog.tsx'
import { LEAD_ACTS } from './lead-acts.ts'
import type { BulkAct } from './lead-values.ts'

interface LeadBulkDialogProps {
  act: BulkAct
  list: LeadListEndpoint
  rows: readonly LeadRow[]
  all: Everything | undefined
  onClose: () => void
  onBegun: () => void
}

/** An act on the leads of a list: those that were selected, or all that its filter finds. */
export const LeadBulkDialog = ({ act, list, rows, all, onClose, onBegun }: LeadBulkDialogProps) => (
  <BulkDialog
    area={LEAD_ACTS}
    act={act}
    count={all?.count ?? rows.length}
    select={() => call(bulk.select, { body: { list: NAME_OF_LIST[list.permission], ...leadsOf(rows, all) } })}
    onClose={onClose}
    onBegun={onBegun}
  />
)

const leadsOf = (rows: readonly LeadRow[], all: Everything | undefined) => {
  if (!all) return { leadIds: rows.map(({ id }) => id) }
  const { page: _page, pageSize: _size, ...filter }: Record<string, unknown> = { ...all.query }
  return { filter }
}
