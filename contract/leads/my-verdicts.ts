import { Type, type Static } from 'typebox'
import { get, ListQuery, Many, PageOf } from '#contract/kit/endpoint.ts'
import { LeadQuery, LeadRow } from './lead.ts'
import { VERDICTS } from './own-verdict.ts'

/** Verdicts show on this list for so many days. */
export const VERDICT_DAYS = 180

/** As every list of leads, but for the days: they are those of the verdict. */
export const VerdictQuery = ListQuery({
  ...LeadQuery.properties,
  verdict: Many(Type.Enum([...VERDICTS])),
  /** Only leads whose verdict does not stand any more. */
  changed: Type.Optional(Type.Enum(['yes'])),
  /** Only leads that were taken in hand within their target, or after it. */
  handled: Type.Optional(Type.Enum(['in_time', 'late'])),
})
export type VerdictQuery = Static<typeof VerdictQuery>

export const myVerdicts = {
  list: get('/marketing/my_verdicts', {
    summary: `Enquiries that the caller validated or rejected in the last ${VERDICT_DAYS} days, as they are now`,
    permission: 'assigned_leads_list',
    query: VerdictQuery,
    reply: PageOf(LeadRow),
    failure: 'Failed to fetch leads',
  }),
}
