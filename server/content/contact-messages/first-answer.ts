import { sql } from 'kysely'
import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { workingMs } from '#server/platform/calendar/working-time.ts'

/** Minutes of working time from the arrival of messages to now, by their ids: by the company’s default calendar, or round the clock without one. */
export const firstAnswer = async (
  tenant: Tenant,
  messages: readonly { id: number; created_at: string }[],
): Promise<ReadonlyMap<number, number>> => {
  if (messages.length === 0) return new Map()
  const { now, calendar } = await defaultCalendar(tenant)
  const end = new Date(now)
  return new Map(
    messages.map(({ id, created_at }) => {
      const begin = new Date(created_at)
      const ms = calendar ? workingMs(calendar, begin, end) : end.getTime() - begin.getTime()
      return [id, Math.max(0, Math.floor(ms / 60_000))]
    }),
  )
}

const defaultCalendar = async ({ db, companyId }: Tenant) => {
  const { rows } = await sql<{ now: string; calendar: WorkingCalendar | null }>`
    select now() as now, (
      select json_build_object('time_zone', time_zone, 'week', week, 'holidays', holidays) from working_calendars
      where company_id = ${companyId} order by default_at desc nulls last, id limit 1) as calendar`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A select without a table answers one row')
  return row
}
