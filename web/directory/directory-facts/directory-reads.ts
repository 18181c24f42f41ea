import { companies } from '#contract/directory/companies.ts'
import { contacts } from '#contract/directory/contacts.ts'
import { directoryMerges } from '#contract/directory/directory-merges.ts'

/** What is out of date once a contact or a company has changed: each shows values of the other. */
export const DIRECTORY_READS = [
  contacts.list,
  contacts.details,
  contacts.facts,
  contacts.filterOptions,
  companies.list,
  companies.details,
  companies.facts,
  companies.options,
  directoryMerges.duplicates,
]
