import { sql, type RawBuilder } from 'kysely'
import type { DirectoryCompanyColumn, DirectoryContactColumn } from '#contract/directory/directory-exports.ts'

const timeAt = (column: string, zone: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${zone}, 'YYYY-MM-DD HH24:MI')`

/** What stands in a cell; `c` is the contact, `f` its company. Times are those of `zone`. */
export const contactCell = (column: DirectoryContactColumn, zone: string): RawBuilder<string | null> => {
  switch (column) {
    case 'company':
      return sql`c.company_name`
    case 'domain':
      return sql`f.domain`
    case 'last_contact_at':
    case 'created_at':
      return timeAt(`c.${column}`, zone)
    case 'tags':
      return sql`array_to_string(c.tags, ', ')`
    case 'do_not_contact':
      return sql`case when c.do_not_contact then 'yes' else 'no' end`
    default:
      return sql`${sql.ref(`c.${column}`)}::text`
  }
}

/** The same of the company `f`. */
export const companyCell = (column: DirectoryCompanyColumn, zone: string): RawBuilder<string | null> => {
  switch (column) {
    case 'contacts':
      return sql`f.contact_count::text`
    case 'last_contact_at':
    case 'created_at':
      return timeAt(`f.${column}`, zone)
    case 'tags':
    case 'roles':
      return sql`array_to_string(${sql.ref(`f.${column}`)}, ', ')`
    default:
      return sql`${sql.ref(`f.${column}`)}::text`
  }
}
