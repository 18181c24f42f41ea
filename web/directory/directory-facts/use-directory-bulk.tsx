import { DeleteOutlined, DownloadOutlined, MergeCellsOutlined, TagOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { DirectoryKind } from '#contract/directory/directory-merges.ts'
import { can } from '#web/kit/data/session.ts'
import type { BulkAction, Everything, Selection } from '#web/kit/list/list.ts'
import { useMergeOfTwo } from '#web/directory/directory-duplicates/use-merge-of-two.tsx'

interface DirectoryBulk<Act extends string> {
  kind: DirectoryKind
  merge: Endpoint
  /** The acts on many, each with the call that it takes. */
  acts: readonly (Pick<BulkAction<never>, 'label' | 'icon' | 'keys' | 'danger'> & { act: Act; call: Endpoint })[]
  Dialog: (props: { act: Act; selection: Selection<{ id: number }>; onClose: () => void }) => ReactNode
}

/** How the acts look that contacts and companies share. */
export const TAG = { act: 'tag', label: 'Tag', icon: <TagOutlined aria-hidden />, keys: 't' } as const
export const EXPORT = { act: 'export', label: 'Export', icon: <DownloadOutlined aria-hidden /> } as const
export const DELETE = { act: 'delete', label: 'Delete', icon: <DeleteOutlined aria-hidden />, danger: true } as const

/** Merging two, and what is done with many at once, as far as the person may. */
export const useDirectoryBulk = <Act extends string, Row extends { id: number; leads_all: number }>({
  kind,
  merge: mergeCall,
  acts,
  Dialog,
}: DirectoryBulk<Act | 'export'>) => {
  const [begun, setBegun] = useState<{ act: Act | 'export'; selection: Selection<{ id: number }> }>()
  const merge = useMergeOfTwo<Row>(kind)
  const allowed = acts.filter(({ call }) => can(call))
  const actions: BulkAction<Row>[] = [
    ...(can(mergeCall)
      ? [{ label: 'Merge', icon: <MergeCellsOutlined aria-hidden />, keys: 'm', only: 2, run: merge.begin }]
      : []),
    ...allowed.map(({ act, call: _call, ...action }) => ({
      ...action,
      takesAll: true,
      run: (selection: Selection<Row>) => setBegun({ act, selection }),
    })),
  ]
  return {
    actions,
    /** All that the list shows, frozen as it is; undefined where the person may not. */
    exportAll: allowed.some(({ act }) => act === 'export')
      ? (all: Everything) => setBegun({ act: 'export', selection: { rows: [], all, clear: () => undefined } })
      : undefined,
    dialog: (
      <>
        {merge.dialog}
        {begun && <Dialog act={begun.act} selection={begun.selection} onClose={() => setBegun(undefined)} />}
      </>
    ),
  }
}
