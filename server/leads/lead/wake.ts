import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { refreshClocks } from '#server/leads/sla/refresh-clocks.ts'

const BATCH = 200

/** The moment at which a lead on hold (`l`) wakes: when its day begins where its owner (`s`) is. */
const wakingAt = sql<string>`(l.on_hold_until::timestamp at time zone coalesce(s.time_zone, 'UTC'))`

/** Back to what it was: whoever had taken it in hand goes on with it. */
export const backToWork = sql`
  status = case when in_progress_at is null then 'assigned' else 'in-progress' end, status_at = now(), on_hold_until = null`

/** Wakes the leads of a company whose day has come, by the database's clock, and comes back when the next one's does. */
export const wakeLeads = async (tenants: Tenants, companyId: number) => {
  const actor = { kind: 'system', channel: 'api', act: 'assigned-leads.wake' } as const
  let more = true
  while (more)
    more = await tenants.write(companyId, actor, async (tenant) => {
      await tenant.setReason('Its follow-up day has come')
      const { rows } = await sql<{ id: number }>`
        with due as (
          select l.id from leads l left join staff s on s.id = l.assigned_qa
          where l.company_id = ${companyId} and l.status = 'on_hold' and l.deleted_at is null
            and l.on_hold_until < (now() at time zone 'UTC')::date + 2 and ${wakingAt} <= now()
          order by l.id limit ${BATCH} for no key update of l
        )
        update leads l set ${backToWork} from due where l.company_id = ${companyId} and l.id = due.id returning l.id`.execute(
        tenant.db,
      )
      await refreshClocks(
        tenant,
        rows.map(({ id }) => id),
      )
      if (rows.length === BATCH) return true
      // Around the world a day begins within 26 hours: the first to wake is on one of the first two days.
      const { rows: next } = await sql<{ at: string }>`
        select ${wakingAt} as at from leads l left join staff s on s.id = l.assigned_qa
        where l.company_id = ${companyId} and l.status = 'on_hold' and l.deleted_at is null
          and l.on_hold_until <= 1 + (select min(on_hold_until) from leads
            where company_id = ${companyId} and status = 'on_hold' and deleted_at is null)
        order by 1 limit 1`.execute(tenant.db)
      for (const { at } of next) await tenant.due('wake', at)
      return false
    })
}

/** Called in the transaction that puts leads on hold, or gives such to somebody for whom the day begins at another moment. */
export const awaitWaking = async (tenant: Tenant, ids: readonly number[]) => {
  if (ids.length === 0) return
  const { rows } = await sql<{ at: string }>`
    select distinct ${wakingAt} as at from leads l left join staff s on s.id = l.assigned_qa
    where l.company_id = ${tenant.companyId} and l.id = any(${ids}::bigint[]) and l.on_hold_until is not null`.execute(
    tenant.db,
  )
  for (const { at } of rows) await tenant.due('wake', at)
}
