import { sql, type RawBuilder } from 'kysely'
import type { LeadQuery } from '#contract/leads/lead.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { tellFollowUpsDue } from '#server/leads/notified/events.ts'

export const FOLLOW_UP_DUE = 'follow_up'

/** The day to come back to the lead `l`: its follow-up, or the end of its nurture; null for none. */
export const followUpOn: RawBuilder<string | null> = sql`coalesce(l.follow_up_on, l.nurture_until)`

/** The moment at which that day begins, where the sales person (`s`) of the lead is. */
const beginsAt = sql<string>`(${followUpOn}::timestamp at time zone coalesce(s.time_zone, 'UTC'))`

const waiting = (companyId: number) => sql`
  leads l left join staff s on s.id = l.sales_person
  where l.company_id = ${companyId} and ${followUpOn} is not null and l.deleted_at is null`

/** Anywhere it is this day, the one before, or the one after. */
const UTC_DAY = sql`(now() at time zone 'UTC')::date`

/** Around the world a day begins within 26 hours: whatever has begun anywhere has a day before this one. */
const BEGUN_SOMEWHERE = sql`${UTC_DAY} + 2`

/** Only the leads with a day to come back to them, or those whose day has come, as a condition on `l`. */
export const followedUp = ({ companyId }: Tenant, followUp: LeadQuery['follow_up']): RawBuilder<unknown>[] => {
  if (followUp === undefined) return []
  const due = followUp === 'due' ? sql` and ${followUpOn} < ${BEGUN_SOMEWHERE} and ${beginsAt} <= now()` : sql``
  return [sql`l.id in (select l.id from ${waiting(companyId)}${due})`]
}

/** A notification names no more leads than this; the list has all of them. */
const MOST_NAMED = 1_000

/** Notifies each sales person, once their day has begun, of their follow-ups of that day; runs again when the next day begins. */
export const tellFollowUps = (tenants: Tenants, companyId: number) =>
  tenants.write(companyId, { kind: 'system', channel: 'api', act: 'valid-leads.tellFollowUps' }, async (tenant) => {
    const { rows } = await sql<{ person: number; day: string; leads: number[] }>`
      select s.id as person, ${followUpOn} as day, to_json((array_agg(l.id order by l.id))[1:${MOST_NAMED}]) as leads
      from ${waiting(companyId)} and s.id is not null and ${followUpOn} between ${UTC_DAY} - 1 and ${UTC_DAY} + 1
        and ${followUpOn} = (now() at time zone s.time_zone)::date
      group by s.id, ${followUpOn}`.execute(tenant.db)
    await tellFollowUpsDue(tenant, rows)
    const { rows: next } = await sql<{ at: string }>`
      with next as (
        select ${followUpOn} as day from ${waiting(companyId)} and ${followUpOn} >= ${UTC_DAY} - 1 and ${beginsAt} > now()
        order by 1 limit 1
      )
      select ${beginsAt} as at from next, ${waiting(companyId)} and ${followUpOn} between day and day + 2 and ${beginsAt} > now()
      order by 1 limit 1`.execute(tenant.db)
    for (const { at } of next) await tenant.due(FOLLOW_UP_DUE, at)
  })

/** Called in the transaction that gives leads a follow-up, or another sales person, whose day begins at another time. */
export const awaitFollowUps = async (tenant: Tenant, ids: readonly number[]) => {
  if (ids.length === 0) return
  const { rows } = await sql<{ at: string }>`
    select min(${beginsAt}) as at from ${waiting(tenant.companyId)} and l.id = any(${[...ids]}::bigint[]) and ${beginsAt} > now()
    having count(*) > 0`.execute(tenant.db)
  for (const { at } of rows) await tenant.due(FOLLOW_UP_DUE, at)
}
