import { contacts, type ContactRow } from '#contract/directory/contacts.ts'
import { call } from '#web/kit/data/api.ts'
import type { Selection } from '#web/kit/list/list.ts'
import { BulkDialog } from '#web/platform/bulk/BulkDialog.tsx'
import { CONTACT_ACTS, type ContactAct } from './contact-acts.tsx'

interface ContactBulkDialogProps {
  act: ContactAct
  selection: Selection<ContactRow>
  onClose: () => void
}

/** An act on many contacts: those that were selected, or all that the filter finds. */
export const ContactBulkDialog = ({ act, selection, onClose }: ContactBulkDialogProps) => (
  <BulkDialog
    area={CONTACT_ACTS}
    act={act}
    count={selection.all?.count ?? selection.rows.length}
    select={() => call(contacts.select, { body: chosen(selection) })}
    onClose={onClose}
    onBegun={selection.clear}
  />
)

const chosen = ({ rows, all }: Selection<ContactRow>) => {
  if (!all) return { ids: rows.map(({ id }) => id) }
  const { page: _page, pageSize: _size, ...filter }: Record<string, unknown> = { ...all.query }
  return { filter }
}
