import { feature } from '#server/platform/feature.ts'
import { forgetJobs } from './forget.ts'
import type { JobKind } from './kind.ts'
import { jobRoutes } from './routes.ts'

export const jobs = feature({
  routes: ({ jobKinds }: { jobKinds(): readonly JobKind[] }) => jobRoutes(jobKinds()),
  forget: { 'jobs.forget': forgetJobs },
})
