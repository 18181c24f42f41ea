import type { LeadRow } from '#contract/leads/lead.ts'
import { formats } from '#web/kit/look/format.ts'
import type { Column } from '#web/kit/list/list.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { PersonCell } from '#web/kit/look/PersonAvatar.tsx'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { When } from '#web/kit/look/When.tsx'
import {
  CommentCell,
  CompanyCell,
  ContactCell,
  CountryCell,
  EnquiryStatusTag,
  LeadCell,
  LeadName,
  LeadStatus,
  ProductsCell,
  UtmCell,
} from './LeadCells.tsx'
import { TimeLeft } from './TimeLeft.tsx'
import { reasonLabel, sourceLabel } from '#web/leads/words/lead-words.ts'
import { ASSIGNED_HOW } from '#web/leads/words/setting-words.ts'

type LeadColumn = Column<LeadRow>

/** On narrow screens this column is a card, which says what is asked for. */
const OF_CARD = 'products'

/** The columns that several lead lists share; each list takes those it shows and says how much they matter to it. */
export const leadColumn = {
  lead: {
    key: 'lead',
    title: 'Lead',
    width: 156,
    priority: 0,
    sort: 'name',
    value: OF_CARD,
    render: (lead) => <LeadCell lead={lead} />,
  },
  numbered: {
    key: 'lead',
    title: 'Lead',
    width: 126,
    priority: 0,
    sort: 'name',
    value: OF_CARD,
    render: ({ id, name, lead_no }) => (
      <TwoLines strong first={<LeadName id={id} name={name} />} second={`No. ${lead_no}`} />
    ),
  },
  contact: {
    key: 'contact',
    title: 'Contact',
    width: 160,
    priority: 1,
    render: (lead) => <ContactCell {...lead} />,
  },
  company: {
    key: 'company',
    title: 'Company',
    width: 124,
    priority: 1,
    sort: 'company',
    render: (lead) => <CompanyCell {...lead} />,
  },
  products: {
    key: 'products',
    title: 'Products',
    width: 128,
    priority: 3,
    value: 'products',
    render: ({ products = [], total_quantity }) => <ProductsCell products={products} total={total_quantity} />,
  },
  source: {
    key: 'source',
    title: 'Source',
    width: 108,
    priority: 5,
    render: ({ source }) => sourceLabel(source),
  },
  status: {
    key: 'status',
    title: 'Status',
    width: 112,
    priority: 0,
    sort: 'status',
    render: (lead) => (
      <TwoLines
        first={<LeadStatus status={lead.status} kind={lead.kind} />}
        second={lead.enquiry_status ? <EnquiryStatusTag status={lead.enquiry_status} /> : undefined}
      />
    ),
  },
  qa: {
    key: 'qa',
    title: 'Assigned QA',
    width: 128,
    priority: 2,
    render: ({ assigned_qa }) => <PersonCell person={assigned_qa} />,
  },
  sales: {
    key: 'sales',
    title: 'Sales person',
    width: 150,
    priority: 6,
    stacksUnder: 'qa',
    render: ({ sales_person }) => (sales_person ? <PersonCell person={sales_person} /> : orEmpty(undefined)),
    stacked: ({ sales_person }) => sales_person && <>Sales {sales_person.name}</>,
  },
  received: {
    key: 'received',
    title: 'Received',
    width: 118,
    priority: 1,
    align: 'right',
    sort: 'created_at',
    firstOrder: 'desc',
    render: ({ created_at }) => <When at={created_at} />,
  },
  phone: {
    key: 'phone',
    title: 'Phone',
    width: 132,
    priority: 7,
    render: ({ phone }) => orEmpty(phone && <span className="cut">{phone}</span>),
  },
  country: {
    key: 'country',
    title: 'Country',
    width: 120,
    priority: 4,
    sort: 'country',
    render: ({ country }) => <CountryCell country={country} />,
  },
  utm: {
    key: 'utm',
    title: 'UTM',
    width: 132,
    priority: 3,
    value: 'utm',
    render: ({ utm = null }) => <UtmCell utm={utm} />,
  },
  tags: {
    key: 'tags',
    title: 'Tags',
    width: 140,
    priority: 3,
    value: 'tags',
    render: ({ tags = [] }) => orEmpty(tags.length > 0 ? <span className="cut">{tags.join(', ')}</span> : undefined),
  },
  comment: {
    key: 'comment',
    title: 'Last comment',
    width: 150,
    priority: 3,
    value: 'last_comment',
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
    render: ({ updated_at }) => <When at={updated_at} />,
  },
  reason: {
    key: 'reason',
    title: 'Invalid reason',
    width: 150,
    priority: 6,
    value: 'reason_note',
    render: ({ reason_code, reason_note }) =>
      orEmpty(reason_code && <TwoLines first={reasonLabel(reason_code)} second={reason_note} />),
  },
  duplicates: {
    key: 'duplicates',
    title: 'Duplicates',
    width: 100,
    priority: 6,
    align: 'right',
    card: 'none',
    value: 'duplicates',
    render: ({ duplicates = 0 }) => orEmpty(duplicates > 0 && formats().number(duplicates)),
  },
  created: {
    key: 'created',
    title: 'Created by',
    width: 140,
    priority: 7,
    value: 'created_by',
    render: ({ created_by }) => <PersonCell person={created_by} nobody="Arrived automatically" />,
  },
  assigned: {
    key: 'assigned',
    title: 'Assigned',
    width: 104,
    priority: 2,
    align: 'right',
    sort: 'assigned_at',
    firstOrder: 'desc',
    value: 'assigned_how',
    render: ({ assigned_at, assigned_how }) => (
      <TwoLines first={<When at={assigned_at} />} second={assigned_how ? ASSIGNED_HOW[assigned_how] : undefined} />
    ),
  },
  wakes: {
    key: 'wakes',
    title: 'Wakes',
    width: 104,
    priority: 5,
    align: 'right',
    stacksUnder: 'status',
    render: ({ on_hold_until }) => orEmpty(on_hold_until && formats().writeDay(on_hold_until)),
    stacked: ({ on_hold_until }) => on_hold_until && <>Wakes {formats().writeDay(on_hold_until)}</>,
  },
  timeLeft: {
    key: 'time_left',
    title: 'Working time left',
    width: 148,
    priority: 1,
    sort: 'due_at',
    render: (lead) => <TimeLeft lead={lead} />,
  },
  inStatus: {
    key: 'in_status',
    title: 'In status for',
    width: 118,
    priority: 1,
    align: 'right',
    sort: 'status_at',
    render: ({ status_at }) => <When at={status_at} as="age" />,
  },
  waiting: {
    key: 'waiting',
    title: 'Waiting',
    width: 100,
    priority: 0,
    align: 'right',
    sort: 'created_at',
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
    value: 'validated',
    render: ({ validated, total_quantity }) => formats().number(validated?.total_quantity ?? total_quantity),
  },
} as const satisfies Record<string, LeadColumn>

/** A shared column that shows its value under another one where there is no room for it. */
export const stacking = (column: LeadColumn, stacksUnder: string): LeadColumn => ({ ...column, stacksUnder })

/** A shared column that this list shows only when asked. */
export const optional = (column: LeadColumn): LeadColumn => ({ ...column, optional: true })
