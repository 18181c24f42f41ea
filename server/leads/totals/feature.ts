import { LEAD_LISTS } from '#server/leads/lists/filter.ts'
import { feature } from '#server/platform/feature.ts'
import { ROLLUPS_DUE } from './tally.ts'
import { makeRollups, refreshLeadCounts } from './refresh-counts.ts'

export const totals = feature({
  counted: LEAD_LISTS,
  due: { patient: { 'lead-counts': refreshLeadCounts, [ROLLUPS_DUE]: makeRollups } },
})
