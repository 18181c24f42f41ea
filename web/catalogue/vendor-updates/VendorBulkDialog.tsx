import { vendorUpdates, type VendorUpdateRow } from '#contract/catalogue/vendor-updates.ts'
import { call } from '#web/kit/data/api.ts'
import type { Everything } from '#web/kit/list/list.ts'
import { BulkDialog } from '#web/platform/bulk/BulkDialog.tsx'
import { VENDOR_ACTS, type VendorAct } from './vendor-acts.tsx'

interface VendorBulkDialogProps {
  act: VendorAct
  rows: readonly VendorUpdateRow[]
  all: Everything | undefined
  onClose: () => void
  onBegun: () => void
}

/** An act on many requests: those that were selected, or all that the filter finds. */
export const VendorBulkDialog = ({ act, rows, all, onClose, onBegun }: VendorBulkDialogProps) => (
  <BulkDialog
    area={VENDOR_ACTS}
    act={act}
    count={all?.count ?? rows.length}
    select={() => call(vendorUpdates.select, { body: chosen(rows, all) })}
    onClose={onClose}
    onBegun={onBegun}
  />
)

const chosen = (rows: readonly VendorUpdateRow[], all: Everything | undefined) => {
  if (!all) return { ids: rows.map(({ id }) => id) }
  const { page: _page, pageSize: _size, ...filter }: Record<string, unknown> = { ...all.query }
  return { filter }
}
