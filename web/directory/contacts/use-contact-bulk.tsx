import { DeleteOutlined, DownloadOutlined, MergeCellsOutlined, TagOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import { contacts, type ContactRow } from '#contract/directory/contacts.ts'
import { directoryExports } from '#contract/directory/directory-exports.ts'
import { directoryMerges } from '#contract/directory/directory-merges.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import type { BulkAction, Everything, Selection } from '#web/kit/list/list.ts'
import { useMergeOfTwo } from '#web/directory/directory-duplicates/use-merge-of-two.tsx'
import type { ContactAct } from './contact-acts.tsx'

const ContactBulkDialog = lateDialog(() =>
  import('./ContactBulkDialog.tsx').then(({ ContactBulkDialog }) => ContactBulkDialog),
)

const ACTS = [
  { act: 'tag', call: contacts.tagMany, label: 'Tag', icon: <TagOutlined aria-hidden />, keys: 't' },
  { act: 'export', call: directoryExports.begin, label: 'Export', icon: <DownloadOutlined aria-hidden /> },
  { act: 'delete', call: contacts.removeMany, label: 'Delete', icon: <DeleteOutlined aria-hidden />, danger: true },
] as const

interface ContactBulk {
  /** What the person may do with the selection. */
  actions: readonly BulkAction<ContactRow>[]
  /** All that the list shows, frozen as it is; undefined where the person may not. */
  exportAll: ((all: Everything) => void) | undefined
  dialog: ReactNode
}

/** Merging two contacts, and what is done with many at once. */
export const useContactBulk = (): ContactBulk => {
  const [begun, setBegun] = useState<{ act: ContactAct; selection: Selection<ContactRow> }>()
  const merge = useMergeOfTwo<ContactRow>('contact')
  return {
    actions: [
      ...(can(directoryMerges.mergeContacts)
        ? [{ label: 'Merge', icon: <MergeCellsOutlined aria-hidden />, keys: 'm', only: 2, run: merge.begin }]
        : []),
      ...ACTS.filter(({ call }) => can(call)).map(({ act, call: _call, ...action }) => ({
        ...action,
        takesAll: true,
        run: (selection: Selection<ContactRow>) => setBegun({ act, selection }),
      })),
    ],
    exportAll: can(directoryExports.begin)
      ? (all) => setBegun({ act: 'export', selection: { rows: [], all, clear: () => undefined } })
      : undefined,
    dialog: (
      <>
        {merge.dialog}
        {begun && <ContactBulkDialog act={begun.act} selection={begun.selection} onClose={() => setBegun(undefined)} />}
      </>
    ),
  }
}
