import { sql } from 'kysely'
import type { Question } from '#contract/leads/checklist.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** One change at a time: each makes the version after the one before. */
export const lockChecklist = async ({ db, companyId }: Tenant) => {
  await sql`select pg_advisory_xact_lock(hashtext('checklists'), ${companyId})`.execute(db)
}

/** The version's number comes from the table itself. */
export const put = async ({ db, companyId }: Tenant, items: readonly Question[]) => {
  await sql`
    insert into checklists (company_id, items) values (${companyId}, ${JSON.stringify(items)})
    on conflict (company_id) do update set items = excluded.items`.execute(db)
}

export const remove = async ({ db, companyId }: Tenant) => {
  await db.deleteFrom('checklists').where('company_id', '=', companyId).execute()
}
