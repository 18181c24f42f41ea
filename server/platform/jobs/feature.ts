import { feature } from '#server/platform/feature.ts'
import type { Rules } from '#server/platform/changes/rules.ts'
import { forgetJobs } from './forget.ts'
import type { JobKind } from './kind.ts'
import { jobNotified, jobRule } from './notified.ts'
import { jobRoutes } from './routes.ts'

export const jobs = feature({
  routes: ({ jobKinds, rules }: { jobKinds(): readonly JobKind[]; rules(): Rules }) => jobRoutes(jobKinds(), rules()),
  notifications: { entities: { job: jobNotified }, kinds: { job: jobRule } },
  forget: { 'jobs.forget': forgetJobs },
})
