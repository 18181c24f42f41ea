import { sql } from 'kysely'
import type { Question } from '#contract/checklist.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** One change at a time: each makes the version after the one before. */
export const lockChecklist = async ({ db, companyId }: Tenant) => {
  await sql`select pg_advisory_xact_lock(hashtext('checklists'), ${companyId})`.execute(db)
}

/** All numbers that questions of the company's own have ever had. */
export const numbersUsed = async ({ db, companyId }: Tenant): Promise<number[]> => {
  const { rows } = await sql<{ item: number }>`
    select distinct (each ->> 'item')::int as item
    from checklist_versions v cross join jsonb_array_elements(v.items) each where v.company_id = ${companyId}`.execute(
    db,
  )
  return rows.map(({ item }) => item)
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
