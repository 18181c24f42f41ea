import { sql } from 'kysely'
import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { competitorFaults, feedFaults } from './undo-rules.ts'
import { competitorRoutes } from './routes.ts'
import { readAgain } from './writes.ts'

export const competitors = feature<Parameters<typeof competitorRoutes>[0]>({
  routes: competitorRoutes,
  entities: {
    competitors: { name: nameIn('competitors'), faults: competitorFaults },
    competitor_feeds: {
      name: nameIn('competitors', sql`t.name`),
      faults: feedFaults,
      after: async (tenant, rows) =>
        readAgain(
          tenant,
          rows.map(({ id }) => id),
        ),
    },
  },
})
