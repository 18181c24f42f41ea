import { allLeads } from '#contract/leads/all-leads.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { leadColumn, optional, stacking } from '#web/leads/list/lead-columns.tsx'
import { useLeadFilters } from '#web/leads/list/lead-filters.ts'
import { SignalsCell } from '#web/leads/list/LeadCells.tsx'
import { LeadList } from '#web/leads/list/LeadList.tsx'
import type { LeadActs } from '#web/leads/acts/use-lead-acts.tsx'
import { formats } from '#web/kit/look/format.ts'
import type { Column, View } from '#web/kit/list/list.ts'
import { can } from '#web/kit/data/session.ts'
import { When } from '#web/kit/look/When.tsx'
import '#web/leads/list/lead-cells.css'

const { waiting, lead, company, products, source, phone, received } = leadColumn

const signals: Column<Lead> = {
  key: 'signals',
  title: 'Signals',
  width: 110,
  priority: 2,
  render: (row) => <SignalsCell lead={row} />,
}
const why: Column<Lead> = {
  key: 'why',
  title: 'Why unassigned',
  width: 128,
  priority: 3,
  render: ({ why_unassigned }) => <span className="two-rows">{why_unassigned}</span>,
}

const columnsOf = ({ takeButton }: LeadActs): Column<Lead>[] => [
  lead,
  company,
  products,
  stacking(source, 'waiting'),
  signals,
  why,
  waiting,
  optional(phone),
  optional(received),
  ...(can(allLeads.assignToMe)
    ? [
        {
          key: 'act',
          title: 'Assign',
          width: 148,
          priority: 0,
          align: 'right' as const,
          render: takeButton,
        },
      ]
    : []),
]

const waitingFor = ({ created_at }: Lead) => <When at={created_at} as="age" />

const takeAtEnd = (row: Lead, { takeButton }: LeadActs) => takeButton(row)

export default function AllLeadsPage() {
  return (
    <LeadList
      title="Unassigned Leads"
      endpoint={allLeads.list}
      columns={columnsOf}
      filters={useLeadFilters(['enquiry'])}
      views={viewsOf()}
      defaultSort={{ sort: 'created_at', order: 'asc' }}
      corner={waitingFor}
      end={takeAtEnd}
      acts={['assign-to-me', 'assign', 'comment', 'export', 'remove']}
      empty={{ title: 'No leads waiting', text: 'Leads without a QA owner appear here, longest waiting first.' }}
    />
  )
}

const viewsOf = (): View[] => {
  const { day } = formats()
  return [
    { key: 'all', label: 'All', params: {} },
    { key: 'today', label: 'New today', params: { from_date: day(), to_date: day() } },
    { key: 'older', label: 'Older than today', params: { to_date: day(-1) } },
  ]
}
