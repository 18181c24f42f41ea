import type { ReactNode } from 'react'
import type { LeadRow } from '#contract/leads/lead.ts'
import type { Card } from '#web/kit/list/list.ts'
import { formats } from '#web/kit/look/format.ts'
import { PersonAvatar } from '#web/kit/look/PersonAvatar.tsx'
import { When } from '#web/kit/look/When.tsx'
import { LeadName } from './LeadCells.tsx'
import { TimeLeft } from './TimeLeft.tsx'
import { countryName } from '#web/leads/words/lead-words.ts'
import './lead-cells.css'

interface Parts {
  corner: ReactNode
  end: ReactNode
}

/** A lead in three lines: who, from where, and what they ask for since when; its QA person at the end. */
export const leadCard = (lead: LeadRow, { corner, end }: Parts): Card => {
  const { name, company, country, products, created_at, assigned_qa } = lead
  const [first, ...more] = products ?? []
  const asked = first && (more.length > 0 ? `${first.product_name} +${more.length}` : first.product_name)
  return {
    title: (
      <span className="lead-card-name">
        <LeadName id={lead.id} name={name} />
      </span>
    ),
    corner,
    lines: [
      <span key="from" className="card-line cut">
        {[company, countryName(country)].filter(Boolean).join(' · ') || 'No company, no country'}
      </span>,
      <span key="asked" className="card-line lead-card-asked">
        <span className="cut">{asked ?? 'No product'}</span>
        <span aria-hidden>·</span>
        <When at={created_at} />
      </span>,
    ],
    end: end || <PersonMark person={assigned_qa} />,
  }
}

/** What a card ends with: its time left, or the day to come back to it, and, for who sees the leads of others, whose it is. */
export const timeLeftAtEnd = (lead: LeadRow, whose?: ReactNode) => (
  <>
    {lead.follow_up_on && lead.clock?.state !== 'running' ? (
      <span className="second">Follow-up {formats().writeDay(lead.follow_up_on)}</span>
    ) : (
      lead.clock && <TimeLeft lead={lead} />
    )}
    {whose}
  </>
)

/** Whose it is, at the end of a card. */
export const PersonMark = ({ person }: { person: LeadRow['assigned_qa'] }) => (
  <span title={person?.name ?? 'Unassigned'}>
    {person ? <PersonAvatar name={person.name} /> : <span className="avatar avatar-22 avatar-none" aria-hidden />}
    <span className="sr-only">{person?.name ?? 'Unassigned'}</span>
  </span>
)
