import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { holdThoseStoredSince, letNoneIn, recheckHeld } from './quarantine.ts'
import { THROW_AWAY } from './restriction.ts'
import { restrictedDomainRoutes } from './routes.ts'

export const restrictedDomains = feature({
  routes: restrictedDomainRoutes,
  entities: {
    restricted_domains: {
      name: nameIn('restricted_domains', 'domain_name'),
      lock: letNoneIn,
      // Who takes back a lead does not take back what is known of its domain.
      faults: (_, rows) =>
        Promise.resolve(
          new Map(
            rows
              .filter(({ now, added }) => now['source'] === THROW_AWAY && added)
              .map(({ id }) => [id, 'A disposable address domain stays restricted. Delete it there, or allow it.']),
          ),
        ),
      async after(tenant, rows) {
        await holdThoseStoredSince(tenant)
        for (const { id } of rows) await recheckHeld(tenant, id)
      },
    },
  },
})
