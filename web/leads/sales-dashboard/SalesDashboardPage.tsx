import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Reply } from '#contract/kit/endpoint.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import {
  SALES_MEMBER_SORTS,
  salesDashboard,
  type SalesFigures,
  type SalesMember,
} from '#contract/leads/sales-dashboard.ts'
import { CALENDAR_TIME, metTarget } from '#web/platform/calendar/durations.ts'
import { linkToHeld } from '#web/leads/list/lead-links.ts'
import { call, sentenceOf, useOne } from '#web/kit/data/api.ts'
import { downloadCsv } from '#web/kit/data/download.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats, percent } from '#web/kit/look/format.ts'
import type { Column, Filter } from '#web/kit/list/list.ts'
import { ListPage } from '#web/kit/list/ListPage.tsx'
import { PersonWithEmail } from '#web/kit/look/PersonAvatar.tsx'
import { can } from '#web/kit/data/session.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { toast } from '#web/kit/feedback/toast.ts'
import { TwoLines } from '#web/kit/look/TwoLines.tsx'
import { useListParams } from '#web/kit/list/use-list-params.ts'
import { exportedWords } from './exported-words.ts'
import './sales-dashboard.css'

const { list: endpoint, csv } = salesDashboard
const FILTERS: readonly Filter[] = [{ kind: 'days', label: 'Lead received' }]
const defaultSort = { sort: 'received', order: 'desc' } as const

/** What each sales person received, and what became of it. */
export default function SalesDashboardPage() {
  const list = useListParams({ endpoint, sorts: SALES_MEMBER_SORTS, defaultSort })
  const answer = useOne(endpoint, { query: list.query }, { enabled: can(endpoint.permission), keepPrevious: true }).data
  const totals = answer?.totals
  return (
    <ListPage
      title="Sales Member Dashboard"
      list={list}
      noun={['member', 'members']}
      columns={columnsFor(list.query, answer && whoseTotals(answer))}
      totals={totals && allMembers(totals)}
      search="Search name or email"
      filters={FILTERS}
      actions={can(csv) && <ExportButton query={list.query} />}
      above={totals && <Figures totals={totals} />}
      empty={{
        title: 'No sales rep yet',
        text: 'People on the sales list or with a valid lead appear here.',
      }}
    />
  )
}

