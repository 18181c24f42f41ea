import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { owned } from '#server/domain/verdict/store.ts'
import { backToWork, wakingAt } from '#server/domain/leads/wake.ts'

/** Puts a lead aside; answers the moment at which it wakes. */
export const hold = async ({ db, companyId }: Tenant, id: number, owner: number, day: string): Promise<string> => {
  await sql`
    update leads set status = 'on_hold', status_at = now(), on_hold_until = ${day}, ${owned(owner)}
    where company_id = ${companyId} and id = ${id}`.execute(db)
  const { rows } = await sql<{ at: string }>`
    select ${wakingAt} as at from leads l left join staff s on s.id = l.assigned_qa
    where l.company_id = ${companyId} and l.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`Lead ${id} is gone within the transaction that wrote it`)
  return row.at
}

export const wake = async ({ db, companyId }: Tenant, id: number, owner: number) => {
  await sql`update leads set ${backToWork}, ${owned(owner)} where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** Nobody holds it any more, and what its work had begun begins anew. */
export const release = async ({ db, companyId }: Tenant, id: number) => {
  await sql`
    update leads set status = 'new', status_at = now(), assigned_qa = null, assigned_at = null, assigned_how = null, in_progress_at = null
    where company_id = ${companyId} and id = ${id}`.execute(db)
}
