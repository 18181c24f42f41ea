import { vendorJobs } from '#web/catalogue/vendor-updates/vendor-jobs.ts'
import { productJobs } from '#web/catalogue/product-bulk/product-jobs.ts'
import { contactJobs } from '#web/content/contact-messages/contact-jobs.ts'
import { blogJobs } from '#web/content/blog-list/blog-jobs.ts'
import { directoryJobs } from '#web/directory/contacts/directory-jobs.ts'
import { leadJobs } from '#web/leads/bulk/lead-jobs.ts'
import { subscriberJobs } from '#web/content/subscribers/subscriber-jobs.ts'
import type { JobArea } from '#web/platform/jobs/job-area.ts'

/** Every area whose jobs change lists or write files. */
export const JOB_AREAS: readonly JobArea[] = [
  leadJobs,
  productJobs,
  vendorJobs,
  blogJobs,
  contactJobs,
  subscriberJobs,
  directoryJobs,
]