const ExportButton = ({ query }: { query: object }) => {
  const [running, setRunning] = useState(false)
  const download = async () => {
    setRunning(true)
    try {
      const { data } = await call(csv, { query })
      downloadCsv('Sales members.csv', [data.csv])
      const { text, isWhole } = exportedWords(data)
      if (isWhole) toast.done(text)
      else toast.note(text)
    } catch (failure) {
      toast.failed(sentenceOf(failure, csv.failure))
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={running} onClick={() => void download()}>
      Export
    </Button>
  )
}

const Figures = ({ totals }: { totals: SalesFigures }) => {
  const { received, open, overdue, won, lost, conversion, first_response_p50, first_response_p90, sla_hit } = totals
  return (
    <dl className="sales-figures">
      <Figure
        label="Received"
        value={formats().number(received)}
        note={`${formats().number(open)} not contacted yet, ${formats().number(overdue)} overdue`}
      />
      <Figure
        label="Won"
        value={formats().number(won)}
        note={
          conversion === null
            ? 'nothing received'
            : `${percent(conversion)} of received, ${formats().number(lost)} lost`
        }
      />
      <Figure
        label="First response"
        value={first_response_p50 === null ? <EmptyValue /> : formats().about(first_response_p50)}
        note={
          first_response_p90 === null
            ? 'no response yet'
            : `${CALENDAR_TIME}, median; 90% within ${formats().about(first_response_p90)}.${sla_hit === null ? '' : ` ${metTarget(sla_hit)}.`}`
        }
      />
    </dl>
  )
}

const Figure = ({ label, value, note }: { label: string; value: ReactNode; note: string }) => (
  <div className="sales-figure">
    <dt>{label}</dt>
    <dd>
      <span className="sales-number">{value}</span>
      <span className="second">{note}</span>
    </dd>
  </div>
)

/**
 * Whose leads the totals count. A lead that nobody sells counts for no member, so only a filter that names the people finds the same
 * leads: undefined where the page does not have them all.
 */
const whoseTotals = ({ data, totalFilteredCount }: Reply<typeof endpoint>): readonly number[] | undefined =>
  data.length === totalFilteredCount ? data.filter(({ received }) => received > 0).map(({ id }) => id) : undefined

/** The row under all others; nobody has the id 0. */
const allMembers = (totals: SalesFigures): SalesMember => ({
  ...totals,
  id: 0,
  name: 'All members',
  email: '',
  state: 'available',
  state_reason: null,
  received_7d: null,
  fair_share_7d: null,
})

const columnsFor = (
  { from_date, to_date }: { from_date?: string; to_date?: string },
  everybody: readonly number[] | undefined,
): readonly Column<SalesMember>[] => {
  const days = { ...(from_date && { from_date }), ...(to_date && { to_date }) }
  const leads = (filter: LeadQuery) => (id: number) => {
    const people = id === 0 ? everybody : [id]
    return people && linkToHeld('valid', people, { ...days, ...filter })
  }
  return [
    {
      key: 'name',
      title: 'Member',
      width: 168,
      priority: 0,
      sort: 'name',
      card: 'title',
      render: ({ id, name, email }) =>
        id === 0 ? <strong>{name}</strong> : <PersonWithEmail name={name} email={email} />,
    },
    {
      key: 'state',
      title: 'State',
      width: 116,
      priority: 1,
      card: 'corner',
      render: ({ id, state, state_reason }) =>
        id !== 0 && (
          <TwoLines
            first={<StatusTag tone={STATES[state].tone}>{STATES[state].label}</StatusTag>}
            second={state_reason}
          />
        ),
    },
    count('received', 'Received', 1, 88, leads({})),
    count('open', 'Open', 1, 74, leads({ enquiry_status: ['open'] })),
    count('overdue', 'Overdue', 1, 84, leads({ clock: 'overdue' })),
    count('contacted', 'Contacted', 3, 94, leads({ enquiry_status: ['contacted'] })),
    {
      key: 'response',
      title: 'Response, calendar time',
      width: 178,
      priority: 2,
      align: 'right',
      sort: 'first_response_p50',
      render: ({ first_response_p50: half, first_response_p90: most }) =>
        half !== null && (
          <TwoLines first={formats().about(half)} second={most !== null && `90%: ${formats().about(most)}`} />
        ),
    },
    {
      key: 'sla',
      title: 'Met target',
      width: 100,
      priority: 2,
      align: 'right',
      sort: 'sla_hit',
      firstOrder: 'desc',
      render: ({ sla_hit }) => (sla_hit === null ? <EmptyValue /> : percent(sla_hit)),
    },
    count('quoted', 'Quoted', 3, 78, leads({ enquiry_status: ['quoted'] })),
    count('won', 'Won', 1, 70, leads({ enquiry_status: ['won'] })),
    count('lost', 'Lost', 2, 70, leads({ enquiry_status: ['lost'] })),
    {
      key: 'conversion',
      title: 'Conversion',
      width: 106,
      priority: 2,
      align: 'right',
      sort: 'conversion',
      firstOrder: 'desc',
      render: ({ conversion }) => (conversion === null ? <EmptyValue /> : percent(conversion)),
    },
    {
      key: 'share',
      title: 'Fair share 7 d',
      width: 112,
      priority: 4,
      align: 'right',
      sort: 'fair_share_7d',
      firstOrder: 'desc',
      render: ({ received_7d, fair_share_7d }) =>
        received_7d === null || fair_share_7d === null ? (
          <EmptyValue />
        ) : (
          `${formats().number(received_7d)} of ${formats().decimal(fair_share_7d)}`
        ),
    },
    { ...count('nurture', 'Nurture', 5, 86, leads({ enquiry_status: ['nurture'] })), optional: true },
  ]
}

type CountName = 'received' | 'open' | 'overdue' | 'contacted' | 'quoted' | 'nurture' | 'won' | 'lost'

/** A number that opens exactly the leads that it counted. */
const count = (
  name: CountName,
  title: string,
  priority: number,
  width: number,
  linkTo: (id: number) => string | undefined,
): Column<SalesMember> => ({
  key: name,
  title,
  width,
  priority,
  align: 'right',
  sort: name,
  firstOrder: 'desc',
  render: (member) => {
    const number = formats().number(member[name])
    const link = member[name] > 0 && linkTo(member.id)
    return link ? (
      <Link to={link} aria-label={`${member.name}, ${title.toLowerCase()}: ${counted(member[name], 'lead')}`}>
        {number}
      </Link>
    ) : (
      number
    )
  },
})

const STATES = {
  available: { tone: 'success', label: 'Available' },
  unavailable: { tone: 'neutral', label: 'Not available' },
  off_list: { tone: 'neutral', label: 'Not on the list' },
} as const
