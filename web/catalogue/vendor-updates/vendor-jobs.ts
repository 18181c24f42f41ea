import { vendorUpdates } from '#contract/catalogue/vendor-updates.ts'
import type { JobArea } from '#web/platform/jobs/job-area.ts'

export const vendorJobs: JobArea = { lists: [vendorUpdates.list], files: {} }
