import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import type { LeadRow, LeadQuery } from '#contract/leads/lead.ts'
import { LEAD_SORTS } from '#contract/leads/lead-sorts.ts'
import { useList } from '#web/kit/data/api.ts'
import type { Column, EmptyText, Filter, View } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { latePanel } from '#web/kit/feedback/late-dialog.tsx'
import { can } from '#web/kit/data/session.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { focusRow } from '#web/kit/list/use-current-row.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { idIn } from '#web/kit/list/id-in.ts'
import { useChosenColumns, withValues } from '#web/kit/list/use-chosen-columns.ts'
import { activeView } from '#web/kit/list/view-links.ts'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { useStable } from '#web/kit/form/use-stable.ts'
import { leadCard } from './lead-card.tsx'
import type { LeadListEndpoint } from './lead-lists.ts'
import { firstLead } from '#web/leads/drawer/next-lead.ts'
import type { LeadAct } from '#web/leads/acts/offered-acts.tsx'
import { useLeadActs, type LeadActs } from '#web/leads/acts/use-lead-acts.tsx'

const LeadDrawer = latePanel(() => import('#web/leads/drawer/LeadDrawer.tsx').then(({ LeadDrawer }) => LeadDrawer))

interface LeadListProps {
  title: string
  endpoint: LeadListEndpoint
  columns: readonly Column<LeadRow>[] | ((acts: LeadActs) => readonly Column<LeadRow>[])
  filters: readonly Filter[]
  views: readonly View[]
  defaultSort: { sort: (typeof LEAD_SORTS)[number]; order: 'asc' | 'desc' }
  /** What that order is called, where its column may not show. */
  usualOrder?: string
  /** In the corner of a card: what matters most on this list. */
  corner: (lead: LeadRow) => ReactNode
  /** At the end of a card: an act of this list; usually who is on it. */
  end?: (lead: LeadRow, acts: LeadActs) => ReactNode
  acts: readonly LeadAct[]
  empty: EmptyText
  actions?: ReactNode
  /** Between the filters and the rows. */
  above?: ReactNode
  /** What the list can show beside itself, under the name `panel` in the address. */
  panel?: (query: LeadQuery, onClose: () => void) => ReactNode
}

const NOUN = ['lead', 'leads'] as const

/** A lead list: its rows, the acts on them, and the lead of the address in the drawer beside them. */
export const LeadList = ({
  title,
  endpoint,
  columns,
  filters,
  views,
  defaultSort,
  usualOrder,
  corner,
  end,
  acts,
  empty,
  actions,
  above,
  panel,
}: LeadListProps) => {
  const list = useListParams({
    endpoint,
    sorts: LEAD_SORTS,
    defaultSort,
    own: ['lead', 'panel'],
    views,
    remembersOrder: usualOrder !== undefined,
  })
  const leadActs = useLeadActs(endpoint, acts)
  const offered = typeof columns === 'function' ? columns(leadActs) : columns
  const query = withValues(list.query, useChosenColumns(list, activeView(list), offered).columns)
  const answer = useList(endpoint, query, { enabled: can(endpoint.permission) && list.ready })
  const page = answer.data
  const narrow = useNarrow()
  const wanted = list.get('lead')
  // `next`: what the list has first, for links that cannot know it; and only what it has by now.
  const looked = wanted === 'next' && page && !answer.isFetching ? page : undefined
  const here = looked && firstLead(looked.data)
  // What is on hold may fill the first page: then what can be judged stands on a later one.
  const isBeyond =
    looked !== undefined && here === undefined && looked.pagination.totalPages > 1 && list.query.status === undefined
  const later = useList(endpoint, { ...query, page: 1, status: ['assigned', 'in-progress'] }, { enabled: isBeyond })
  const next = here ?? (isBeyond && later.data && !later.isFetching ? firstLead(later.data.data) : undefined)
  const addressed = next ?? idIn(wanted)
  // The address follows as a transition; the lead itself has to be there with the key that asked for it.
  const [asked, setAsked] = useState<number>()
  if (asked !== undefined && asked === addressed) setAsked(undefined)
  const openId = asked ?? addressed
  const open = (id: number, change: { page?: number; instead?: boolean } = {}) => {
    if (id !== addressed) setAsked(id)
    list.change(
      { lead: String(id), ...(change.page !== undefined && { page: String(change.page) }) },
      { typing: change.instead === true },
    )
  }
  // From then on it is this lead, whatever comes before it in the list.
  const pin = useStable((id: number) => open(id, { instead: true }))
  useEffect(() => {
    if (next !== undefined) pin(next)
  }, [next, pin])
  const isClear = looked !== undefined && next === undefined && (!isBeyond || (later.isSuccess && !later.isFetching))
  const tellClear = useStable(() => {
    toast.note('No leads to validate here')
    list.change({ lead: undefined }, { typing: true })
  })
  useEffect(() => {
    if (isClear) tellClear()
  }, [isClear, tellClear])

  return (
    <ListPage
      title={title}
      list={list}
      noun={NOUN}
      usualOrder={usualOrder}
      columns={offered}
      search="Search leads"
      filters={filters}
      bulk={leadActs.bulk}
      onOpen={({ id }) => open(id)}
      openId={openId}
      isLive
      card={(lead) => leadCard(lead, { corner: corner(lead), end: end?.(lead, leadActs) })}
      empty={empty}
      above={above}
      actions={
        <>
          {!narrow && leadActs.exportAll && page && page.pagination.total > 0 && (
            <Button
              icon={<DownloadOutlined aria-hidden />}
              onClick={() => leadActs.exportAll?.({ count: page.pagination.total, query: list.query })}
            >
              <span className="action-words">Export</span>
            </Button>
          )}
          {actions}
        </>
      }
    >
      {openId !== undefined && (
        <LeadDrawer
          id={openId}
          endpoint={endpoint}
          query={query}
          page={page}
          acts={leadActs}
          onOpen={open}
          onClose={() => {
            setAsked(undefined)
            list.change({ lead: undefined })
            focusRow(openId)
          }}
        />
      )}
      {panel && list.get('panel') !== undefined && panel(list.query, () => list.change({ panel: undefined }))}
      {leadActs.dialogs}
    </ListPage>
  )
}
