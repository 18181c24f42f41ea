import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LOAD, type ManagerNow } from '#contract/leads/dashboard.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { salesDashboard } from '#contract/leads/sales-dashboard.ts'
import { can } from '#web/kit/data/session.ts'
import { EmptyValue } from '#web/kit/look/EmptyValue.tsx'
import { counted, formats } from '#web/kit/look/format.ts'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { linkToHeld, linkToLeads } from '#web/leads/list/lead-links.ts'
import { Card } from './Card.tsx'
import { Open } from './Open.tsx'
import { momentInWords } from './since.ts'

type Qa = NonNullable<ManagerNow['team']['qa']>
type Sales = NonNullable<ManagerNow['team']['sales']>
type Member = Qa['people'][number] | Sales['people'][number]

const MONTH = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

/** Who of the team is at work, what they have to do, and what they did today. */
export const TeamToday = ({ now: { team, today, month } }: { now: ManagerNow }) => {
  const qa = team.qa?.people.length ? team.qa : undefined
  const sales = team.sales?.people.length ? team.sales : undefined
  if (!qa && !sales) return null
  return (
    <Card
      title="Team today"
      corner={
        can('view_sales_member_dashboard') &&
        can(salesDashboard.list) && <Link to="/marketing/sales_member_dashboard">Sales members</Link>
      }
    >
      {qa && <QaTable team={qa} today={today} />}
      {sales && <SalesTable team={sales} today={today} month={month} />}
    </Card>
  )
}

const QaTable = ({ team: { people, more }, today }: { team: Qa; today: string }) => (
  <TeamTable side="QA" heads={['Open', 'Overdue', 'Valid / invalid']} more={more} to="/marketing/auto_assign_qa">
    {people.map((each) => {
      const { person, open, open_cap, valid, invalid } = each
      const decided = (status: 'valid' | 'invalid') =>
        linkToLeads('marketing', {
          assigned_qa: [person.id],
          status: [status],
          days_of: 'decided',
          from_date: today,
          to_date: today,
        })
      return (
        <tr key={person.id}>
          <Who member={each} />
          <td>
            <Count count={open} to={linkToHeld('assigned', person.id, LOAD.assigned)} label={`${person.name}, open`} />
            {open_cap !== null && <span className="second"> of {formats().number(open_cap)}</span>}
          </td>
          <Overdue member={each} to={linkToHeld('assigned', person.id, OVERDUE)} />
          <td className="team-two">
            {valid + invalid === 0 ? (
              <EmptyValue />
            ) : (
              <>
                <Count count={valid} to={decided('valid')} label={`${person.name}, valid today`} />/
                <Count count={invalid} to={decided('invalid')} label={`${person.name}, invalid today`} />
              </>
            )}
          </td>
        </tr>
      )
    })}
  </TeamTable>
)

const SalesTable = ({ team: { people, more }, today, month }: { team: Sales; today: string; month: string }) => (
  <TeamTable
    side="Sales"
    heads={['To contact', 'Overdue', `Won in ${MONTH.format(new Date(month))}`]}
    more={more}
    to="/marketing/b2b_auto_salesrep_assign"
  >
    {people.map((each) => {
      const { person, open, won } = each
      const closed: LeadQuery = { enquiry_status: ['won'], days_of: 'closed', from_date: month, to_date: today }
      return (
        <tr key={person.id}>
          <Who member={each} />
          <td>
            <Count
              count={open}
              to={linkToHeld('valid', person.id, { enquiry_status: ['open'] })}
              label={`${person.name}, to contact`}
            />
          </td>
          <Overdue member={each} to={linkToHeld('valid', person.id, OVERDUE)} />
          <td>
            <Count count={won} to={linkToHeld('valid', person.id, closed)} label={`${person.name}, won`} />
          </td>
        </tr>
      )
    })}
  </TeamTable>
)

const OVERDUE: LeadQuery = { clock: 'overdue' }

interface TeamTableProps {
  side: string
  heads: readonly string[]
  /** How many people are not shown, and where they are. */
  more: number
  to: string
  children: ReactNode
}

const TeamTable = ({ side, heads, more, to, children }: TeamTableProps) => (
  <>
    <table className="team">
      <thead>
        <tr>
          <th scope="col">{side}</th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
    {more > 0 && (
      <p className="team-more">
        <Link to={to}>{counted(more, 'more person', 'more people')}</Link>
      </p>
    )}
  </>
)

const Who = ({ member }: { member: Member }) => (
  <th scope="row">
    <span className="person">
      <PersonAvatar name={member.person.name} size={28} />
      <span className="two-lines">
        <strong className="cut">{member.person.name}</strong>
        <span className={member.state === 'available' || member.state === 'off_shift' ? 'second' : 'second team-away'}>
          {presence(member)}
        </span>
      </span>
    </span>
  </th>
)

/** Whether they are at work, and until when that is known. */
const presence = ({ state, until }: Member): string => {
  const then = until && momentInWords(until)
  switch (state) {
    case 'available':
      return then ? `Until ${then}` : 'No set hours'
    case 'off_shift':
      return then ? `Off shift until ${then}` : 'Off shift'
    case 'away':
      return then ? `Away until ${then}` : 'Away'
    case 'at_cap':
      return 'At their limit'
    case 'paused':
      return 'Paused'
    case 'no_permission':
      return 'No permission'
    case 'deactivated':
      return 'Deactivated'
  }
}

const Overdue = ({ member: { person, overdue }, to }: { member: Member; to: string | undefined }) => (
  <td className={overdue > 0 ? 'team-over' : undefined}>
    {overdue === 0 ? <EmptyValue /> : <Count count={overdue} to={to} label={`${person.name}, overdue`} />}
  </td>
)

const Count = ({ count, to, label }: { count: number; to: string | undefined; label: string }) => (
  <Open to={to} count={count} label={label}>
    {formats().number(count)}
  </Open>
)
