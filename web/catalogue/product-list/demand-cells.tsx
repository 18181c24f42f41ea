import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { WANTED, type ListedProduct } from '#contract/catalogue/product-list.ts'
import type { LeadQuery } from '#contract/leads/lead.ts'
import { counted, formats } from '#web/kit/look/format.ts'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { linkToLeads } from '#web/leads/published.ts'
import './demand.css'

/** The leads of a product that a number counts; undefined for whoever may not open them. */
export const leadsOfProduct = (id: number, query: LeadQuery = { asked_in: '90' }) =>
  linkToLeads('marketing', { product: [id], ...query })

/** A number that opens its leads. */
export const LeadCount = ({ count, to, label }: { count: number; to: string | undefined; label: string }) => {
  const text = formats().number(count)
  return to === undefined || count === 0 ? (
    <span className="demand-count">{text}</span>
  ) : (
    <Link to={to} className="demand-count" aria-label={`${text} ${label}`}>
      {text}
    </Link>
  )
}

export const Discoverable = ({ discoverable, leads_90 }: Pick<ListedProduct, 'discoverable' | 'leads_90'>) => (
  <span className="discoverable">
    <StatusTag tone={discoverable ? 'success' : 'neutral'}>{discoverable ? 'Shown' : 'Hidden'}</StatusTag>
    {!discoverable && leads_90 >= WANTED && <span className="wanted">Wanted</span>}
  </span>
)

/** A bar a week, the oldest first; `most` is the height of the tallest beside it. */
export const WeekBars = ({ weeks, most }: { weeks: readonly number[]; most: number }) => (
  <span className="week-bars" role="img" aria-label={`Leads in the last ${weeks.length} weeks: ${weeks.join(', ')}`}>
    {weeks.map((count, at) => (
      // A week has no other name than its place.
      <span key={at} style={{ height: `${count === 0 ? 4 : Math.max(12, (100 * count) / Math.max(1, most))}%` }} />
    ))}
  </span>
)

/** How many of the decided leads are valid; a dash while they are too few to say. */
export const ValidRate = ({ product }: { product: ListedProduct }) => {
  const { id, valid_90, decided_90, valid_rate } = product
  const { number } = formats()
  const decided = leadsOfProduct(id, { asked_in: '90', status: ['valid', 'invalid'] })
  const opened = (text: string): ReactNode =>
    decided === undefined || decided_90 === 0 ? text : <Link to={decided}>{text}</Link>
  if (valid_rate === null)
    return (
      <span className="valid-rate">
        <span className="rate-none">–</span>
        <span className="second">{opened(`${number(decided_90)} decided`)}</span>
      </span>
    )
  const percent = Math.round(valid_rate * 100)
  return (
    <span className="valid-rate">
      <span className="rate">
        <span className="rate-track" aria-hidden>
          <span style={{ width: `${percent}%` }} />
        </span>
        {percent}%
      </span>
      <span className="second">{opened(`${number(valid_90)} of ${number(decided_90)} decided`)}</span>
    </span>
  )
}

export const askedWords = (count: number, days: number) => `${counted(count, 'lead')} in ${days} days`
