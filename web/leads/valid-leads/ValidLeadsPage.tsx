import { validLeads } from '#contract/leads/valid-leads.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { CLOCK_VIEWS, FOLLOW_UP_ORDER, MOST_URGENT } from '#web/leads/list/clock-views.ts'
import { PersonMark, timeLeftAtEnd } from '#web/leads/list/lead-card.tsx'
import { leadColumn, optional } from '#web/leads/list/lead-columns.tsx'
import { useLeadFilters } from '#web/leads/list/lead-filters.ts'
import { CompanyCell, CountryCell, enquiryStatusOf, ProductsCell } from '#web/leads/list/LeadCells.tsx'
import { EnquirySelect } from './EnquirySelect.tsx'
import { TimeLeft } from '#web/leads/list/TimeLeft.tsx'
import { LeadList } from '#web/leads/list/LeadList.tsx'
import type { Column, View } from '#web/kit/list/list.ts'
import { can, session } from '#web/kit/data/session.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'

const { lead, sales, quantity, source, touched, phone } = leadColumn

/** Who sees their own leads alone is not told whose they are. */
const columnsOf = (seesAll: boolean): readonly Column<LeadRow>[] => [
  lead,
  {
    key: 'company',
    title: 'Company',
    width: 128,
    priority: 1,
    sort: 'company',
    value: 'validated',
    render: ({ validated, company, city, country }) => (
      <CompanyCell company={validated?.company ?? company} city={city} country={validated?.country ?? country} />
    ),
  },
  {
    key: 'products',
    title: 'Products',
    width: 140,
    priority: 2,
    value: ['validated', 'products'],
    render: ({ validated, products = [], total_quantity }) => (
      <ProductsCell products={validated?.products ?? products} total={validated?.total_quantity ?? total_quantity} />
    ),
  },
  ...(seesAll ? [{ ...sales, priority: 2, width: 130 }] : []),
  {
    key: 'enquiry',
    title: 'Enquiry',
    width: 124,
    priority: 1,
    render: (lead) => <EnquirySelect lead={lead} />,
  },
  {
    key: 'first_response',
    title: 'Response, working time',
    width: 174,
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
    key: 'follow_up',
    title: 'Follow-up',
    width: 112,
    priority: 3,
    sort: 'follow_up_on',
    stacksUnder: 'enquiry',
    value: ['follow_up_on', 'sales_note'],
    render: ({ follow_up_on, sales_note }) => (
      <TwoLines first={orEmpty(follow_up_on && formats().writeDay(follow_up_on))} second={sales_note} />
    ),
    stacked: ({ follow_up_on }) => follow_up_on && <>Follow-up {formats().writeDay(follow_up_on)}</>,
  },
  {
    key: 'validated',
    title: 'Validated',
    width: 128,
    priority: 1,
    align: 'right',
    sort: 'validated_at',
    firstOrder: 'desc',
    value: ['validated_at', 'validated_by'],
    render: ({ validated_at = null, validated_by }) => (
      <TwoLines first={<When at={validated_at} />} second={validated_by?.name} />
    ),
  },
  optional({
    ...leadColumn.country,
    value: 'validated',
    render: ({ validated, country }) => <CountryCell country={validated?.country ?? country} />,
  }),
  ...[quantity, source, phone].map(optional),
]

const ownAtEnd = (lead: LeadRow) => timeLeftAtEnd(lead)
const anyAtEnd = (lead: LeadRow) => timeLeftAtEnd(lead, <PersonMark person={lead.sales_person} />)

export default function ValidLeadsPage() {
  const seesAll = can('valid_leads_assign')
  return (
    <LeadList
      title="Valid Leads"
      endpoint={validLeads.list}
      columns={columnsOf(seesAll)}
      filters={useLeadFilters(seesAll ? ['enquiry', 'sales', 'followUp'] : ['enquiry', 'followUp'])}
      views={viewsOf(seesAll, session.get().user?.id)}
      defaultSort={MOST_URGENT}
      usualOrder="Most urgent first"
      corner={enquiryStatusOf}
      end={seesAll ? anyAtEnd : ownAtEnd}
      acts={['assign', 'comment', 'export']}
      empty={{ title: 'No valid leads yet', text: 'Leads appear here once they are validated.' }}
    />
  )
}

const viewsOf = (seesAll: boolean, me: number | undefined): View[] => [
  { key: 'all', label: 'All', params: {} },
  ...(seesAll && me !== undefined ? [{ key: 'mine', label: 'Mine', params: { sales_person: [String(me)] } }] : []),
  ...(seesAll ? [{ key: 'nobody', label: 'No sales person', params: { sales_person: ['none'] } }] : []),
  ...CLOCK_VIEWS,
  { key: 'open', label: 'Not contacted', params: { enquiry_status: ['open'] } },
  {
    key: 'follow-ups',
    label: 'Follow-ups due',
    params: { follow_up: 'due', ...FOLLOW_UP_ORDER },
    empty: { title: 'No follow-ups are due', text: 'Leads appear here on the day you chose for their follow-up.' },
  },
]
