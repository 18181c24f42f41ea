import { Button } from 'antd'
import { Link } from 'react-router'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { sentenceOf, type useList } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { formats } from '#web/kit/look/format.ts'
import { When } from '#web/kit/look/When.tsx'
import { LeadStatus } from '#web/leads/list/LeadCells.tsx'
import { TimeLeftWords } from '#web/leads/list/TimeLeft.tsx'
import { placeOf } from '#web/leads/words/lead-words.ts'
import { Card, CardBones } from './Card.tsx'

const SHOWN = 6

interface QaQueueProps {
  answer: Pick<ReturnType<typeof useList<typeof assignedLeads.list>>, 'data' | 'error' | 'isError' | 'refetch'>
  /** The list that they are the first of. */
  to: string | undefined
}

/** The first leads of the person's queue, in its order. */
export const QaQueue = ({ answer: { data, error, isError, refetch }, to }: QaQueueProps) => {
  const rows = data?.data.slice(0, SHOWN) ?? []
  const more = (data?.pagination.total ?? 0) - rows.length
  return (
    <Card title="Next in your queue" corner={<span className="second">Most urgent first</span>}>
      {isError && (
        <Notice
          kind="error"
          title="Your queue did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, assignedLeads.list.failure)}
        </Notice>
      )}
      {data && rows.length === 0 && (
        <p className="panel-none">Nothing waits for you. Leads assigned to you appear here.</p>
      )}
      {!data && !isError && <CardBones />}
      <ul>
        {rows.map((lead) => (
          <li key={lead.id}>
            <Link className="queue-row qa-row" to={`${to ?? '/marketing/assigned_leads?'}&lead=${lead.id}`}>
              <Row lead={lead} />
            </Link>
          </li>
        ))}
      </ul>
      {to && rows.length > 0 && (
        <p className="panel-foot">
          <span className="second">{more > 0 ? `${formats().number(more)} more` : 'That is all of it'}</span>
          <Link to={to}>Open queue</Link>
        </p>
      )}
    </Card>
  )
}

const Row = ({ lead }: { lead: LeadRow }) => {
  const { clock, created_at, name, company, email, products = [], total_quantity, status, kind } = lead
  const [first, ...others] = products
  return (
    <>
      <span className="queue-name qa-when">
        {clock ? <TimeLeftWords clock={clock} /> : <When at={created_at} />}
        <span className="second">{clock ? 'First handling' : 'Received'}</span>
      </span>
      <span className="queue-name">
        <strong className="cut">{name}</strong>
        <span className="second cut">{[company ?? email, placeOf(lead)].filter(Boolean).join(', ')}</span>
      </span>
      <span className="queue-name qa-product">
        <span className="cut">
          {first ? `${first.product_name}${others.length > 0 ? ` +${others.length}` : ''}` : 'No product named'}
        </span>
        {first && <span className="second">Qty {formats().number(total_quantity)}</span>}
      </span>
      <LeadStatus status={status} kind={kind} />
    </>
  )
}
