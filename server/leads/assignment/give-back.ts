import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { refreshClocks } from '#server/leads/sla/refresh-clocks.ts'
import { restartAcceptances } from './acceptance.ts'
import { queueForAssignment, type AssignmentList } from './queue.ts'

/** How QA people came to lose leads for which they are passed over from then on; without a word they have given them back. */
interface Lost {
  how?: string
}

/** Nobody holds the leads any more: they wait for somebody else, or for anybody, and what work on them had begun begins anew. */
export const giveBack = async (tenant: Tenant, list: AssignmentList, ids: readonly number[], lost?: Lost) => {
  if (ids.length === 0) return
  const { db, companyId } = tenant
  const set =
    list === 'qa'
      ? sql`status = 'new', status_at = now(), assigned_qa = null, assigned_at = null, assigned_how = null, in_progress_at = null,
          released_by = ${lost ? sql`assigned_qa` : null}, released_how = ${lost?.how ?? null}`
      : sql`sales_person = null, sales_assigned_at = null`
  await sql`update leads set ${set} where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db)
  await (list === 'qa' ? refreshClocks(tenant, ids) : restartAcceptances(tenant, ids))
  await queueForAssignment(tenant, list, ids)
}
