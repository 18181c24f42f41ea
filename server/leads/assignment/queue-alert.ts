import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { tellQueueWaits } from '#server/leads/notified/events.ts'
import { lockList } from './entry-queries.ts'
import { KEY_TO_KEEP, LISTS, type AssignmentList } from './queue.ts'

/** The due kind of looks at how long leads have waited. */
export const ALERT_DUE = 'queue-alert'

/**
 * Tells those who keep a list once when a lead has waited for longer than the list allows, of all that wait then. Of each
 * lead they are told once, so a lead that nobody ever takes is no news again, nor does it hide those that come after it.
 */
export const alertQueues = async (tenants: Tenants, companyId: number) => {
  for (const list of LISTS)
    await tenants.write(
      companyId,
      { kind: 'rule', channel: 'auto-assign', act: `auto-assign-${list}.alert` },
      async (tenant) => {
        await lockList(tenant, list)
        const next = await nextAlert(tenant, list)
        if (!next) return
        if (!next.overdue) return lookAgain(tenant, next.at)
        const { told, ...waiting } = await waitingNow(tenant, list)
        await sql`update assignment_lists set told = ${told} where company_id = ${companyId} and list = ${list}`.execute(
          tenant.db,
        )
        await tellQueueWaits(tenant, KEY_TO_KEEP[list], { list, minutes: next.minutes, ...waiting })
      },
    )
}

/** A lead waits: it is looked at again when it has waited for too long. */
export const watchQueue = async (tenant: Tenant, list: AssignmentList) => {
  const next = await nextAlert(tenant, list)
  if (next) await lookAgain(tenant, next.at)
}

const lookAgain = async (tenant: Tenant, at: string) => {
  await sql`select mark_due_once(${ALERT_DUE}, ${at})`.execute(tenant.db)
}

/**
 * When the longest waiting lead, of those that nobody was told of, has waited for too long; undefined where none waits or nobody is to be
 * told. One that the rotation has not looked at yet has no reason to be told: it is watched once it has.
 */
const nextAlert = async ({ db, companyId }: Tenant, list: AssignmentList) => {
  const { rows } = await sql<{ at: string; overdue: boolean; minutes: number }>`
    select first.since + limits.wait as at, first.since + limits.wait <= now() as overdue, limits.minutes
    from (select s.alert_minutes as minutes, make_interval(mins => s.alert_minutes) as wait from assignment_settings s
      where s.company_id = ${companyId} and s.list = ${list} and s.alert_minutes is not null) limits
    cross join lateral (
      select min(q.waiting_since) as since from assignment_queue q
      join assignment_lists a on a.company_id = ${companyId} and a.list = ${list}
      where q.company_id = ${companyId} and q.list = ${list} and q.id <= a.seen and ${UNTOLD}) first
    where first.since is not null`.execute(db)
  return rows[0]
}

/**
 * The waiting lead `q` had not been stored when people were told of the list `a` last. Of what another database server has numbered
 * they are told once more: its numbers are those of transactions that are still to come here.
 */
const UNTOLD = sql`(a.told is null or pg_snapshot_xmax(a.told) > pg_snapshot_xmax(pg_current_snapshot())
  or not pg_visible_in_snapshot(q.tx, a.told) and q.tx < pg_snapshot_xmax(pg_current_snapshot()))`

/** How many wait, why most of them do, and what says of which leads that was told. */
const waitingNow = async ({ db, companyId }: Tenant, list: AssignmentList) => {
  const { rows } = await sql<{ waiting: number; why: string | null; told: string }>`
    select count(*)::int as waiting, mode() within group (order by why_it_waits(q, a, l)) as why, pg_current_snapshot()::text as told
    from assignment_queue q
    join assignment_lists a on a.company_id = ${companyId} and a.list = q.list
    join leads l on l.company_id = ${companyId} and l.id = q.lead_id
    where q.company_id = ${companyId} and q.list = ${list}`.execute(db)
  const [now] = rows
  if (!now) throw new Error('Nothing was counted')
  return now
}
