import { redistributions } from '#server/leads/assignment/take-off.ts'
import { bulkActs } from '#server/leads/bulk/jobs.ts'
import { importJobs } from '#server/leads/imports/jobs.ts'
import { exportFiles } from '#server/leads/exports/files.ts'
import { exportLeads } from '#server/leads/exports/job.ts'
import { undoJob } from '#server/leads/changes/large.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import type { Services } from './services.ts'

/** Every kind of job, listed one by one. */
export const jobKinds = ({ config }: Services): readonly JobKind[] => [
  exportLeads(exportFiles(config.dataFolder)),
  bulkActs.assign.kind,
  bulkActs.start.kind,
  bulkActs.invalidate.kind,
  bulkActs.hold.kind,
  bulkActs.comment.kind,
  bulkActs.remove.kind,
  redistributions.qa,
  redistributions.sales,
  ...importJobs,
  undoJob,
]
