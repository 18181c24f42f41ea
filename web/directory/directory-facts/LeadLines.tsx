import { useId } from 'react'
import { Link } from 'react-router'
import type { DirectoryKind } from '#contract/directory/directory-merges.ts'
import type { LeadOf } from '#contract/directory/directory-values.ts'
import { pathToLead } from '#contract/leads/lead-path.ts'
import { formats } from '#web/kit/look/format.ts'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { StatusTag } from '#web/kit/look/StatusTag.tsx'
import { When } from '#web/kit/look/When.tsx'
import { statusWords } from '#web/leads/published.ts'
import { linkToLeadsOf } from './directory-links.ts'
import './lead-lines.css'

interface LeadLinesProps {
  kind: DirectoryKind
  of: { id: number; leads: readonly LeadOf[] | null; leads_open: number; leads_all: number }
}

/** The newest leads, and the way to all of them. */
export const LeadLines = ({ kind, of: { id, leads, leads_open, leads_all } }: LeadLinesProps) => {
  const heading = useId()
  const { number } = formats()
  const all = linkToLeadsOf(kind, id)
  if (leads === null) return null
  return (
    <section aria-labelledby={heading}>
      <header className="facts-head">
        <h3 id={heading}>
          Leads{' '}
          {leads_all > 0 && (
            <span className="directory-count">
              {number(leads_open)} open of {number(leads_all)}
            </span>
          )}
        </h3>
        {all !== undefined && leads_all > 0 && <Link to={all}>See all {number(leads_all)}</Link>}
      </header>
      {leads.length === 0 ? (
        <p className="second">{leads_all === 0 ? 'No leads yet.' : 'You see none of these leads.'}</p>
      ) : (
        <ul className="lead-lines">
          {leads.map((lead) => (
            <LeadLine key={lead.id} lead={lead} />
          ))}
        </ul>
      )}
    </section>
  )
}

const LeadLine = ({ lead: { id, lead_no, product, quantity, status, at } }: { lead: LeadOf }) => {
  const { label, tone } = statusWords(status)
  return (
    <li>
      <span className="lead-lines-no">
        <Link to={pathToLead(id)}>{lead_no}</Link>
      </span>
      <span className="lead-lines-product cut">{orEmpty(product)}</span>
      <span className="lead-lines-quantity">{quantity === null ? '' : `Qty ${formats().number(quantity)}`}</span>
      <span>
        <StatusTag tone={tone}>{label}</StatusTag>
      </span>
      <span className="lead-lines-at">
        <When at={at} />
      </span>
    </li>
  )
}
