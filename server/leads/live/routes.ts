import { live, presence } from '#contract/platform/live.ts'
import { leadRow } from '#server/leads/lists/rows.ts'
import { setPresence } from './presence.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { found } from '#server/kit/errors.ts'
import { implement, implementStream, type Route } from '#server/kit/implement.ts'
import type { Live } from '#server/platform/live/open.ts'

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
