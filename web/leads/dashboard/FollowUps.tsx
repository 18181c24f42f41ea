import { Button } from 'antd'
import { Link } from 'react-router'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { sentenceOf, useList } from '#web/kit/data/api.ts'
import { Notice } from '#web/kit/feedback/Notice.tsx'
import { formats } from '#web/kit/look/format.ts'
import { FOLLOW_UP_ORDER } from '#web/leads/list/clock-views.ts'
import { linkToHeld } from '#web/leads/list/lead-links.ts'
import { Card, CardBones } from './Card.tsx'

const SHOWN = 6

/** Whom the person wanted to come back to, the earliest first. */
export const FollowUps = ({ me }: { me: number }) => {
  const query: LeadQuery = { follow_up: 'planned', ...FOLLOW_UP_ORDER }
  const to = linkToHeld('valid', me, query)
  const { data, error, isError, refetch } = useList(validLeads.list, {
    ...query,
    sales_person: [me],
    page: 1,
    pageSize: 10,
    values: ['follow_up_on', 'sales_note'],
  })
  const rows = data?.data.slice(0, SHOWN) ?? []
  return (
    <Card
      title="Follow-ups"
      corner={to && rows.length > 0 && <Link to={to}>All {formats().number(data?.pagination.total ?? 0)}</Link>}
    >
      {isError && (
        <Notice
          kind="error"
          title="Your follow-ups did not load"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error, validLeads.list.failure)}
        </Notice>
      )}
      {data && rows.length === 0 && (
        <p className="panel-none">No follow-ups planned. Choose a day when you record a contact.</p>
      )}
      {!data && !isError && <CardBones />}
      <ul>
        {rows.map((lead) => (
          <li key={lead.id}>
            <Link className="follow-row" to={`${to ?? '/marketing/valid_leads?'}&lead=${lead.id}`}>
              <span className="queue-name">
                <strong className="cut">{[lead.name, lead.company].filter(Boolean).join(' · ')}</strong>
                <span className="second cut">{lead.sales_note ?? 'No note'}</span>
              </span>
              <Day day={lead.follow_up_on ?? ''} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Day = ({ day }: { day: string }) => {
  const { day: ahead, writeDay } = formats()
  if (day < ahead()) return <span className="time-left time-over">{writeDay(day)}</span>
  if (day === ahead()) return <span className="time-left time-soon">Today</span>
  return <span className="second">{day === ahead(1) ? 'Tomorrow' : writeDay(day)}</span>
}
