import { Link } from 'react-router'
import type { DirectoryKind } from '#contract/directory/directory-merges.ts'
import { formats } from '#web/kit/look/format.ts'
import { linkToLeadsOf } from './directory-links.ts'

interface LeadCountsProps {
  kind: DirectoryKind
  of: { id: number; leads_open: number; leads_all: number }
  name: string
}

/** Open leads and all of them; they open exactly those. */
export const LeadCounts = ({ kind, of: { id, leads_open, leads_all }, name }: LeadCountsProps) => {
  const { number } = formats()
  const words = `${number(leads_open)} / ${number(leads_all)}`
  const to = leads_all > 0 ? linkToLeadsOf(kind, id) : undefined
  return to === undefined ? (
    <span className="lead-counts">{words}</span>
  ) : (
    <Link to={to} className="lead-counts" aria-label={`${words} leads of ${name}, open and all`}>
      {words}
    </Link>
  )
}
