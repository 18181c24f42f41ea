import { competitorSummary } from '#contract/insight/competitor-summary.ts'
import { implement } from '#server/kit/implement.ts'
import type { AnalysisSettings } from '#server/outside/analysis.ts'
import { dismissGap, restoreGap } from './gaps.ts'
import { summaryOf } from './summary.ts'

export const competitorSummaryRoutes = ({ analysisUrl }: AnalysisSettings) =>
  implement('competitor-summary', competitorSummary, {
    get: async ({ tenant, caller, body }) => ({
      data: await summaryOf(tenant, body, caller.timeZone, analysisUrl !== undefined),
    }),
    async dismissGap({ tenant, caller, body: { topic_id, reason } }) {
      return { data: { id: await dismissGap(tenant, topic_id, reason, caller.personId) }, message: 'Gap dismissed' }
    },
    async restoreGap({ tenant, body: { id } }) {
      return { data: { id: await restoreGap(tenant, id) }, message: 'Gap listed again' }
    },
  })
