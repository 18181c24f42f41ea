import { sql, type RawBuilder } from 'kysely'
import { DUE_SOON_MS } from '#contract/leads/lead-clocks.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { addWorking } from '#server/platform/calendar/working-time.ts'
import { slaSettings } from './settings.ts'

/** Whether the time of the running clock `k` is up: `urgencyOf` for many at once. */
export const OVERDUE = sql<boolean>`k.due_at < now()`

/** Whether it soon will be: by its calendar less working time is left than `DUE_SOON_MS`. */
export const dueSoon = async (tenant: Tenant): Promise<RawBuilder<boolean>> => {
  const { now, calendars } = await slaSettings(tenant)
  const ids = calendars.map(({ id }) => id)
  // A calendar without working time leaves none.
  const ends = calendars.map(
    (calendar) => addWorking(calendar, new Date(now), DUE_SOON_MS)?.toISOString() ?? 'infinity',
  )
  return sql<boolean>`(k.due_at >= now() and k.due_at < (select max(e) from unnest(${ends}::timestamptz[]) e)
    and exists (select from unnest(${ids}::bigint[], ${ends}::timestamptz[]) soon (calendar_id, ends)
      where soon.calendar_id = k.calendar_id and k.due_at < soon.ends))`
}
