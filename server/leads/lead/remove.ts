import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { restartAcceptances } from '#server/leads/assignment/acceptance.ts'
import { leaveQueue } from '#server/leads/assignment/queue.ts'
import { refreshClocks } from '#server/leads/sla/refresh-clocks.ts'

/** The leads leave every list, wait for nobody any more and are not timed; for 30 days they can come back. */
export const removeLeads = async (tenant: Tenant, ids: readonly number[]) => {
  await sql`update leads set deleted_at = now() where company_id = ${tenant.companyId} and id = any(${ids}::bigint[])`.execute(
    tenant.db,
  )
  await leaveQueue(tenant, 'qa', ids)
  await leaveQueue(tenant, 'sales', ids)
  await refreshClocks(tenant, ids)
  await restartAcceptances(tenant, ids)
}
