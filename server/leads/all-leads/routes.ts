import { allLeads } from '#contract/leads/all-leads.ts'
import { assignLeads } from '#server/leads/assignment/assign.ts'
import { asked, leadList } from '#server/leads/lists/list.ts'
import { coalesced, implement } from '#server/kit/implement.ts'

export const allLeadRoutes = implement('all-leads', allLeads, {
  list: coalesced(
    ({ caller, query }) => asked(caller, 'unassigned', query, { from: 'fromDate', to: 'toDate' }),
    leadList,
  ),

  async assignToMe({ tenant, caller, body }) {
    return { data: await assignLeads(tenant, caller, { ...body, staffId: caller.personId, mode: 'self' }) }
  },
})
