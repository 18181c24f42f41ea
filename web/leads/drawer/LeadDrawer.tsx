import { useDeferredValue, useEffect, useState, type ReactNode } from 'react'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { LeadQuery, LeadRow } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { myVerdicts } from '#contract/leads/my-verdicts.ts'
import { registrationLeads } from '#contract/leads/registration-leads.ts'
import { callForPage, refresh, useOne, type Page } from '#web/kit/data/api.ts'
import { useKeys } from '#web/kit/keys/keys.ts'
import { useLive } from '#web/kit/data/live.ts'
import { can } from '#web/kit/data/session.ts'
import { Awake, Shown } from '#web/kit/keys/visibility.ts'
import { lastPageOf } from '#web/kit/list/page-numbers.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import { useStable } from '#web/kit/form/use-stable.ts'
import { SideDrawer } from '#web/kit/look/SideDrawer.tsx'
import { COMMENT_BOX } from '#web/leads/timeline/LeadCommentBox.tsx'
import { inPane } from '#web/leads/desk/in-pane.ts'
import { isOpen } from '#web/leads/desk/lead-desk.ts'
import { LEAD_LISTS, type LeadListEndpoint } from '#web/leads/list/lead-lists.ts'
import { LEAD_HEADING } from './lead-heading.ts'
import { LeadHead, type Place } from './LeadHead.tsx'
import { LeadMenu } from './LeadMenu.tsx'
import { LeadPanel } from './LeadPanel.tsx'
import { LeadSide } from './LeadSide.tsx'
import { neighbour, nextLead } from './next-lead.ts'
import { useAccept } from '#web/leads/acts/use-accept.ts'
import { useRememberOpened } from './use-remember-opened.ts'
import { usePrefetchedNext } from './use-prefetched-next.ts'
import type { LeadActs } from '#web/leads/acts/use-lead-acts.tsx'
import { useLeadMenu } from './use-lead-menu.tsx'
import { useVerdicts, whoseAfter } from '#web/leads/desk/use-verdicts.ts'
import './lead-drawer.css'

interface LeadDrawerProps {
  id: number
  endpoint: LeadListEndpoint
  query: LeadQuery
  page: Page<LeadRow> | undefined
  acts: LeadActs
  onOpen: (id: number, change?: { page?: number; instead?: boolean }) => void
  onClose: () => void
}

