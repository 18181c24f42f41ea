import { feature } from '#server/platform/feature.ts'
import { openMailTokens } from '#server/platform/outbox/tokens.ts'
import { forgetRaw } from './list.ts'
import { bounceRoutes, type BounceServices } from './routes.ts'

export const bounces = feature<Omit<BounceServices, 'tokens'>>({
  routes: ({ config, tenants }) => bounceRoutes({ config, tenants, tokens: openMailTokens(config.secret) }),
  forget: { 'bounces.forget': forgetRaw },
})
