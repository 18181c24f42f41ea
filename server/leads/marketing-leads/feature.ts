import { marketingLeads as calls } from '#contract/leads/marketing-leads.ts'
import { LEAD_SORTS } from '#contract/leads/lead-sorts.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { marketingLeadRoutes } from './routes.ts'

export const marketingLeads = feature({
  routes: marketingLeadRoutes,
  views: { 'marketing-marketing-leads-list': viewedList(calls.list, LEAD_SORTS) },
})