/** One lead beside its list. The list stays usable; the keys are the drawer's while it is open. */
export const LeadDrawer = ({ id, endpoint, query, page, acts, onOpen: openInList, onClose }: LeadDrawerProps) => {
  const narrow = useNarrow()
  const onOpen = useStable(openInList)
  const row = page?.data.find((one) => one.id === id)
  const { lead: whole, known: lead, repeats } = useOpenLead(id, row)
  useAccept(lead)
  // On this list people read what they once decided; what they may change of it is on their other lists.
  const readsOnly = endpoint === myVerdicts.list && !can(marketingLeads.list)
  useRememberOpened(readsOnly ? undefined : lead?.id)
  const verdicts = useVerdicts({ endpoint, query, page, onOpen })
  const { decided } = verdicts
  usePrefetchedNext(page?.data ?? [], lead)
  useLive('leads', ({ rows }) => {
    const changed = rows.find((one) => one.id === id)
    if (!changed || !lead) return
    void refresh(leadDetails.history)
    if (changed.version > lead.version) void refresh(READS_OF_LEAD)
  })
  // What was told while nobody listened, or is told nobody.
  const lookAgain = () => void refresh([...READS_OF_LEAD, leadDetails.history])
  useLive('hello', lookAgain)
  useLive('resync', lookAgain)
  // The next two are made ready behind the lead on screen, so that the key only has to show one. What was shown before goes when there
  // is time.
  const follows = (from: LeadRow | undefined) =>
    lead && from && nextLead(page?.data ?? [], from.id, decided, whoseAfter(lead))
  const next = follows(lead)
  const last = useDeferredValue(id)
  const ready = useDeferredValue(next?.id)
  const after = useDeferredValue(ready !== undefined && ready === next?.id ? follows(next)?.id : undefined)
  const panes = new Set([last, id, ready, after].filter((one) => one !== undefined))

  // A lead that became part of another is opened as that one, in its place.
  const [into, intoNo] = lead && lead.id !== id ? [lead.id, lead.lead_no] : []
  useEffect(() => {
    if (into === undefined) return
    toast.note(`That lead was merged into no. ${intoNo}`)
    onOpen(into, { instead: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each such lead; `onOpen` changes with every render
  }, [into, intoNo])

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
    else if (row && place >= 1 && place <= lastPageOf(page.pagination)) {
      const { data } = await callForPage(endpoint, { ...query, page: place })
      const there = by === 1 ? data[0] : data.at(-1)
      if (there) onOpen(there.id, { page: place })
    } else if (row && by === 1 && page.pagination.end) toast.note(page.pagination.end.message)
  }
  const [editing, setEditing] = useState<number>()
  const menu = useLeadMenu({ lead: readsOnly ? undefined : whole, onEdit: () => setEditing(id), onDeleted: onClose })
  const isNew = lead?.status === 'new'
  useKeys('panel', [
    { keys: ['j', 'arrowdown'], label: 'Next lead', run: () => void step(1) },
    { keys: ['k', 'arrowup'], label: 'Previous lead', run: () => void step(-1) },
    {
      keys: 'c',
      label: 'Comment',
      run: () => inPane(`.${COMMENT_BOX}`)?.focus(),
    },
    { keys: 'escape', label: 'Close', run: onClose },
    ...acts.bulk
      .filter(({ keys }) => keys === 'a' || (keys === 'm' && isNew))
      .map(({ keys = '', label }) => ({
        keys,
        label,
        run: () => lead && (keys === 'a' ? acts.ask('assign', [lead]) : acts.assignToMe([lead])),
      })),
  ])

  const index = page?.data.findIndex((one) => one.id === id) ?? -1
  const place = page && index >= 0 ? placeOf(page, index, decided) : undefined
  return (
    <SideDrawer size={820} label={LEAD_HEADING} className="lead-drawer" onKeyDown={leaveField}>
      <LeadHead
        id={id}
        lead={lead}
        repeats={repeats}
        place={place}
        menu={<LeadMenu acts={menu.acts} />}
        onStep={(by) => void step(by)}
        onClose={onClose}
      />
      <div className="lead-body">
        {[...panes].map((one) => (
          <Behind key={one} shown={one === id}>
            <LeadPane
              id={one}
              row={page?.data.find((other) => other.id === one)}
              narrow={narrow}
              endpoint={endpoint}
              verdicts={verdicts}
              acts={acts}
              editing={editing === one}
              onEdited={() => setEditing(undefined)}
              onOpen={onOpen}
              onSkip={() => void step(1)}
              onClose={onClose}
            />
          </Behind>
        ))}
      </div>
      {menu.dialogs}
    </SideDrawer>
  )
}

/** The decided keep their rows until the list is read again, and are not counted any more. */
const placeOf = ({ data, pagination }: Page<LeadRow>, index: number, decided: ReadonlySet<number>): Place => {
  const passed = data.slice(0, index).filter(({ id }) => decided.has(id)).length
  const gone = data.filter(({ id, status }) => decided.has(id) && !isOpen({ status })).length
  return {
    at: (pagination.page - 1) * pagination.pageSize + index + 1 - passed,
    of: pagination.total - gone,
    left: decided.size > 0,
  }
}

/** One of the leads that stand ready in the drawer; all but one of them out of sight. */
const Behind = ({ shown, children }: { shown: boolean; children: ReactNode }) => (
  <div className="lead-pane" hidden={!shown}>
    <Shown value={shown}>
      <Awake value={useDeferredValue(shown)}>{children}</Awake>
    </Shown>
  </div>
)

/** What the drawer knows of its lead; the desk tells the person before it takes over what they are typing. */
const READS_OF_LEAD = [leadDetails.open, leadDetails.lead, marketingLeads.checkCurrentAssignment]

/** A lead with all that its desk shows, or what of it this person may see; `known` is its row in the list until then. */
const useOpenLead = (id: number, row: LeadRow | undefined) => {
  const judges = can(leadDetails.open)
  const desk = useOne(leadDetails.open, { body: { enquiryId: id } }, { enabled: judges })
  const alone = useOne(leadDetails.lead, { params: { id } }, { enabled: !judges })
  const lead = desk.data?.data.lead ?? alone.data?.data
  return {
    lead,
    known: lead ?? row,
    repeats: desk.data?.data.repeats ?? alone.data?.data.repeats ?? undefined,
    desk: desk.data?.data,
    failure: (desk.error ?? alone.error) || undefined,
    retry: () => void (judges ? desk : alone).refetch(),
  }
}

interface LeadPaneProps {
  id: number
  row: LeadRow | undefined
  narrow: boolean
  endpoint: LeadListEndpoint
  verdicts: ReturnType<typeof useVerdicts>
  acts: LeadActs
  editing: boolean
  onEdited: () => void
  onOpen: (id: number) => void
  onSkip: () => void
  onClose: () => void
}

const LeadPane = ({ id, row, narrow, endpoint, verdicts, ...rest }: LeadPaneProps) => {
  const { lead, known, desk, failure, retry } = useOpenLead(id, row)
  const side = known && verdicts.clearAfter !== id && (
    <LeadSide lead={known} endpoint={endpoint} onOpenLead={rest.onOpen} />
  )
  return (
    <>
      <LeadPanel
        id={id}
        lead={lead}
        desk={desk}
        failure={failure}
        onRetry={retry}
        mayJudge={known !== undefined && can(leadDetails.open) && mayJudge(known)}
        verdicts={verdicts}
        below={narrow && side}
        {...rest}
      />
      {!narrow && side}
    </>
  )
}

const mayJudge = (lead: LeadRow) =>
  isOpen(lead) &&
  lead.quarantined_by === null &&
  can(lead.kind === 'registration' ? registrationLeads.validate : assignedLeads.validate)

/** Escape leaves a field for the lead's heading first, where the single keys work; pressed again it closes. */
const leaveField = (event: React.KeyboardEvent) => {
  const { target } = event
  if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement)) return
  // A dialog that the drawer has opened stands elsewhere in the page, and closes by itself.
  if (!event.currentTarget.contains(target)) return
  if (!target.matches('input, textarea') || target.ariaExpanded === 'true') return
  event.preventDefault()
  document.getElementById(LEAD_HEADING)?.focus()
}
