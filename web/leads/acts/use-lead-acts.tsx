import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useState, type ReactNode } from 'react'
import { allLeads } from '#contract/leads/all-leads.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { useAction } from '#web/kit/data/api.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import type { BulkAction, Everything, Selection } from '#web/kit/list/list.ts'
import { can, session } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { undoOf } from '#web/kit/data/undo.ts'
import { useStable } from '#web/kit/form/use-stable.ts'
import type { BulkAct } from '#web/leads/bulk/lead-values.ts'
import { outcomeWords, type Refused } from './assign-outcome.ts'
import { offeredActs, type LeadAct } from './offered-acts.tsx'
import { useDeleteLeads } from './use-delete-leads.ts'
import { LEAD_LISTS, type LeadListEndpoint } from '#web/leads/list/lead-lists.ts'

const AssignDialog = lateDialog(() => import('./AssignDialog.tsx').then(({ AssignDialog }) => AssignDialog))
const LeadBulkDialog = lateDialog(() =>
  import('#web/leads/bulk/LeadBulkDialog.tsx').then(({ LeadBulkDialog }) => LeadBulkDialog),
)
const CommentDialog = lateDialog(() => import('./CommentDialog.tsx').then(({ CommentDialog }) => CommentDialog))
const RefusedDialog = lateDialog(() => import('./RefusedDialog.tsx').then(({ RefusedDialog }) => RefusedDialog))

/** As many leads as an assignment takes in one call. */
const MOST = 1000

interface Asked {
  what: 'assign' | 'comment'
  rows: readonly LeadRow[]
  clear: () => void
}

export interface LeadActs {
  /** What the person may do here, for the selection or the current row. */
  bulk: readonly BulkAction<LeadRow>[]
  assignToMe: (rows: readonly LeadRow[], clear?: () => void) => void
  /** "Assign to me" in a row, where the person may: the same function for the life of the list, so that rows are kept. */
  takeButton: (row: LeadRow) => ReactNode
  ask: (what: Asked['what'], rows: readonly LeadRow[]) => void
  /** All that the list shows, frozen as it is; undefined where the person may not. */
  exportAll: ((all: Everything) => void) | undefined
  dialogs: ReactNode
}

/** Assign, assign to me and comment, as the lists and the drawer offer them. */
export const useLeadActs = (list: LeadListEndpoint, acts: readonly LeadAct[]): LeadActs => {
  const [asked, setAsked] = useState<Asked>()
  const [refused, setRefused] = useState<{ refused: readonly Refused[]; rows: readonly LeadRow[] }>()
  const [begun, setBegun] = useState<{ act: BulkAct; selection: Selection<LeadRow> }>()
  const { user } = session.get()

  const take = useAction(allLeads.assignToMe, {
    refreshes: [...LEAD_LISTS, leadDetails.open, leadDetails.history, marketingLeads.checkCurrentAssignment],
    optimistic: {
      list,
      rows: ({ body }) => body.leadIds,
      change: () => ({ status: 'assigned', assigned_qa: user ? { id: user.id, name: user.name } : null }),
    },
  })
  const assignToMe = useStable((rows: readonly LeadRow[], clear?: () => void) => {
    if (rows.length > MOST) return toast.failed(TOO_MANY)
    return take({ body: { leadIds: rows.map(({ id }) => id) } }, ({ data }) => {
      clear?.()
      tell(data, rows, 'you', setRefused)
    })
  })
  const takeButton = useCallback(
    (row: LeadRow) => can(allLeads.assignToMe) && <TakeButton onTake={() => void assignToMe([row])} />,
    [assignToMe],
  )
  const ask = (what: Asked['what'], rows: readonly LeadRow[], clear = () => {}) =>
    rows.length > MOST ? toast.failed(TOO_MANY) : setAsked({ what, rows, clear })

  const asJob = (act: BulkAct) => (selection: Selection<LeadRow>) => setBegun({ act, selection })
  const deleteLeads = useDeleteLeads()
  const offered = offeredActs(list, {
    asJob,
    assign: ({ rows, clear }) => ask('assign', rows, clear),
    comment: ({ rows, clear }) => ask('comment', rows, clear),
    assignToMe: ({ rows, clear }) => void assignToMe(rows, clear),
    remove: ({ rows, clear }) => void deleteLeads(rows).then((done) => done && clear()),
  })

  const allowed = offered.filter(({ act, may }) => may && acts.includes(act))
  return {
    bulk: allowed,
    exportAll: allowed.some(({ act }) => act === 'export')
      ? (all) => asJob('export')({ rows: [], all, clear: () => {} })
      : undefined,
    assignToMe,
    takeButton,
    ask,
    dialogs: (
      <>
        {asked?.what === 'assign' && (
          <AssignDialog
            rows={asked.rows}
            list={list}
            onClose={() => setAsked(undefined)}
            onAssigned={(outcome, name) => {
              asked.clear()
              tell(outcome, asked.rows, name, setRefused)
            }}
          />
        )}
        {asked?.what === 'comment' && (
          <CommentDialog rows={asked.rows} onClose={() => setAsked(undefined)} onDone={asked.clear} />
        )}
        {begun && (
          <LeadBulkDialog
            act={begun.act}
            list={list}
            rows={begun.selection.rows}
            all={begun.selection.all}
            onClose={() => setBegun(undefined)}
            onBegun={begun.selection.clear}
          />
        )}
        {refused && <RefusedDialog {...refused} onClose={() => setRefused(undefined)} />}
      </>
    ),
  }
}

const TakeButton = ({ onTake }: { onTake: () => void }) => (
  <Button size="small" icon={<UserAddOutlined aria-hidden />} onClick={onTake}>
    Assign to me
  </Button>
)

const TOO_MANY = 'You can change at most 1,000 leads at once. Narrow the selection, then try again.'

/** Says what became of an assignment, and offers the refused with their reasons. */
const tell = (
  outcome: { assigned: number[]; refused: Refused[] },
  rows: readonly LeadRow[],
  to: string,
  show: (refused: { refused: readonly Refused[]; rows: readonly LeadRow[] }) => void,
) => {
  const text = outcomeWords(outcome, rows, to)
  const undo = undoOf(outcome)
  if (outcome.refused.length === 0) toast.done(text, { undo })
  else toast.note(text, { label: 'Show refused', run: () => show({ refused: outcome.refused, rows }) }, { undo })
}
