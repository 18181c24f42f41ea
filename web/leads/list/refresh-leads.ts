import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { keyOf } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { LEAD_LISTS, type LeadListEndpoint } from './lead-lists.ts'

/** What an act on a lead puts out of date, on its list and in its drawer. */
export const AFTER_ACT = [
  ...LEAD_LISTS,
  leadDetails.open,
  leadDetails.lead,
  leadDetails.history,
  leadDetails.decisions,
  leadDetails.validated,
  leadDetails.notValidated,
  marketingLeads.checkCurrentAssignment,
]

const WAIT = 1500
let timer: ReturnType<typeof setTimeout> | undefined

/** After a verdict: every list and count is out of date, but the page on screen keeps its rows in their places until it is asked for again. */
export const refreshAround = (endpoint: LeadListEndpoint, query: object) => {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const kept = JSON.stringify(keyOf(endpoint, { query }))
    const paths: readonly unknown[] = LEAD_LISTS.map(({ path }) => path)
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => paths.includes(queryKey[0]) && JSON.stringify(queryKey) !== kept,
    })
    void queryClient.invalidateQueries({ queryKey: keyOf(endpoint, { query }), refetchType: 'none' })
  }, WAIT)
}
