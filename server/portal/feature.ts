import { feature } from '#server/platform/feature.ts'
import { membershipRules } from './membership-rules.ts'
import { portalRoutes } from './routes.ts'
import type { PortalServices } from './services.ts'

export const portal = feature({
  routes: portalRoutes,
  entities: (services: PortalServices) => ({ memberships: membershipRules(services) }),
})
