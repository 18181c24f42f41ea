import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { allLeads } from '#contract/all-leads.ts'
import type { Lead } from '#contract/lead.ts'
import { leadColumn, optional } from '#web/domain/lead-columns.tsx'
import { useLeadFilters } from '#web/domain/lead-filters.ts'
import { SignalsCell } from '#web/domain/LeadCells.tsx'
import { LeadList } from '#web/domain/LeadList.tsx'
import type { LeadActs } from '#web/domain/use-lead-acts.tsx'
import type { Column } from '#web/kit/list.ts'
import { can } from '#web/kit/session.ts'

const { waiting, lead, company, products, source, phone, received } = leadColumn

const signals: Column<Lead> = {
  key: 'signals',
  title: 'Signals',
  width: 118,
  priority: 2,
  render: (row) => <SignalsCell lead={row} />,
}
const why: Column<Lead> = {
  key: 'why',
  title: 'Why unassigned',
  width: 136,
  priority: 3,
  render: ({ why_unassigned }) => <span className="two-rows">{why_unassigned}</span>,
}

const columnsOf = ({ assignToMe }: LeadActs): Column<Lead>[] => [
  lead,
  company,
  products,
  source,
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
          width: 168,
          priority: 0,
          align: 'right' as const,
          card: 'foot' as const,
          render: (row: Lead) => (
            <Button size="small" icon={<UserAddOutlined aria-hidden />} onClick={() => assignToMe([row])}>
              Assign to me
            </Button>
          ),
        },
      ]
    : []),
]

export default function AllLeadsPage() {
  return (
    <LeadList
      title="Unassigned Leads"
      endpoint={allLeads.list}
      columns={columnsOf}
      filters={useLeadFilters(['enquiry'])}
      defaultSort={{ sort: 'created_at', order: 'asc' }}
      acts={['assign-to-me', 'assign', 'comment']}
      empty={{ title: 'Nobody waits', text: 'Leads that no QA person holds appear here, the longest waiting first.' }}
    />
  )
}
