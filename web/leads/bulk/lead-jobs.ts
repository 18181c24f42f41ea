import { exports } from '#contract/leads/exports.ts'
import { LEAD_LISTS } from '#web/leads/list/lead-lists.ts'
import type { JobArea } from '#web/platform/jobs/job-area.ts'

export const leadJobs: JobArea = {
  lists: LEAD_LISTS,
  files: { 'exports.begin': { call: exports.file, name: 'leads' } },
}
