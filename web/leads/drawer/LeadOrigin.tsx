import { Link } from 'react-router'
import type { LeadRow, LeadSource } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { useOne } from '#web/kit/data/api.ts'

const MADE_OF: ReadonlySet<string> = new Set(['contact_us'] satisfies LeadSource[])

/** The way back to what a lead was made of, for people who see that. */
export const LeadOrigin = ({ lead: { id, source } }: { lead: LeadRow }) => {
  const { data } = useOne(leadDetails.origin, { params: { id } }, { enabled: MADE_OF.has(source) })
  const origin = data?.data
  return origin ? (
    <>
      (<Link to={origin.path}>{origin.title}</Link>){' '}
    </>
  ) : null
}
