import { allLeads } from '#contract/leads/all-leads.ts'
import { assignLeads } from '#server/leads/assignment/assign.ts'
import { asked, leadList } from '#server/leads/lists/list.ts'
import { outlookOfList, outlooksOf } from './outlook.ts'
import { coalesced, implement } from '#server/kit/implement.ts'

export const allLeadRoutes = implement('all-leads', allLeads, {
  list: coalesced(
    ({ caller, query }) => asked(caller, 'unassigned', query, { from: 'fromDate', to: 'toDate' }),
    async (tenant, page) => {
      const { data, pagination } = await leadList(tenant, page)
      const { values } = page.query
      if (values && !values.includes('outlook')) return { data, pagination }
      const outlooks = await outlooksOf(
        tenant,
        data.map(({ id }) => id),
      )
      const rows = data.map((lead) => {
        const outlook = outlooks.get(lead.id)
        return outlook ? { ...lead, outlook } : lead
      })
      return { data: rows, pagination }
    },
  ),

  outlook: async ({ tenant }) => ({ data: await outlookOfList(tenant) }),

  async assignToMe({ tenant, caller, body }) {
    return { data: await assignLeads(tenant, caller, { ...body, staffId: caller.personId, mode: 'self' }) }
  },
})
