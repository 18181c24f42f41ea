import { assignedLeads as calls } from '#contract/leads/assigned-leads.ts'
import { LEAD_SORTS } from '#contract/leads/lead-sorts.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { assignedLeadRoutes } from './routes.ts'

export const assignedLeads = feature({
  routes: assignedLeadRoutes,
  views: { 'marketing-assigned-leads': viewedList(calls.list, LEAD_SORTS) },
})
