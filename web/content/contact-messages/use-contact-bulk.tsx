import {
  CheckOutlined,
  DownloadOutlined,
  InboxOutlined,
  StopOutlined,
  UndoOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import { contactExports } from '#contract/content/contact-exports.ts'
import type { ContactRow } from '#contract/content/contact-message.ts'
import { contactMessages } from '#contract/content/contact-messages.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import type { BulkAction, Selection } from '#web/kit/list/list.ts'
import type { ContactAct } from './contact-acts.tsx'

const ContactBulkDialog = lateDialog(() =>
  import('./ContactBulkDialog.tsx').then(({ ContactBulkDialog }) => ContactBulkDialog),
)

const { setStatusOfMany, assignMany } = contactMessages
const ACTS = [
  { act: 'answered', call: setStatusOfMany, label: 'Mark as answered', icon: <CheckOutlined aria-hidden /> },
  { act: 'assign', call: assignMany, label: 'Assign', icon: <UserOutlined aria-hidden /> },
  { act: 'archived', call: setStatusOfMany, label: 'Archive', icon: <InboxOutlined aria-hidden /> },
  { act: 'spam', call: setStatusOfMany, label: 'Spam', icon: <StopOutlined aria-hidden />, danger: true },
  { act: 'new', call: setStatusOfMany, label: 'Move back', icon: <UndoOutlined aria-hidden /> },
  { act: 'export', call: contactExports.begin, label: 'Export', icon: <DownloadOutlined aria-hidden /> },
] as const

interface ContactBulk {
  actions: readonly BulkAction<ContactRow>[]
  begin: (act: ContactAct, selection: Selection<ContactRow>) => void
  dialog: ReactNode
}

/** What is done with many messages at once. */
export const useContactBulk = (): ContactBulk => {
  const [begun, setBegun] = useState<{ act: ContactAct; selection: Selection<ContactRow> }>()
  return {
    actions: ACTS.filter(({ call }) => can(call)).map(({ act, call: _call, ...action }) => ({
      ...action,
      takesAll: true,
      run: (selection) => setBegun({ act, selection }),
    })),
    begin: (act, selection) => setBegun({ act, selection }),
    dialog: begun && (
      <ContactBulkDialog act={begun.act} selection={begun.selection} onClose={() => setBegun(undefined)} />
    ),
  }
}
