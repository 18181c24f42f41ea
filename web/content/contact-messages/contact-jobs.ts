import { contactExports } from '#contract/content/contact-exports.ts'
import { contactMessages } from '#contract/content/contact-messages.ts'
import type { JobArea } from '#web/platform/jobs/job-area.ts'

export const contactJobs: JobArea = {
  lists: [contactMessages.list],
  files: { 'contact-exports.begin': { call: contactExports.file, name: 'contact-messages' } },
}
