import { marketingLeads } from '#contract/marketing-leads.ts'
import { AddLeadButton } from '#web/domain/AddLeadButton.tsx'
import { leadColumn, optional } from '#web/domain/lead-columns.tsx'
import { useLeadFilters } from '#web/domain/lead-filters.ts'
import { LeadList } from '#web/domain/LeadList.tsx'
import { formats } from '#web/kit/format.ts'
import type { View } from '#web/kit/list.ts'
import { session } from '#web/kit/session.ts'

const { lead, company, products, source, status, qa, sales, received, phone, comment, touched, reason, created } =
  leadColumn

const COLUMNS = [
  lead,
  company,
  products,
  source,
  status,
  qa,
  sales,
  phone,
  received,
  ...[comment, touched, reason, created].map(optional),
]

export default function MarketingLeadsPage() {
  return (
    <LeadList
      title="Leads"
      endpoint={marketingLeads.list}
      columns={COLUMNS}
      filters={useLeadFilters(['status', 'enquiry', 'qa', 'sales'])}
      views={viewsOf(session.get().user?.id)}
      defaultSort={{ sort: 'created_at', order: 'desc' }}
      acts={['assign', 'assign-to-me', 'comment']}
      actions={<AddLeadButton />}
      empty={{
        title: 'No leads yet',
        text: 'Enquiries from your forms, imports and calls appear here, newest first.',
        action: <AddLeadButton />,
      }}
    />
  )
}

const viewsOf = (me: number | undefined): View[] => {
  const today = formats().day()
  return [
    { key: 'all', label: 'All', params: {} },
    ...(me === undefined
      ? []
      : [
          {
            key: 'queue',
            label: 'My queue',
            params: { status: ['assigned', 'in-progress'], assigned_qa: [String(me)] },
          },
        ]),
    { key: 'today', label: 'New today', params: { from_date: today, to_date: today } },
    { key: 'quarantined', label: 'Quarantined', params: { quarantined: 'yes' } },
  ]
}
