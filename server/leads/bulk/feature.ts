import { feature } from '#server/platform/feature.ts'
import { bulkActs } from './jobs.ts'
import { bulkRoutes } from './routes.ts'
import { forgetSelections } from './selection.ts'

export const bulk = feature({
  routes: bulkRoutes,
  jobs: Object.values(bulkActs).map(({ kind }) => kind),
  forget: { 'selections.forget': forgetSelections },
})
