import type { Lead } from '#contract/lead.ts'
import { formats } from '#web/kit/format.ts'
import type { Column } from '#web/kit/list.ts'
import { orEmpty } from '#web/kit/EmptyValue.tsx'
import { PersonCell } from '#web/kit/PersonAvatar.tsx'
import { TwoLines } from '#web/kit/TwoLines.tsx'
import { When } from '#web/kit/When.tsx'
import {
  CommentCell,
  CompanyCell,
  CountryCell,
  LeadCell,
  LeadStatus,
  ProductsCell,
  ReceivedCell,
  SourceCell,
} from './LeadCells.tsx'
import { INVALID_REASON, labelOf } from './lead-words.ts'

type LeadColumn = Column<Lead>

/** The columns that several lead lists share; each list takes those it shows and says how much they matter to it. */
export const leadColumn = {
  lead: {
    key: 'lead',
    title: 'Lead',
    width: 200,
    priority: 0,
    sort: 'name',
    card: 'title',
    render: (lead) => <LeadCell lead={lead} />,
  },
  company: {
    key: 'company',
    title: 'Company',
    width: 148,
    priority: 1,
    sort: 'company',
    render: (lead) => <CompanyCell {...lead} />,
  },
  products: {
    key: 'products',
    title: 'Products',
    width: 160,
    priority: 3,
    render: ({ products, total_quantity }) => <ProductsCell products={products} total={total_quantity} />,
  },
  source: {
    key: 'source',
    title: 'Source',
    width: 118,
    priority: 4,
    card: 'none',
    render: (lead) => <SourceCell {...lead} />,
  },
  status: {
    key: 'status',
    title: 'Status',
    width: 118,
    priority: 0,
    sort: 'status',
    card: 'corner',
    render: (lead) => <LeadStatus {...lead} />,
  },
  qa: {
    key: 'qa',
    title: 'Assigned QA',
    width: 146,
    priority: 2,
    render: ({ assigned_qa }) => <PersonCell person={assigned_qa} />,
  },
  sales: {
    key: 'sales',
    title: 'Sales person',
    width: 128,
    priority: 5,
    card: 'none',
    render: ({ sales_person }) => (sales_person ? <PersonCell person={sales_person} /> : orEmpty(undefined)),
  },
  received: {
    key: 'received',
    title: 'Received',
    width: 116,
    priority: 1,
    align: 'right',
    sort: 'created_at',
    firstOrder: 'desc',
    render: (lead) => <ReceivedCell {...lead} />,
  },
  phone: {
    key: 'phone',
    title: 'Phone',
    width: 132,
    priority: 7,
    card: 'none',
    render: ({ phone }) => orEmpty(phone && <span className="cut">{phone}</span>),
  },
  country: {
    key: 'country',
    title: 'Country',
    width: 120,
    priority: 4,
    sort: 'country',
    card: 'none',
    render: ({ country }) => <CountryCell country={country} />,
  },
  comment: {
    key: 'comment',
    title: 'Last comment',
    width: 170,
    priority: 6,
    card: 'none',
    render: (lead) => <CommentCell {...lead} />,
  },
  touched: {
    key: 'touched',
    title: 'Last touch',
    width: 106,
    priority: 6,
    align: 'right',
    sort: 'updated_at',
    firstOrder: 'desc',
    card: 'none',
    render: ({ updated_at }) => <When at={updated_at} />,
  },
  reason: {
    key: 'reason',
    title: 'Invalid reason',
    width: 150,
    priority: 6,
    card: 'none',
    render: ({ reason_code, reason_note }) =>
      orEmpty(reason_code && <TwoLines first={labelOf(INVALID_REASON, reason_code)} second={reason_note} />),
  },
  created: {
    key: 'created',
    title: 'Created by',
    width: 140,
    priority: 7,
    card: 'none',
    render: ({ created_by }) => <PersonCell person={created_by} nobody="Came in by itself" />,
  },
  assigned: {
    key: 'assigned',
    title: 'Assigned',
    width: 110,
    priority: 2,
    align: 'right',
    sort: 'assigned_at',
    firstOrder: 'desc',
    render: ({ assigned_at, assigned_how }) => (
      <TwoLines first={<When at={assigned_at} />} second={assigned_how ? HOW[assigned_how] : undefined} />
    ),
  },
  inStatus: {
    key: 'in_status',
    title: 'In status for',
    width: 112,
    priority: 1,
    align: 'right',
    sort: 'status_at',
    render: ({ status_at }) => <When at={status_at} as="age" />,
  },
  waiting: {
    key: 'waiting',
    title: 'Waiting',
    width: 96,
    priority: 0,
    align: 'right',
    sort: 'created_at',
    card: 'corner',
    render: ({ created_at }) => <When at={created_at} as="age" />,
  },
  quantity: {
    key: 'quantity',
    title: 'Total qty',
    width: 90,
    priority: 4,
    align: 'right',
    sort: 'total_quantity',
    firstOrder: 'desc',
    card: 'none',
    render: ({ validated, total_quantity }) => formats().number(validated?.total_quantity ?? total_quantity),
  },
} as const satisfies Record<string, LeadColumn>

const HOW: Readonly<Record<NonNullable<Lead['assigned_how']>, string>> = {
  auto: 'By the rules',
  staff: 'By a colleague',
  self: 'Taken',
  bulk: 'In bulk',
}

/** A shared column that this list shows only when asked. */
export const optional = (column: LeadColumn): LeadColumn => ({ ...column, optional: true })
