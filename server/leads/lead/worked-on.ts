import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** Those of the leads that a person has touched since they came in: changed, assigned, decided or commented on. */
export const workedOn = async (
  { db, companyId }: Tenant,
  ids: readonly number[],
): Promise<{ id: number; lead_no: number }[]> => {
  const { rows } = await sql<{ id: number; lead_no: number }>`
    select l.id, l.lead_no from leads l
    where l.company_id = ${companyId} and l.id = any (${ids}::bigint[]) and exists (
      select from changes c where c.company_id = l.company_id and c.root = 'leads' and c.root_id = l.id and c.actor_kind = 'person'
        and c.change_set <> (select f.change_set from changes f
          where f.company_id = l.company_id and f.root = 'leads' and f.root_id = l.id order by f.id limit 1))
    order by l.id`.execute(db)
  return rows
}
