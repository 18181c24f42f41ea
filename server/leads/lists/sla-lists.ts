import { sql, type RawBuilder } from 'kysely'
import type { LeadQuery } from '#contract/leads/lead.ts'
import type { SlaClock } from '#contract/leads/lead-clocks.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { withinDays, type DayRange } from '#server/kit/day.ts'
import type { IdsIf, Wanted } from '#server/platform/counted-lists/page.ts'
import { dueSoon, OVERDUE } from '#server/leads/sla/due-soon.ts'
import { LIST_SCOPES, type LeadList } from './scope.ts'

/** Which clock a list is about. */
const clockOn = (list: LeadList): SlaClock => (list === 'valid' ? 'response' : 'handling')

/** When the clock of the list runs out for the lead `l`; null where none runs. */
const dueAt = (list: LeadList): RawBuilder<unknown> => sql`(
  select k.due_at from lead_clocks k
  where k.company_id = l.company_id and k.lead_id = l.id and k.clock = ${clockOn(list)} and k.answered_at is null)`

/** Only the leads whose time is up, or soon will be, as a condition on `l`: those that `urgencyOf` calls so. */
export const dueWithin = async (
  tenant: Tenant,
  list: LeadList,
  clock: LeadQuery['clock'],
): Promise<RawBuilder<unknown>[]> => {
  if (clock === undefined) return []
  const within = clock === 'overdue' ? OVERDUE : await dueSoon(tenant)
  return [
    sql`l.id in (select k.lead_id from lead_clocks k
      where k.company_id = ${tenant.companyId} and k.clock = ${clockOn(list)} and k.answered_at is null and ${within})`,
  ]
}

/**
 * How many leads of each sales person are overdue, of those that came on these days, as `(staff_id, overdue)`: the list of valid leads
 * finds the same ones. Only what is overdue is looked at, from the index of running clocks.
 */
export const overdueBy = ({ companyId }: Tenant, days: DayRange, timeZone: string): RawBuilder<unknown> => sql`
  select l.sales_person as staff_id, count(*) as overdue
  from lead_clocks k
  -- Lead by lead, however many the planner believes that there are.
  cross join lateral (
    select l.sales_person from leads l where l.company_id = ${companyId} and l.id = k.lead_id and l.deleted_at is null
      and ${sql.join([LIST_SCOPES.valid(), ...withinDays(sql`l.created_at`, days, timeZone)], sql` and `)} offset 0
  ) l
  where k.company_id = ${companyId} and k.clock = ${clockOn('valid')} and k.answered_at is null and ${OVERDUE}
  group by l.sales_person`

/** How leads without a running clock follow the others: on a queue the oldest wait longest; of valid ones most were answered long ago. */
const restOrder = (list: LeadList) => sql.raw(list === 'valid' ? 'desc' : 'asc')

/** By due time, as an order of `l`: the leads whose clock runs, and after them, whichever way, those without one. */
export const inDueOrder = (list: LeadList, order: 'asc' | 'desc'): RawBuilder<unknown> => {
  const direction = sql.raw(order)
  return sql`${dueAt(list)} ${direction} nulls last, case when ${dueAt(list)} is not null then l.id end ${direction}, l.created_at ${restOrder(list)}, l.id ${restOrder(list)}`
}

/** The ids of a page in that order: the leads whose clock runs straight from its index, the others only where those do not fill the page. */
export const byDueTime =
  ({ companyId }: Tenant, list: LeadList, { matching, limit, offset }: Wanted, order: 'asc' | 'desc' = 'desc'): IdsIf =>
  (something) => {
    const direction = sql.raw(order)
    const most = offset + limit
    const running = sql`k.company_id = ${companyId} and k.clock = ${clockOn(list)} and k.answered_at is null and k.due_at is not null`
    return sql`
      with running as materialized (
        select l.id from lead_clocks k join leads l on l.company_id = ${companyId} and l.id = k.lead_id
        where ${running} and ${matching} and ${something} order by k.due_at ${direction}, k.lead_id ${direction} limit ${most}
      ), rest as (
        select l.id from leads l where ${matching} and ${something} and (select count(*) from running) < ${most}
          and not exists (select from lead_clocks k where ${running} and k.lead_id = l.id)
        order by l.created_at ${restOrder(list)}, l.id ${restOrder(list)} limit ${most}
      )
      select id from (
        select id, row_number() over () as place from running
        union all select id, ${most} + row_number() over () from rest
      ) page order by place limit ${limit} offset ${offset}`
  }
