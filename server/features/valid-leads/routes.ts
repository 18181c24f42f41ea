import { validLeads } from '#contract/valid-leads.ts'
import { leadList } from '#server/domain/leads/list.ts'
import { implement } from '#server/kit/implement.ts'

export const validLeadRoutes = implement('valid-leads', validLeads, {
  list: ({ tenant, caller, query }) => leadList(tenant, caller, 'valid', query),
})
