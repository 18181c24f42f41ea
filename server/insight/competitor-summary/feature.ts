import { sql } from 'kysely'
import type { AnalysisSettings } from '#server/outside/analysis.ts'
import { nameIn } from '#server/platform/changes/rules.ts'
import { feature } from '#server/platform/feature.ts'
import { faultsOf } from './gaps.ts'
import { makeSummaries, SUMMARIES_DUE } from './make.ts'
import { competitorSummaryRoutes } from './routes.ts'

const ofTopic = sql<string>`(
  select x.name from competitor_topics x where x.company_id = t.company_id and x.id = t.topic_id)`

export const competitorSummary = feature<{ config: AnalysisSettings }>({
  routes: ({ config }) => competitorSummaryRoutes(config),
  // It may wait for an answer for a minute.
  due: ({ config }) => ({ alone: { [SUMMARIES_DUE]: makeSummaries(config) } }),
  entities: {
    dismissed_gaps: {
      name: nameIn('dismissed_gaps', ofTopic),
      faults: (tenant, rows) =>
        faultsOf(
          tenant,
          rows.flatMap(({ id, now, values }) => ({ ...now, ...values }).deleted_at === null ? [id] : []),
        ),
    },
  },
})
