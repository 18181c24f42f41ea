import { allLeads } from '#contract/leads/all-leads.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { leadColumn, optional, stacking } from '#web/leads/list/lead-columns.tsx'
import { useLeadFilters } from '#web/leads/list/lead-filters.ts'
import { SignalsCell } from '#web/leads/list/LeadCells.tsx'
import { outlookSentence, outlookWords } from '#web/leads/list/outlook-words.ts'
import { LeadList } from '#web/leads/list/LeadList.tsx'
import type { LeadActs } from '#web/leads/acts/use-lead-acts.tsx'
import { useOne } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import type { Column, View } from '#web/kit/list/list.ts'
import { can } from '#web/kit/data/session.ts'
import { When } from '#web/kit/look/When.tsx'
import '#web/leads/list/lead-cells.css'

const { waiting, lead, company, products, source, phone, received } = leadColumn

const signals: Column<LeadRow> = {
  key: 'signals',
  title: 'Signals',
  width: 110,
  priority: 2,
  value: ['products', 'duplicates', 'spam_signals'],
  render: (row) => <SignalsCell lead={row} />,
}
const why: Column<LeadRow> = {
  key: 'why',
  title: 'Next in line',
  value: 'outlook',
  width: 150,
  priority: 1,
  render: ({ outlook, why_unassigned }) => (
    <span className="two-rows">{outlook ? outlookWords(outlook) : why_unassigned}</span>
  ),
}

const columnsOf = ({ takeButton }: LeadActs): Column<LeadRow>[] => [
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

const waitingFor = ({ created_at }: LeadRow) => <When at={created_at} as="age" />

const takeAtEnd = (row: LeadRow, { takeButton }: LeadActs) => takeButton(row)

export default function AllLeadsPage() {
  return (
    <LeadList
      title="Unassigned Leads"
      endpoint={allLeads.list}
      columns={columnsOf}
      filters={useLeadFilters(['enquiry'])}
      views={viewsOf()}
      defaultSort={{ sort: 'created_at', order: 'asc' }}
      usualOrder="Longest wait first"
      corner={waitingFor}
      end={takeAtEnd}
      above={<NextInLine />}
      acts={['assign-to-me', 'assign', 'comment', 'export', 'remove']}
      empty={{ title: 'No leads waiting', text: 'Leads without a QA owner appear here, longest waiting first.' }}
    />
  )
}

/** Who gets the next lead of the queue, or why nobody does. */
const NextInLine = () => {
  const outlook = useOne(allLeads.outlook, {}, { enabled: can(allLeads.outlook) }).data?.data
  return outlook ? <p className="list-note">{outlookSentence(outlook)}</p> : null
}

const viewsOf = (): View[] => {
  const { day } = formats()
  return [
    { key: 'all', label: 'All', params: {} },
    { key: 'today', label: 'New today', params: { from_date: day(), to_date: day() } },
    { key: 'older', label: 'Older than today', params: { to_date: day(-1) } },
  ]
}
