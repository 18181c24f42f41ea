import { validLeads } from '#contract/leads/valid-leads.ts'
import type { Lead } from '#contract/leads/lead.ts'
import { CLOCK_VIEWS } from '#web/leads/list/clock-views.ts'
import { PersonMark } from '#web/leads/list/lead-card.tsx'
import { leadColumn, optional } from '#web/leads/list/lead-columns.tsx'
import { useLeadFilters } from '#web/leads/list/lead-filters.ts'
import { CompanyCell, CountryCell, enquiryStatusOf, ProductsCell } from '#web/leads/list/LeadCells.tsx'
import { EnquirySelect } from './EnquirySelect.tsx'
import { TimeLeft } from '#web/leads/list/TimeLeft.tsx'
import { LeadList } from '#web/leads/list/LeadList.tsx'
import type { Column, View } from '#web/kit/list/list.ts'
import { session } from '#web/kit/data/session.ts'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'

const { lead, sales, quantity, source, touched, phone } = leadColumn

const COLUMNS: readonly Column<Lead>[] = [
  lead,
  {
    key: 'company',
    title: 'Company',
    width: 128,
    priority: 1,
    sort: 'company',
    render: ({ validated, company, city, country }) => (
      <CompanyCell company={validated?.company ?? company} city={city} country={validated?.country ?? country} />
    ),
  },
  {
    key: 'products',
    title: 'Products',
    width: 140,
    priority: 2,
    render: ({ validated, products, total_quantity }) => (
      <ProductsCell products={validated?.products ?? products} total={validated?.total_quantity ?? total_quantity} />
    ),
  },
  { ...sales, priority: 2, width: 130 },
  {
    key: 'enquiry',
    title: 'Enquiry',
    width: 124,
    priority: 1,
    render: (lead) => <EnquirySelect lead={lead} />,
  },
  {
    key: 'first_response',
    title: 'First response',
    width: 116,
    priority: 5,
    align: 'right',
    sort: 'due_at',
    stacksUnder: 'enquiry',
    render: (lead) => (lead.clock ? <TimeLeft lead={lead} /> : <When at={lead.first_response_at} />),
    stacked: (lead) =>
      lead.clock ? <TimeLeft lead={lead} /> : lead.first_response_at && <When at={lead.first_response_at} />,
  },
  touched,
  {
    key: 'validated',
    title: 'Validated',
    width: 128,
    priority: 1,
    align: 'right',
    sort: 'validated_at',
    firstOrder: 'desc',
    render: ({ validated_at, validated_by }) => (
      <TwoLines first={<When at={validated_at} />} second={validated_by?.name} />
    ),
  },
  optional({
    ...leadColumn.country,
    render: ({ validated, country }) => <CountryCell country={validated?.country ?? country} />,
  }),
  ...[quantity, source, phone].map(optional),
]

const soldBy = ({ sales_person }: Lead) => <PersonMark person={sales_person} />

export default function ValidLeadsPage() {
  return (
    <LeadList
      title="Valid Leads"
      endpoint={validLeads.list}
      columns={COLUMNS}
      filters={useLeadFilters(['enquiry', 'sales'])}
      views={viewsOf(session.get().user?.id)}
      defaultSort={{ sort: 'validated_at', order: 'desc' }}
      corner={enquiryStatusOf}
      end={soldBy}
      acts={['assign', 'comment', 'export']}
      empty={{ title: 'No valid leads yet', text: 'Leads appear here once they are validated.' }}
    />
  )
}

const viewsOf = (me: number | undefined): View[] => [
  { key: 'all', label: 'All', params: {} },
  ...(me === undefined ? [] : [{ key: 'mine', label: 'Mine', params: { sales_person: [String(me)] } }]),
  { key: 'nobody', label: 'No sales person', params: { sales_person: ['none'] } },
  ...CLOCK_VIEWS,
  { key: 'open', label: 'Not contacted', params: { enquiry_status: ['open'] } },
]
