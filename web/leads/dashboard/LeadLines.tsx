import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { allLeads } from '#contract/leads/all-leads.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { LeadRow, LeadQuery } from '#contract/leads/lead.ts'
import { MOST_URGENT } from '#web/leads/list/clock-views.ts'
import { LeadStatus } from '#web/leads/list/LeadCells.tsx'
import { linkToHeld, linkToLeads } from '#web/leads/list/lead-links.ts'
import { TimeLeftWords } from '#web/leads/list/TimeLeft.tsx'
import { sentenceOf, useList } from '#web/kit/data/api.ts'
import { formats } from '#web/kit/look/format.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { When } from '#web/kit/look/When.tsx'
import { Card } from './Card.tsx'

const SHOWN = 5
const OLDEST = { sort: 'created_at', order: 'asc' } as const

/** What the person has to decide next, in the order of their list. */
export const MyQueue = ({ me }: { me: number }) => {
  const query: LeadQuery = { status: ['assigned', 'in-progress'] }
  return (
    <LeadLines
      title="Next in your queue"
      open="Open queue"
      list={assignedLeads.list}
      query={{ ...query, assigned_qa: [me], ...MOST_URGENT }}
      to={linkToHeld('assigned', me, query)}
      none="Nothing to do. Leads assigned to you appear here."
      end={timeLeft}
    />
  )
}

const timeLeft = ({ clock, created_at }: LeadRow) =>
  clock ? <TimeLeftWords clock={clock} /> : <When at={created_at} />

/** The leads that nobody holds, the oldest first. */
export const WaitingLongest = () => (
  <LeadLines
    title="Waiting longest"
    open="Open the list"
    list={allLeads.list}
    query={OLDEST}
    to={linkToLeads('unassigned', OLDEST)}
    none="No leads waiting. Unassigned leads appear here."
    end={({ created_at }) => formats().relative(created_at)}
  />
)

interface LeadLinesProps {
  title: string
  open: string
  list: typeof assignedLeads.list | typeof allLeads.list
  query: LeadQuery
  /** The list that they are the first of; absent for whoever may not open it. */
  to: string | undefined
  none: string
  end: (lead: LeadRow) => ReactNode
}

const LeadLines = ({ title, open, list, query, to, none, end }: LeadLinesProps) => {
  const { data, error, isError, refetch } = useList(list, { ...query, page: 1, pageSize: 10, values: ['products'] })
  const rows = data?.data.slice(0, SHOWN) ?? []
  return (
    <Card title={title} corner={to && <Link to={to}>{open}</Link>}>
      {isError && (
        <Notice
          kind="error"
          title={`${title} did not load`}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, list.failure)}
        </Notice>
      )}
      {data && rows.length === 0 && <p className="panel-none">{none}</p>}
      <ul>
        {rows.map((lead) => (
          <li key={lead.id}>
            {to ? (
              <Link className="queue-row" to={`${to}&lead=${lead.id}`}>
                <Line lead={lead} end={end(lead)} />
              </Link>
            ) : (
              <div className="queue-row">
                <Line lead={lead} end={end(lead)} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Line = ({ lead, end }: { lead: LeadRow; end: ReactNode }) => (
  <>
    <span className="queue-name">
      <strong className="cut">{lead.name}</strong>
      <span className="second cut">{lead.company ?? lead.email}</span>
    </span>
    <span className="queue-product cut">{lead.products?.[0]?.product_name}</span>
    <LeadStatus status={lead.status} kind={lead.kind} />
    <span className="queue-when">{end}</span>
  </>
)
