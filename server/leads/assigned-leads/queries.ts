import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { owned } from '#server/leads/verdicts/store.ts'
import { refreshClocks } from '#server/leads/sla/refresh-clocks.ts'
import { backToWork } from '#server/leads/lead/wake.ts'

export const wake = async (tenant: Tenant, id: number, owner: number) => {
  const { db, companyId } = tenant
  await sql`update leads set ${backToWork}, ${owned(owner)} where company_id = ${companyId} and id = ${id}`.execute(db)
  await refreshClocks(tenant, [id])
}
