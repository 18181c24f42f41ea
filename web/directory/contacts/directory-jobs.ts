import { companies } from '#contract/directory/companies.ts'
import { contacts } from '#contract/directory/contacts.ts'
import { directoryCompanyExports, directoryExports } from '#contract/directory/directory-exports.ts'
import type { JobArea } from '#web/platform/jobs/job-area.ts'

export const directoryJobs: JobArea = {
  lists: [contacts.list, companies.list],
  files: {
    'directory-exports.begin': { call: directoryExports.file, name: 'contacts' },
    'directory-company-exports.begin': { call: directoryCompanyExports.file, name: 'companies' },
  },
}
