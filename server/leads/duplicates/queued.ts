import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** The places of leads in the assignment queues, whole. */
export const queuedOf = async ({ db, companyId }: Tenant, leadIds: readonly number[]): Promise<object[]> => {
  const { rows } = await sql<{ row: object }>`
    select to_jsonb(q) as row from assignment_queue q
    where q.company_id = ${companyId} and q.lead_id = any (${leadIds}::bigint[]) order by q.id`.execute(db)
  return rows.map(({ row }) => row)
}

/** Gives leads the places back that they had, unless they have one. */
export const restoreQueued = async ({ db }: Tenant, places: readonly object[]) => {
  if (places.length === 0) return
  await sql`
    insert into assignment_queue overriding system value
    select q.* from jsonb_populate_recordset(null::assignment_queue, ${JSON.stringify(places)}::jsonb) q
    on conflict do nothing`.execute(db)
}
