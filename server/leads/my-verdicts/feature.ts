import { LEAD_SORTS } from '#contract/leads/lead-sorts.ts'
import { myVerdicts as calls } from '#contract/leads/my-verdicts.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { myVerdictRoutes } from './routes.ts'

export const myVerdicts = feature({
  routes: myVerdictRoutes,
  views: { 'marketing-my-verdicts': viewedList(calls.list, LEAD_SORTS) },
})
