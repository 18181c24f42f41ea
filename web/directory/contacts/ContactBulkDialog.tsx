import { contacts } from '#contract/directory/contacts.ts'
import { call } from '#web/kit/data/api.ts'
import type { Selection } from '#web/kit/list/list.ts'
import { DirectoryBulkDialog } from '#web/directory/directory-facts/DirectoryBulkDialog.tsx'
import { CONTACT_ACTS, type ContactAct } from './contact-acts.tsx'

interface ContactBulkDialogProps {
  act: ContactAct
  selection: Selection<{ id: number }>
  onClose: () => void
}

/** An act on many contacts. */
export const ContactBulkDialog = (props: ContactBulkDialogProps) => (
  <DirectoryBulkDialog area={CONTACT_ACTS} select={(body) => call(contacts.select, { body })} {...props} />
)
