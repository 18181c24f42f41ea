import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { EnquiryStatus, LeadQuery } from '#contract/leads/lead.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { queryFor } from '#web/kit/data/api.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { linkToHeld } from '#web/leads/list/lead-links.ts'
import { enquiryLabel } from '#web/leads/words/lead-words.ts'
import { Card } from './Card.tsx'

const STEPS = ['open', 'contacted', 'quoted', 'nurture'] as const satisfies readonly EnquiryStatus[]

/** How far one's open leads are; each number opens them. */
export const OpenByStep = ({ me }: { me: number }) => {
  const counts = useQueries({
    queries: STEPS.map((step) => {
      const query: LeadQuery = { enquiry_status: [step], sales_person: [me] }
      return queryFor(validLeads.list, { query: { ...query, page: 1, pageSize: 1 } })
    }),
  }).map(({ data }) => data?.pagination.total)
  const most = Math.max(1, ...counts.map((count) => count ?? 0))
  const all = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  return (
    <Card
      title="Your open leads"
      corner={
        counts.every((count) => count !== undefined) && <span className="second">{counted(all, 'lead')} by step</span>
      }
    >
      <ul className="steps">
        {STEPS.map((step, at) => {
          const count = counts[at]
          const to = linkToHeld('valid', me, { enquiry_status: [step] })
          return (
            <li key={step}>
              <span>{enquiryLabel(step)}</span>
              <span className="step-bar" aria-hidden>
                <span style={{ width: `${((count ?? 0) / most) * 100}%` }} />
              </span>
              {count === undefined ? (
                <span className="bone" />
              ) : to && count > 0 ? (
                <Link to={to} aria-label={`${enquiryLabel(step)}: ${counted(count, 'lead')}`}>
                  {formats().number(count)}
                </Link>
              ) : (
                <span>{formats().number(count)}</span>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
