import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { withinDays } from '#server/kit/day.ts'
import type { LeadFilter } from './filter.ts'

/** A lead `l` that was decided on, and when. */
export const IS_DECIDED = sql<boolean>`l.kind = 'enquiry' and l.status in ('valid', 'invalid')`
export const DECIDED_AT = sql`l.validated_at`

/** A lead `l` that was won or lost, and when. */
export const IS_CLOSED = sql<boolean>`l.enquiry_status in ('won', 'lost')`
export const CLOSED_AT = sql`coalesce(l.enquiry_at, l.updated_at)`

/** A clock `k` that the first contact has stopped. */
export const IS_CONTACTED = sql<boolean>`k.clock = 'response' and k.answered_at is not null`

/** Only the leads to which the event that the filter names happened on its days, as a condition on `l`. */
export const onEventDays = (
  { companyId }: Tenant,
  filter: LeadFilter,
  dayNames?: Parameters<typeof withinDays>[3],
): RawBuilder<unknown>[] => {
  const within = (column: RawBuilder<unknown>) => withinDays(column, filter, filter.time_zone ?? 'UTC', dayNames)
  if (filter.days_of === 'decided') return [IS_DECIDED, ...within(DECIDED_AT)]
  if (filter.days_of === 'closed') return [IS_CLOSED, ...within(CLOSED_AT)]
  if (filter.days_of !== 'contacted') return []
  const found = [sql`k.company_id = ${companyId} and ${IS_CONTACTED}`, ...within(sql`k.answered_at`)]
  return [sql`l.id in (select k.lead_id from lead_clocks k where ${sql.join(found, sql` and `)})`]
}
