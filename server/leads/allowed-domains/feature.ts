import { holdThoseStoredSince, letNoneIn, recheckHeld } from '#server/leads/restricted-domains/quarantine.ts'
import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { allowedDomainRoutes } from './routes.ts'

export const allowedDomains = feature({
  routes: allowedDomainRoutes,
  entities: {
    allowed_domains: {
      name: nameIn('allowed_domains', 'domain_name'),
      lock: letNoneIn,
      async after(tenant) {
        await holdThoseStoredSince(tenant)
        await recheckHeld(tenant)
      },
    },
  },
})
