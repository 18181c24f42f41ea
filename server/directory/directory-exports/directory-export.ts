import { sql } from 'kysely'
import {
  DIRECTORY_COMPANY_COLUMNS,
  DIRECTORY_CONTACT_COLUMNS,
  directoryCompanyExports,
  directoryExports,
} from '#contract/directory/directory-exports.ts'
import { COMPANIES, companyThere } from '#server/directory/companies/list.ts'
import { CONTACTS, contactThere } from '#server/directory/contacts/list.ts'
import { exportOf } from '#server/platform/exports/export.ts'
import { companyCell, contactCell } from './columns.ts'

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

export const contactExport = exportOf({
  name: 'directory-exports.begin',
  begin: directoryExports.begin,
  title: (count) => `Export ${counted(count, 'contact', 'contacts')}`,
  fileName: 'contacts',
  of: CONTACTS,
  labels: DIRECTORY_CONTACT_COLUMNS,
  cell: contactCell,
  joins: (columns) =>
    columns.includes('domain')
      ? sql`left join directory_companies f on f.company_id = c.company_id and f.id = c.directory_company_id`
      : sql``,
  visible: contactThere,
})

export const companyExport = exportOf({
  name: 'directory-company-exports.begin',
  begin: directoryCompanyExports.begin,
  title: (count) => `Export ${counted(count, 'company', 'companies')}`,
  fileName: 'companies',
  of: COMPANIES,
  labels: DIRECTORY_COMPANY_COLUMNS,
  cell: companyCell,
  joins: () => sql``,
  visible: companyThere,
})
