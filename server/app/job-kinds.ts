import type { JobKind } from '#server/kit/jobs/kind.ts'

/** Every kind of job, listed one by one. */
export const jobKinds: readonly JobKind[] = []
