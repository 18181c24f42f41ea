import { bulk } from '#contract/leads/bulk.ts'
import { bulkActs } from './jobs.ts'
import { selectLeads, selectListed } from './selection.ts'
import { implement } from '#server/kit/implement.ts'

export const bulkRoutes = implement('bulk', bulk, {
  async select({ tenant, caller, body: { list, leadIds, filter = {} } }) {
    const chosen = leadIds ? selectLeads(tenant, caller, leadIds) : selectListed(tenant, caller, list, filter)
    return { data: await chosen }
  },
  assign: bulkActs.assign.begin,
  start: bulkActs.start.begin,
  invalidate: bulkActs.invalidate.begin,
  hold: bulkActs.hold.begin,
  comment: bulkActs.comment.begin,
  remove: bulkActs.remove.begin,
})
