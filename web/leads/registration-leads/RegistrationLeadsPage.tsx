import type { LeadRow } from '#contract/leads/lead.ts'
import { registrationLeads } from '#contract/leads/registration-leads.ts'
import { leadColumn, optional } from '#web/leads/list/lead-columns.tsx'
import { useLeadFilters } from '#web/leads/list/lead-filters.ts'
import { ACCOUNT_TYPE } from '#web/leads/words/lead-words.ts'
import { statusOf } from '#web/leads/list/LeadCells.tsx'
import { LeadList } from '#web/leads/list/LeadList.tsx'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { counted } from '#web/kit/look/format.ts'
import type { Column, View } from '#web/kit/list/list.ts'
import { session } from '#web/kit/data/session.ts'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'

const { received, company, numbered, contact, country, qa, status, touched, comment } = leadColumn

const COLUMNS: readonly Column<LeadRow>[] = [
  { ...received, title: 'Registered' },
  {
    ...company,
    value: 'website',
    render: ({ company, website }) => <TwoLines strong first={company} second={website} />,
  },
  { ...numbered, title: 'Person' },
  contact,
  country,
  {
    key: 'type',
    title: 'Type',
    width: 92,
    priority: 3,
    value: 'account_type',
    render: ({ account_type }) => orEmpty(account_type && ACCOUNT_TYPE[account_type]),
  },
  {
    key: 'existing',
    title: 'Existing company',
    width: 150,
    priority: 2,
    render: ({ existing_company: known }) =>
      orEmpty(known && <TwoLines first={known.company} second={counted(known.leads, 'lead')} />),
  },
  qa,
  status,
  ...[comment, touched].map(optional),
]

export default function RegistrationLeadsPage() {
  return (
    <LeadList
      title="Registration Leads"
      endpoint={registrationLeads.list}
      columns={COLUMNS}
      filters={useLeadFilters(['status', 'qa'])}
      views={viewsOf(session.get().user?.id)}
      defaultSort={{ sort: 'created_at', order: 'desc' }}
      usualOrder="Newest first"
      corner={statusOf}
      acts={['assign', 'assign-to-me', 'comment', 'start', 'hold', 'invalidate', 'export', 'remove']}
      empty={{
        title: 'No registrations yet',
        text: 'Companies that register through your form appear here, newest first.',
      }}
    />
  )
}

const viewsOf = (me: number | undefined): View[] => [
  { key: 'all', label: 'All', params: {} },
  { key: 'pending', label: 'Pending', params: { status: ['new'] } },
  ...(me === undefined
    ? []
    : [
        {
          key: 'mine',
          label: 'My queue',
          params: { status: ['assigned', 'in-progress', 'on_hold'], assigned_qa: [String(me)] },
        },
      ]),
  { key: 'valid', label: 'Valid', params: { status: ['valid'] } },
]
