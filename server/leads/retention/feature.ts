import { feature } from '#server/platform/feature.ts'
import { deleteLongInvalid } from './retention.ts'
import { retentionRoutes } from './routes.ts'

export const retention = feature({
  routes: retentionRoutes,
  forget: { 'retention.delete': deleteLongInvalid },
  entities: { retention_settings: { section: 'kept' } },
})
