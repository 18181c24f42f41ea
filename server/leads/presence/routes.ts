import { presence } from '#contract/leads/presence.ts'
import { leadRow } from '#server/leads/lists/rows.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { setPresence } from './presence.ts'

export const presenceRoutes = implement('presence', presence, {
  async announce({ tenant, caller, body: { leadId, here } }) {
    found('Lead', await leadRow(tenant, leadId, visibleTo(caller)))
    await setPresence(tenant, caller.personId, leadId, here)
    return {}
  },
})
