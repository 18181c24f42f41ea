import { bulkActs } from '#server/domain/bulk/jobs.ts'
import { importJobs } from '#server/features/imports/jobs.ts'
import type { JobKind } from '#server/kit/jobs/kind.ts'

/** Every kind of job, listed one by one. */
export const jobKinds: readonly JobKind[] = [
  bulkActs.assign.kind,
  bulkActs.start.kind,
  bulkActs.invalidate.kind,
  bulkActs.comment.kind,
  bulkActs.remove.kind,
  ...importJobs,
]
