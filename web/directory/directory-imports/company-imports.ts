import {
  COMPANY_IMPORT_FIELDS,
  directoryCompanyImports,
  type DirectoryCompanyImport,
  type DirectoryCompanyImportRow,
  type KeptCompany,
} from '#contract/directory/directory-imports.ts'
import { companies } from '#contract/directory/companies.ts'
import type { ImportCalls } from '#contract/platform/import-calls.ts'
import { sharedCalls } from '#web/kit/data/shared-calls.ts'
import type { ImportArea } from '#web/platform/imports/import-area.ts'
import { COMPANIES_TAB, linkToTab } from '#web/directory/directory-facts/directory-links.ts'
import { IMPORT_WORDS, UNCHANGED } from './import-words.ts'

/** A row says which company it is by a domain, or by its name with its country. */
export const missingForCompanies = (fields: readonly (string | null)[]) =>
  fields.includes('domain') || (fields.includes('name') && fields.includes('country'))
    ? undefined
    : 'Choose the column with the domain, or those with the name and the country'

/** How files become companies. */
export const COMPANY_IMPORTS: ImportArea<DirectoryCompanyImport, DirectoryCompanyImportRow, KeptCompany> = {
  calls: sharedCalls<ImportCalls>(directoryCompanyImports),
  title: 'Import Companies',
  noun: { one: 'company', many: 'companies' },
  lists: [companies.list],
  addedHref: () => `${linkToTab(COMPANIES_TAB)}&view=all`,

  fields: Object.entries(COMPANY_IMPORT_FIELDS).map(([value, label]) => ({ value, label })),
  missing: missingForCompanies,
  chosenOf: () => ({}),

  words: IMPORT_WORDS,
  known: {
    one: 'known company',
    many: 'known companies',
    by: 'They match by domain, or else by name and country.',
    other: { code: 'update', verb: 'Update', done: 'Updated', sum: 'of them known companies, updated' },
  },
  notedSum: 'of them in part',
  outcomes: [UNCHANGED],
  namesOf: ({ name, domain }) => [name, domain],
  knownAs: ({ known_company: known }) => known && known.name,
  keptAs: ({ name, domain }) => ({ label: name, name: domain }),
}
