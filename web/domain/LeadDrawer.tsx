import { Drawer } from 'antd'
import { useEffect } from 'react'
import { assignedLeads } from '#contract/assigned-leads.ts'
import type { Lead, LeadQuery } from '#contract/lead.ts'
import { leadDetails } from '#contract/lead-details.ts'
import { callForPage, refresh, useOne, type Page } from '#web/kit/api.ts'
import { useKeys } from '#web/kit/keys.ts'
import { can } from '#web/kit/session.ts'
import { useNarrow } from '#web/kit/use-narrow.ts'
import { COMMENT_BOX } from './CommentBox.tsx'
import './lead-drawer.css'
import { isOpen } from './lead-desk.ts'
import { LEAD_LISTS, type LeadListEndpoint } from './lead-lists.ts'
import { LEAD_HEADING, LeadHead } from './LeadHead.tsx'
import { LeadPanel } from './LeadPanel.tsx'
import { LeadSide } from './LeadSide.tsx'
import { neighbour } from './next-lead.ts'
import { usePrefetchedNext } from './use-prefetched-next.ts'
import type { LeadActs } from './use-lead-acts.tsx'
import { useVerdicts } from './use-verdicts.ts'

interface LeadDrawerProps {
  id: number
  endpoint: LeadListEndpoint
  query: LeadQuery
  page: Page<Lead> | undefined
  acts: LeadActs
  onOpen: (id: number, change?: { page?: number }) => void
  onClose: () => void
}

/** One lead beside its list. The list stays usable; the keys are the drawer's while it is open. */
export const LeadDrawer = ({ id, endpoint, query, page, acts, onOpen, onClose }: LeadDrawerProps) => {
  const narrow = useNarrow()
  const row = page?.data.find((one) => one.id === id)
  const judges = can(leadDetails.open)
  const desk = useOne(leadDetails.open, { body: { enquiryId: id } }, { enabled: judges })
  const alone = useOne(leadDetails.lead, { params: { id } }, { enabled: !judges })
  const lead = desk.data?.data.lead ?? alone.data?.data ?? row
  const verdicts = useVerdicts({ endpoint, query, page, onOpen })
  const { decided } = verdicts
  usePrefetchedNext(page?.data ?? [], lead)

  // The rows kept their places while leads were judged; now they may move.
  useEffect(
    () => () => {
      if (decided.size > 0) void refresh(LEAD_LISTS)
    },
    [decided],
  )

  const step = async (by: 1 | -1) => {
    if (!page) return
    const next = neighbour(page.data, id, by)
    const place = page.pagination.page + by
    if (next) onOpen(next.id)
    else if (row && place >= 1 && place <= page.pagination.totalPages) {
      const { data } = await callForPage(endpoint, { ...query, page: place })
      const there = by === 1 ? data[0] : data.at(-1)
      if (there) onOpen(there.id, { page: place })
    }
  }
  const isNew = lead?.status === 'new'
  useKeys('panel', [
    { keys: ['j', 'arrowdown'], label: 'Next lead', run: () => void step(1) },
    { keys: ['k', 'arrowup'], label: 'Previous lead', run: () => void step(-1) },
    { keys: 'c', label: 'Comment', run: () => document.getElementById(COMMENT_BOX)?.focus() },
    { keys: 'escape', label: 'Close', run: onClose },
    ...acts.bulk
      .filter(({ keys }) => keys === 'a' || (keys === 'm' && isNew))
      .map(({ keys = '', label }) => ({
        keys,
        label,
        run: () => lead && (keys === 'a' ? acts.ask('assign', [lead]) : acts.assignToMe([lead])),
      })),
  ])

  const side = lead && verdicts.clearAfter !== id && <LeadSide lead={lead} endpoint={endpoint} />
  const index = page?.data.findIndex((one) => one.id === id) ?? -1
  const place =
    page && index >= 0
      ? { at: (page.pagination.page - 1) * page.pagination.pageSize + index + 1, of: page.pagination.total }
      : undefined
  return (
    <Drawer
      open
      size={narrow ? '100%' : 820}
      mask={false}
      keyboard={false}
      closable={false}
      focusable={{ trap: narrow }}
      autoFocus={false}
      aria-modal={false}
      aria-labelledby={LEAD_HEADING}
      rootClassName="lead-drawer"
      onKeyDown={leaveField}
    >
      <LeadHead id={id} lead={lead} place={place} onStep={(by) => void step(by)} onClose={onClose} />
      <div className="lead-body">
        <LeadPanel
          key={id}
          id={id}
          lead={lead}
          desk={desk.data?.data}
          failure={(desk.error ?? alone.error) || undefined}
          onRetry={() => void (judges ? desk : alone).refetch()}
          mayJudge={can(assignedLeads.validate) && judges && lead !== undefined && isOpen(lead)}
          verdicts={verdicts}
          acts={acts}
          onOpen={onOpen}
          onSkip={() => void step(1)}
          onClose={onClose}
          below={narrow && side}
        />
        {!narrow && side}
      </div>
    </Drawer>
  )
}

/** Escape leaves a field for the lead's heading first, where the single keys work; pressed again it closes. */
const leaveField = (event: React.KeyboardEvent) => {
  const { target } = event
  if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement)) return
  if (!target.matches('input, textarea') || target.ariaExpanded === 'true') return
  event.preventDefault()
  document.getElementById(LEAD_HEADING)?.focus()
}
