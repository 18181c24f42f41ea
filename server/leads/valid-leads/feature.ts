import { validLeads as calls } from '#contract/leads/valid-leads.ts'
import { LEAD_SORTS } from '#contract/leads/lead-sorts.ts'
import { feature } from '#server/platform/feature.ts'
import { viewedList } from '#server/platform/saved-views/params.ts'
import { FOLLOW_UP_DUE, tellFollowUps } from './follow-ups.ts'
import { validLeadRoutes } from './routes.ts'

export const validLeads = feature({
  routes: validLeadRoutes,
  due: { short: { [FOLLOW_UP_DUE]: tellFollowUps } },
  views: { 'marketing-valid-leads': viewedList(calls.list, LEAD_SORTS) },
})
