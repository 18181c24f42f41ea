import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { owned } from '#server/domain/verdict/store.ts'
import { backToWork } from '#server/domain/leads/wake.ts'

export const wake = async ({ db, companyId }: Tenant, id: number, owner: number) => {
  await sql`update leads set ${backToWork}, ${owned(owner)} where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** Nobody holds it any more, and what its work had begun begins anew. */
export const release = async ({ db, companyId }: Tenant, id: number) => {
  await sql`
    update leads set status = 'new', status_at = now(), assigned_qa = null, assigned_at = null, assigned_how = null, in_progress_at = null
    where company_id = ${companyId} and id = ${id}`.execute(db)
}
