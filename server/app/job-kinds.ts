import { redistributions } from '#server/domain/assignment/take-off.ts'
import { bulkActs } from '#server/domain/bulk/jobs.ts'
import { importJobs } from '#server/features/imports/jobs.ts'
import { exportFiles } from '#server/domain/export/files.ts'
import { exportLeads } from '#server/domain/export/job.ts'
import { undoJob } from '#server/features/changes/large.ts'
import type { JobKind } from '#server/kit/jobs/kind.ts'
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
