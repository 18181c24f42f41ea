import { live, presence } from '#contract/live.ts'
import { leadRow } from '#server/domain/leads/rows.ts'
import { setPresence } from '#server/domain/leads/presence.ts'
import { visibleTo } from '#server/domain/leads/scope.ts'
import { found } from '#server/kit/errors.ts'
import { implement, implementStream, type Route } from '#server/kit/implement.ts'
import type { Live } from '#server/kit/live/open.ts'

export const liveRoutes = (source: Live): Route[] => [
  ...implementStream('live', live, { watch: ({ caller, signal }) => source.watch(caller, signal) }),
  ...implement('presence', presence, {
    async announce({ tenant, caller, body: { leadId, here } }) {
      found('Lead', await leadRow(tenant, leadId, visibleTo(caller)))
      await setPresence(tenant, caller.personId, leadId, here)
      return {}
    },
  }),
]
