import { allLeads as calls } from '#contract/leads/all-leads.ts'
import { LEAD_SORTS } from '#contract/leads/lead-sorts.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { allLeadRoutes } from './routes.ts'

export const allLeads = feature({
  routes: allLeadRoutes,
  views: { 'marketing-all-leads': viewedList(calls.list, LEAD_SORTS) },
})
