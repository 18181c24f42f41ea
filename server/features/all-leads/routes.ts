import { allLeads } from '#contract/all-leads.ts'
import { assignLeads } from '#server/domain/assignment/assign.ts'
import { leadList } from '#server/domain/leads/list.ts'
import { implement } from '#server/kit/implement.ts'

export const allLeadRoutes = implement('all-leads', allLeads, {
  list: ({ tenant, caller, query }) =>
    leadList(tenant, caller, 'unassigned', query, { from: 'fromDate', to: 'toDate' }),

  async assignToMe({ tenant, caller, body }) {
    return { data: await assignLeads(tenant, caller, { ...body, staffId: caller.personId, mode: 'self' }) }
  },
})
