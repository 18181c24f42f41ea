import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { assignLeads } from '#server/leads/assignment/assign.ts'
import { asked, leadList } from '#server/leads/lists/list.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { found } from '#server/kit/errors.ts'
import { coalesced, implement } from '#server/kit/implement.ts'
import { holdings } from './queries.ts'

export const marketingLeadRoutes = implement('marketing-leads', marketingLeads, {
  list: coalesced(({ caller, query }) => asked(caller, 'marketing', query), leadList),

  async assign({ tenant, caller, body }) {
    return { data: await assignLeads(tenant, caller, { ...body, mode: 'staff' }) }
  },

  async checkAssigned({ tenant, caller, query }) {
    return { data: await holdings(tenant, query.leadId, visibleTo(caller)) }
  },

  async checkCurrentAssignment({ tenant, caller, params }) {
    const [holding] = await holdings(tenant, [params.id], visibleTo(caller))
    return { data: found('Lead', holding) }
  },
})
