import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'

/** The two lists of people: QA take new leads, sales representatives take valid ones. */
export const LISTS = ['qa', 'sales'] as const
export type AssignmentList = (typeof LISTS)[number]

/** Whether a lead `l` has to wait for somebody of the list. */
export const WAITS_FOR: Readonly<Record<AssignmentList, RawBuilder<boolean>>> = {
  qa: sql`(l.deleted_at is null and l.status = 'new' and l.quarantined_by is null)`,
  sales: sql`(l.deleted_at is null and l.status = 'valid' and l.kind = 'enquiry' and l.sales_person is null)`,
}

/** Who is passed over for a lead `l` in the queue `q`: whoever had it of QA. Sales' leads come back from nobody for a reason. */
export const PASSED_OVER = sql<number | null>`case q.list when 'qa' then l.released_by end`

/** Lets leads wait for a person, in order of arrival; one that waits already keeps its place. */
export const queueForAssignment = async (tenant: Tenant, list: AssignmentList, leadIds: readonly number[]) => {
  if (leadIds.length === 0) return
  const queued = runPlanned(
    tenant.db,
    sql`
    insert into assignment_queue (company_id, list, lead_id)
    select ${tenant.companyId}::int, ${list}, id from unnest(${leadIds}::bigint[]) with ordinality as waiting (id, place) order by place
    on conflict (company_id, list, lead_id) do nothing`,
  )
  await Promise.all([queued, tenant.due('assign')])
}

/** Leads ask for something else, or from elsewhere: those that wait may be somebody's now. */
export const lookForTakers = async (tenant: Tenant, leadIds: readonly number[]) => {
  const { rows } = await sql`
    select from assignment_queue where company_id = ${tenant.companyId} and lead_id = any(${leadIds}::bigint[]) limit 1`.execute(
    tenant.db,
  )
  if (rows.length > 0) await tenant.due('assign')
}

/** Takes leads out of the queue: a person has them now, or they are not to be assigned any more. */
export const leaveQueue = async ({ db, companyId }: Tenant, list: AssignmentList, leadIds: readonly number[]) => {
  if (leadIds.length === 0) return
  await sql`
    delete from assignment_queue
    where company_id = ${companyId} and list = ${list} and lead_id = any(${leadIds}::bigint[])`.execute(db)
}

/** Lets each lead wait for whom it needs as it is now, and for nobody else; one that waits already keeps its place. */
export const settleQueue = async (tenant: Tenant, leadIds: readonly number[]) => {
  const { db, companyId } = tenant
  const waits = sql`case w.list when 'qa' then ${WAITS_FOR.qa} else ${WAITS_FOR.sales} end`
  const pairs = sql`leads l cross join (values ('qa'), ('sales')) as w (list)`
  const these = sql`l.company_id = ${companyId} and l.id = any(${leadIds}::bigint[])`
  await sql`
    delete from assignment_queue q using ${pairs}
    where q.company_id = ${companyId} and q.lead_id = l.id and q.list = w.list and ${these} and not ${waits}`.execute(
    db,
  )
  await sql`
    insert into assignment_queue (company_id, list, lead_id)
    select ${companyId}::int, w.list, l.id from ${pairs} where ${these} and ${waits} order by l.id
    on conflict (company_id, list, lead_id) do nothing`.execute(db)
  await tenant.due('assign')
}
