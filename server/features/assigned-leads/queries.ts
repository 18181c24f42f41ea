import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { owned } from '#server/domain/verdict/store.ts'
import { tendClocks } from '#server/domain/sla/tend.ts'
import { backToWork } from '#server/domain/leads/wake.ts'

export const wake = async (tenant: Tenant, id: number, owner: number) => {
  const { db, companyId } = tenant
  await sql`update leads set ${backToWork}, ${owned(owner)} where company_id = ${companyId} and id = ${id}`.execute(db)
  await tendClocks(tenant, [id])
}

/** Nobody holds it any more, and what its work had begun begins anew. */
export const release = async (tenant: Tenant, id: number) => {
  const { db, companyId } = tenant
  await sql`
    update leads set status = 'new', status_at = now(), assigned_qa = null, assigned_at = null, assigned_how = null, in_progress_at = null
    where company_id = ${companyId} and id = ${id}`.execute(db)
  await tendClocks(tenant, [id])
}
