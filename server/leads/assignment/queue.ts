import { sql, type RawBuilder } from 'kysely'
import { UNDO_DAYS } from '#contract/platform/changes.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'

/** The two lists of people: QA take new leads, sales representatives take valid ones. */
export const LISTS = ['qa', 'sales'] as const
export type AssignmentList = (typeof LISTS)[number]

/** Who keeps a list: whoever may change what its people take. */
export const KEY_TO_KEEP: Readonly<Record<AssignmentList, PermissionKey>> = {
  qa: 'qa_auto_assign_set_status',
  sales: 'salesrep_auto_assign_update',
}

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
    'queue leads',
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
export const leaveQueue = async (tenant: Tenant, list: AssignmentList, leadIds: readonly number[]) => {
  if (leadIds.length === 0) return
  const these = sql`where q.company_id = ${tenant.companyId} and q.list = ${list} and q.lead_id = any(${leadIds}::bigint[])`
  await runPlanned(tenant.db, 'leave queue', leaving(tenant, these))
}

/** Takes out the rows `q`; where they stood is kept for as long as the act can be undone. */
const leaving = ({ companyId, changeSet }: Tenant, which: RawBuilder<unknown>) => sql`
  with gone as (delete from assignment_queue q ${which} returning q.*)
  insert into assignment_places (company_id, change_set, list, lead_id, id, waiting_since, tx)
  select ${companyId}::int, ${changeSet}::uuid, list, lead_id, id, waiting_since, tx from gone
  on conflict do nothing`

/**
 * Lets each lead wait for whom it needs as it is now, and for nobody else; one that waits already keeps its place, and one that these acts
 * took out has it again.
 */
export const requeueLeads = async (tenant: Tenant, leadIds: readonly number[], acts: readonly string[] = []) => {
  const { db, companyId } = tenant
  const waits = sql`case w.list when 'qa' then ${WAITS_FOR.qa} else ${WAITS_FOR.sales} end`
  const pairs = sql`leads l cross join (values ('qa'), ('sales')) as w (list)`
  const these = sql`l.company_id = ${companyId} and l.id = any(${leadIds}::bigint[])`
  await leaving(
    tenant,
    sql`using ${pairs} where q.company_id = ${companyId} and q.lead_id = l.id and q.list = w.list and ${these} and not ${waits}`,
  ).execute(db)
  if (acts.length > 0)
    await sql`
      insert into assignment_queue (company_id, id, list, lead_id, waiting_since, tx) overriding system value
      select distinct on (p.list, p.lead_id) ${companyId}::int, p.id, p.list, p.lead_id, p.waiting_since, p.tx
      from ${pairs} join assignment_places p on p.company_id = ${companyId} and p.change_set = any(${acts}::uuid[]) and p.list = w.list and p.lead_id = l.id
      where ${these} and ${waits} order by p.list, p.lead_id, p.left_at
      on conflict (company_id, list, lead_id) do nothing`.execute(db)
  await sql`
    insert into assignment_queue (company_id, list, lead_id)
    select ${companyId}::int, w.list, l.id from ${pairs} where ${these} and ${waits} order by l.id
    on conflict (company_id, list, lead_id) do nothing`.execute(db)
  await tenant.due('assign')
}

/** For so long the rotation leaves a lead alone whose assignment was undone. */
const PAUSE = sql`interval '1 hour'`

/** Leads that an undo took from their owner wait for people first: what the rotation would do again at once, it does after a pause. */
export const pauseRotation = async (tenant: Tenant, leadIds: readonly number[]) => {
  if (leadIds.length === 0) return
  const { rows } = await sql<{ until: string }>`
    update assignment_queue set paused_until = now() + ${PAUSE}
    where company_id = ${tenant.companyId} and lead_id = any(${leadIds}::bigint[]) returning paused_until as until`.execute(
    tenant.db,
  )
  const [first] = rows
  if (first) await sql`select mark_due_once('assign', ${first.until})`.execute(tenant.db)
}

/** Whether the rotation may look at the row `q` of the queue. */
export const NOT_PAUSED = sql`(q.paused_until is null or q.paused_until <= now())`

const FORGOTTEN_AT_ONCE = 1_000

/** Takes away the next places whose acts nobody can take back any more; true when there may be more. */
export const forgetPlaces = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from assignment_places where company_id = ${companyId} and (change_set, list, lead_id) in (
      select change_set, list, lead_id from assignment_places
      where company_id = ${companyId} and left_at < now() - make_interval(days => ${UNDO_DAYS + 1})
      order by left_at limit ${FORGOTTEN_AT_ONCE})`.execute(db)
  return numAffectedRows === BigInt(FORGOTTEN_AT_ONCE)
}
