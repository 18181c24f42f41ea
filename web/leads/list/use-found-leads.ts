import { useQueries } from '@tanstack/react-query'
import type { LeadRow } from '#contract/leads/lead.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { registrationLeads } from '#contract/leads/registration-leads.ts'
import { queryFor } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'
import { LEAD_LISTS } from './lead-lists.ts'
import { useWords } from '#web/kit/form/use-sought.ts'

const AS_MANY = 20

/** What is found by number or name on any list that the person may read; Leads holds every enquiry. */
export const useFoundLeads = (sought: string) => {
  const { words: search, searching } = useWords(sought)
  const whole = can(marketingLeads.list) ? [marketingLeads.list, registrationLeads.list] : LEAD_LISTS
  const answers = useQueries({
    queries: whole
      .filter((list) => can(list))
      .map((list) => ({
        ...queryFor(list, { query: { search, page: 1, pageSize: AS_MANY } }),
        enabled: search !== '',
      })),
  })
  const found = answers.flatMap(({ data }): LeadRow[] => data?.data ?? [])
  return {
    leads: [...new Map(found.map((lead) => [lead.id, lead])).values()],
    searching: searching({ isFetching: answers.some(({ isFetching }) => isFetching) }),
  }
}
