import { validLeads as calls } from '#contract/leads/valid-leads.ts'
import { LEAD_SORTS } from '#contract/leads/lead.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { validLeadRoutes } from './routes.ts'

export const validLeads = feature({
  routes: validLeadRoutes,
  views: { 'marketing-valid-leads': viewedList(calls.list, LEAD_SORTS) },
})
