import { bulk } from '#contract/leads/bulk.ts'
import { foreseenBy } from './foreseen.ts'
import { bulkActs } from './jobs.ts'
import { selectLeads, selectListed } from './selection.ts'
import { found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'

export const bulkRoutes = implement('bulk', bulk, {
  async select({ tenant, caller, body: { list, leadIds, filter = {} } }) {
    const chosen = leadIds ? selectLeads(tenant, caller, leadIds) : selectListed(tenant, caller, list, filter)
    return { data: await chosen }
  },
  async foreseen({ tenant, caller, params }) {
    return { data: found('Dry run', await foreseenBy(tenant, caller, params.id)) }
  },
  async assign({ tenant, caller, body }) {
    return { data: await bulkActs.assign.begin(tenant, caller, body) }
  },
  async start({ tenant, caller, body }) {
    return { data: await bulkActs.start.begin(tenant, caller, body) }
  },
  async invalidate({ tenant, caller, body }) {
    return { data: await bulkActs.invalidate.begin(tenant, caller, body) }
  },
  async hold({ tenant, caller, body }) {
    return { data: await bulkActs.hold.begin(tenant, caller, body) }
  },
  async comment({ tenant, caller, body }) {
    return { data: await bulkActs.comment.begin(tenant, caller, body) }
  },
  async remove({ tenant, caller, body }) {
    return { data: await bulkActs.remove.begin(tenant, caller, body) }
  },
})
