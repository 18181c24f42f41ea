import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { nameTaken } from '#server/insight/competitor-topics/queries.ts'
import { ALERTS_DUE } from '#server/insight/competitor-topics/understand.ts'
import { lockAlerts } from './queries.ts'
import { competitorAlertRoutes } from './routes.ts'
import { competitorAlertRule, competitorPostNotified, tellAlerts } from './tell.ts'

export const competitorAlerts = feature({
  routes: competitorAlertRoutes,
  due: { long: { [ALERTS_DUE]: tellAlerts } },
  notifications: {
    entities: { competitor_post: competitorPostNotified },
    kinds: { competitor_alert: competitorAlertRule },
  },
  entities: {
    competitor_alerts: {
      name: nameIn('competitor_alerts'),
      lock: lockAlerts,
      faults: async (tenant, rows) => {
        const back = rows.flatMap(({ id, now, values }) => {
          const { name, deleted_at } = { ...now, ...values }
          return deleted_at === null ? [{ id, name: String(name) }] : []
        })
        const taken = await nameTaken(tenant, back, 'competitor_alerts')
        return new Map(taken.map((id) => [id, 'Another alert has this name now.']))
      },
    },
  },
})
