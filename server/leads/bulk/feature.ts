import { feature } from '#server/platform/feature.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { bulkActs } from './jobs.ts'
import { bulkRoutes } from './routes.ts'
import { forgetSelections } from './selection.ts'

export const bulk = feature({
  routes: bulkRoutes,
  jobs: Object.values(bulkActs).flatMap(({ kinds }): readonly JobKind[] => kinds),
  forget: { 'selections.forget': forgetSelections },
})
