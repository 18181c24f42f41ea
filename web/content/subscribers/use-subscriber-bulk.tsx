import { DeleteOutlined, DownloadOutlined, MinusCircleOutlined, StopOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import { subscriberExports } from '#contract/content/subscriber-exports.ts'
import { subscribers, type SubscriberRow } from '#contract/content/subscribers.ts'
import { can } from '#web/kit/data/session.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import type { BulkAction, Everything, Selection } from '#web/kit/list/list.ts'
import type { SubscriberAct } from './subscriber-acts.tsx'

const SubscriberBulkDialog = lateDialog(() =>
  import('./SubscriberBulkDialog.tsx').then(({ SubscriberBulkDialog }) => SubscriberBulkDialog),
)

interface SubscriberBulk {
  /** What the person may do with the selection. */
  actions: readonly BulkAction<SubscriberRow>[]
  /** All that the list shows, frozen as it is; undefined where the person may not. */
  exportAll: ((all: Everything) => void) | undefined
  dialog: ReactNode
}

/** Unsubscribe, block, export and erase, for many subscribers of the list. */
export const useSubscriberBulk = (): SubscriberBulk => {
  const [begun, setBegun] = useState<{ act: SubscriberAct; selection: Selection<SubscriberRow> }>()
  const acts = [
    {
      act: 'unsubscribe',
      call: subscribers.setStatusMany,
      label: 'Unsubscribe',
      icon: <MinusCircleOutlined aria-hidden />,
      keys: 'u',
    },
    { act: 'block', call: subscribers.setStatusMany, label: 'Block', icon: <StopOutlined aria-hidden />, keys: 'b' },
    { act: 'export', call: subscriberExports.begin, label: 'Export', icon: <DownloadOutlined aria-hidden /> },
    {
      act: 'erase',
      call: subscribers.eraseMany,
      label: 'Erase',
      icon: <DeleteOutlined aria-hidden />,
      keys: 'e',
      danger: true,
    },
  ] as const
  return {
    actions: acts
      .filter(({ call }) => can(call))
      .map(({ act, call: _call, ...action }) => ({
        ...action,
        takesAll: true,
        run: (selection) => setBegun({ act, selection }),
      })),
    exportAll: can(subscriberExports.begin)
      ? (all) => setBegun({ act: 'export', selection: { rows: [], all, clear: () => undefined } })
      : undefined,
    dialog: begun && (
      <SubscriberBulkDialog act={begun.act} selection={begun.selection} onClose={() => setBegun(undefined)} />
    ),
  }
}
