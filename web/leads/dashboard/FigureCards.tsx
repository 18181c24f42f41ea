import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { HomeFigures } from '#contract/leads/dashboard.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { linkToLeads } from '#web/leads/list/lead-links.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { Card } from './Card.tsx'

type Figure<Name extends keyof HomeFigures> = NonNullable<HomeFigures[Name]>

const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/** What came today, beside the whole of the same day a week ago. */
export const IntakeCard = ({ intake: { today, week_before } }: { intake: Figure<'intake'> }) => {
  const weekday = WEEKDAY.format(new Date(`${week_before.day}T00:00:00Z`))
  const linkTo = (day: string) => linkToLeads('marketing', { from_date: day, to_date: day })
  return (
    <Card title="Received today" corner={<span className="second">today only, ignores the date filter</span>}>
      <dl className="facts">
        <Fact label="Today so far" name="Received today" count={today.received} to={linkTo(today.day)} />
        <Fact
          label={`Last ${weekday}, full day`}
          name={`Received last ${weekday}`}
          count={week_before.received}
          to={linkTo(week_before.day)}
        />
      </dl>
    </Card>
  )
}

/** How soon valid leads were answered, and what has become of them. */
export const ResponseCard = ({ response, days }: { response: Figure<'response'>; days: LeadQuery }) => {
  const { own, p50, p90, received, open, won, lost } = response
  const linkTo = (filter: LeadQuery) => linkToLeads('valid', { ...days, ...filter })
  const whose = own ? 'Your valid leads' : 'Valid leads'
  return (
    <Card
      title={own ? 'Your first response' : 'First response'}
      corner={<span className="second">calendar time from verdict to first contact, ±5%</span>}
    >
      <dl className="facts">
        <Fact label="Median">{p50 === null ? <EmptyValue /> : formats().about(p50)}</Fact>
        <Fact label="90% within">{p90 === null ? <EmptyValue /> : formats().about(p90)}</Fact>
        <Fact label={whose} name={whose} count={received} to={linkTo({})} />
        <Fact
          label="Not contacted"
          name={`${whose}, not contacted`}
          count={open}
          to={linkTo({ enquiry_status: ['open'] })}
        />
        <Fact label="Won" name={`${whose}, won`} count={won} to={linkTo({ enquiry_status: ['won'] })} />
        <Fact label="Lost" name={`${whose}, lost`} count={lost} to={linkTo({ enquiry_status: ['lost'] })} />
      </dl>
    </Card>
  )
}

interface FactProps {
  label: string
  /** What the number is called by itself. */
  name?: string
  count?: number
  to?: string | undefined
  children?: ReactNode
}

const Fact = ({ label, name = label, count = 0, to, children }: FactProps) => (
  <div className="fact">
    <dt>{label}</dt>
    <dd>
      {children ??
        (to && count > 0 ? (
          <Link to={to} aria-label={`${name}: ${counted(count, 'lead')}`}>
            {formats().number(count)}
          </Link>
        ) : (
          formats().number(count)
        ))}
    </dd>
  </div>
)
