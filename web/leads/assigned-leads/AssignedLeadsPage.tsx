import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { PersonMark, timeLeftAtEnd } from '#web/leads/list/lead-card.tsx'
import { CLOCK_VIEWS, MOST_URGENT } from '#web/leads/list/clock-views.ts'
import { leadColumn, optional, stacking } from '#web/leads/list/lead-columns.tsx'
import { useLeadFilters } from '#web/leads/list/lead-filters.ts'
import { statusOf } from '#web/leads/list/LeadCells.tsx'
import { LeadList } from '#web/leads/list/LeadList.tsx'
import type { View } from '#web/kit/list/list.ts'
import { can, session } from '#web/kit/data/session.ts'

const { timeLeft, wakes, lead, company, products, source, status, qa, assigned, inStatus, comment, received, phone } =
  leadColumn

export default function AssignedLeadsPage() {
  const seesAll = can('marketing_leads_reassign')
  return (
    <LeadList
      title="Assigned Leads"
      endpoint={assignedLeads.list}
      columns={[
        lead,
        timeLeft,
        company,
        products,
        stacking({ ...source, priority: 4 }, 'in_status'),
        status,
        ...(seesAll ? [qa] : [optional(qa)]),
        wakes,
        comment,
        assigned,
        inStatus,
        optional(phone),
        optional(received),
      ]}
      filters={useLeadFilters(seesAll ? ['status', 'qa'] : ['status'])}
      views={viewsOf(seesAll, session.get().user?.id)}
      defaultSort={MOST_URGENT}
      usualOrder="Most urgent first"
      corner={statusOf}
      end={seesAll ? anyAtEnd : ownAtEnd}
      acts={['assign', 'comment', 'start', 'hold', 'invalidate', 'export']}
      empty={{ title: 'Your queue is empty', text: 'Assigned leads appear here until they are decided.' }}
    />
  )
}

const ownAtEnd = (lead: LeadRow) => timeLeftAtEnd(lead)
const anyAtEnd = (lead: LeadRow) => timeLeftAtEnd(lead, <PersonMark person={lead.assigned_qa} />)

const viewsOf = (seesAll: boolean, me: number | undefined): View[] => [
  { key: 'all', label: 'All', params: {} },
  ...(seesAll && me !== undefined ? [{ key: 'queue', label: 'My queue', params: { assigned_qa: [String(me)] } }] : []),
  ...CLOCK_VIEWS,
  { key: 'assigned', label: 'To start', params: { status: ['assigned'] } },
  { key: 'in-progress', label: 'In progress', params: { status: ['in-progress'] } },
  { key: 'on-hold', label: 'On hold', params: { status: ['on_hold'] } },
]
