import { registrationLeads as calls } from '#contract/leads/registration-leads.ts'
import { LEAD_SORTS } from '#contract/leads/lead-sorts.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { registrationLeadRoutes } from './routes.ts'

export const registrationLeads = feature({
  routes: registrationLeadRoutes,
  views: { 'marketing-rrgistration-assigned-leads': viewedList(calls.list, LEAD_SORTS) },
})
