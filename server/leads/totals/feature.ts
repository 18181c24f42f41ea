import { feature } from '#server/platform/feature.ts'
import { ROLLUPS_DUE } from './tally.ts'
import { makeRollups, refreshCounts } from './refresh-counts.ts'

export const totals = feature({
  due: { patient: { 'lead-counts': refreshCounts, [ROLLUPS_DUE]: makeRollups } },
})
