import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** The designations of one department, as the caller goes on to page them. */
export const designationsOf = (db: Kysely<Tables>, companyId: number, departmentId: number) =>
  db
    .selectFrom('identity.designations as g')
    .select(['g.id', 'g.name'])
    .where('g.company_id', '=', companyId)
    .where('g.department_id', '=', departmentId)
