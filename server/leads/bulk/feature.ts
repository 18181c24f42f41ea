import { feature } from '#server/platform/feature.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { bulkActs } from './jobs.ts'
import { bulkRoutes } from './routes.ts'

export const bulk = feature({
  routes: bulkRoutes,
  jobs: Object.values(bulkActs).flatMap(({ kinds }): readonly JobKind[] => kinds),
})
