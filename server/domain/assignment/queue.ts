import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** The two lists of people: QA take new leads, sales representatives take valid ones. */
export type AssignmentList = 'qa' | 'sales'

/**
 * Lets leads wait for a person, in order of arrival; one that waits already keeps its place. Whoever has given them
 * back does not get them again.
 */
export const queueForAssignment = async (
  tenant: Tenant,
  list: AssignmentList,
  leadIds: readonly number[],
  releasedBy: number | null = null,
) => {
  if (leadIds.length === 0) return
  await sql`
    insert into assignment_queue (company_id, list, lead_id, released_by)
    select ${tenant.companyId}::int, ${list}, id, ${releasedBy}::int from unnest(${leadIds}::bigint[]) with ordinality as waiting (id, place) order by place
    on conflict (company_id, list, lead_id) do nothing`.execute(tenant.db)
  await tenant.due('assign')
}

/** Takes leads out of the queue: a person has them now, or they are not to be assigned any more. */
export const leaveQueue = async ({ db, companyId }: Tenant, list: AssignmentList, leadIds: readonly number[]) => {
  if (leadIds.length === 0) return
  await sql`
    delete from assignment_queue
    where company_id = ${companyId} and list = ${list} and lead_id = any(${leadIds}::bigint[])`.execute(db)
}
