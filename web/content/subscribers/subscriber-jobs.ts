import { subscriberExports } from '#contract/content/subscriber-exports.ts'
import type { JobArea } from '#web/platform/jobs/job-area.ts'
import { SUBSCRIBER_READS } from './subscriber-reads.ts'

export const subscriberJobs: JobArea = {
  lists: SUBSCRIBER_READS,
  files: { 'subscriber-exports.begin': { call: subscriberExports.file, name: 'subscribers' } },
}
