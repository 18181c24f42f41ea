import { sql } from 'kysely'
import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { companyWordRoutes } from './routes.ts'

const word = sql<string>`coalesce(t.label, t.code)`

export const companyWords = feature({
  routes: companyWordRoutes,
  entities: {
    invalid_reasons: { name: nameIn('invalid_reasons', word), section: 'reasons' },
    status_words: { name: nameIn('status_words', word), section: 'statuses' },
    lead_sources: { name: nameIn('lead_sources', word), section: 'sources' },
  },
})
