import { feature } from '#server/platform/feature.ts'
import { floodedRule } from './notified.ts'
import { subscribingRoutes, type SubscribingServices } from './routes.ts'

export const subscribing = feature<SubscribingServices>({
  routes: subscribingRoutes,
  notifications: { entities: {}, kinds: { newsletter_flooded: floodedRule } },
})
