import { CommentOutlined, UserAddOutlined, UserSwitchOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { allLeads } from '#contract/all-leads.ts'
import type { Lead } from '#contract/lead.ts'
import { leadDetails } from '#contract/lead-details.ts'
import { marketingLeads } from '#contract/marketing-leads.ts'
import { useAction } from '#web/kit/api.ts'
import type { BulkAction } from '#web/kit/list.ts'
import { can, session } from '#web/kit/session.ts'
import { toast } from '#web/kit/toast.ts'
import { outcomeWords, type Refused } from './assign-outcome.ts'
import { COMMENT_KEY, LEAD_LISTS, type LeadListEndpoint } from './lead-lists.ts'

const AssignDialog = lazy(() => import('./AssignDialog.tsx').then(({ AssignDialog }) => ({ default: AssignDialog })))
const CommentDialog = lazy(() =>
  import('./CommentDialog.tsx').then(({ CommentDialog }) => ({ default: CommentDialog })),
)
const RefusedDialog = lazy(() =>
  import('./RefusedDialog.tsx').then(({ RefusedDialog }) => ({ default: RefusedDialog })),
)

export type LeadAct = 'assign' | 'assign-to-me' | 'comment'

/** As many leads as an assignment takes in one call. */
const MOST = 1000

interface Asked {
  what: 'assign' | 'comment'
  rows: readonly Lead[]
  clear: () => void
}

export interface LeadActs {
  /** What the person may do here, for the selection or the current row. */
  bulk: readonly BulkAction<Lead>[]
  assignToMe: (rows: readonly Lead[], clear?: () => void) => void
  ask: (what: Asked['what'], rows: readonly Lead[]) => void
  dialogs: ReactNode
}

/** Assign, assign to me and comment, as the lists and the drawer offer them. */
export const useLeadActs = (list: LeadListEndpoint, acts: readonly LeadAct[]): LeadActs => {
  const [asked, setAsked] = useState<Asked>()
  const [refused, setRefused] = useState<{ refused: readonly Refused[]; rows: readonly Lead[] }>()
  const { user } = session.get()

  const take = useAction(allLeads.assignToMe, {
    refreshes: [...LEAD_LISTS, leadDetails.open, leadDetails.history, marketingLeads.checkCurrentAssignment],
    optimistic: {
      list,
      rows: ({ body }) => body.leadIds,
      change: () => ({ status: 'assigned', assigned_qa: user ? { id: user.id, name: user.name } : null }),
    },
  })
  const assignToMe = async (rows: readonly Lead[], clear?: () => void) => {
    if (rows.length > MOST) return toast.failed(TOO_MANY)
    const reply = await take({ body: { leadIds: rows.map(({ id }) => id) } })
    if (!reply) return
    clear?.()
    tell(reply.data, rows, 'you', setRefused)
  }
  const ask = (what: Asked['what'], rows: readonly Lead[], clear = () => {}) =>
    rows.length > MOST ? toast.failed(TOO_MANY) : setAsked({ what, rows, clear })

  const offered: (BulkAction<Lead> & { act: LeadAct; may: boolean })[] = [
    {
      act: 'assign',
      may: can(marketingLeads.assign),
      label: 'Assign',
      icon: <UserSwitchOutlined aria-hidden />,
      keys: 'a',
      run: ({ rows, clear }) => ask('assign', rows, clear),
    },
    {
      act: 'assign-to-me',
      may: can(allLeads.assignToMe),
      label: 'Assign to me',
      icon: <UserAddOutlined aria-hidden />,
      keys: 'm',
      run: ({ rows, clear }) => void assignToMe(rows, clear),
    },
    {
      act: 'comment',
      may: can(COMMENT_KEY[list.permission]) && can(leadDetails.comment),
      label: 'Comment',
      icon: <CommentOutlined aria-hidden />,
      keys: 'c',
      run: ({ rows, clear }) => ask('comment', rows, clear),
    },
  ]

  return {
    bulk: offered.filter(({ act, may }) => may && acts.includes(act)),
    assignToMe: (rows, clear) => void assignToMe(rows, clear),
    ask,
    dialogs: (
      <Suspense>
        {asked?.what === 'assign' && (
          <AssignDialog
            rows={asked.rows}
            list={list}
            onClose={() => setAsked(undefined)}
            onAssigned={(outcome, name) => {
              setAsked(undefined)
              asked.clear()
              tell(outcome, asked.rows, name, setRefused)
            }}
          />
        )}
        {asked?.what === 'comment' && (
          <CommentDialog rows={asked.rows} onClose={() => setAsked(undefined)} onDone={asked.clear} />
        )}
        {refused && <RefusedDialog {...refused} onClose={() => setRefused(undefined)} />}
      </Suspense>
    ),
  }
}

const TOO_MANY = 'At most 1,000 leads can be assigned at once. Narrow the selection, then try again.'

/** Says what became of an assignment, and offers the refused with their reasons. */
const tell = (
  outcome: { assigned: number[]; refused: Refused[] },
  rows: readonly Lead[],
  to: string,
  show: (refused: { refused: readonly Refused[]; rows: readonly Lead[] }) => void,
) => {
  const text = outcomeWords(outcome, rows, to)
  if (outcome.refused.length === 0) toast.done(text)
  else toast.note(text, { label: 'Show refused', run: () => show({ refused: outcome.refused, rows }) })
}
