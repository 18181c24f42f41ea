import { sql } from 'kysely'
import type { WorkingCalendar } from '#contract/calendar.ts'
import type { SlaClock } from '#contract/lead.ts'
import type { CountedTime } from '#contract/lead-details.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { intervals } from '#server/domain/calendar/working-time.ts'

const MOST = 12

type Counted = WorkingCalendar & { name: string; started_at: string; until: string; paused_ms: number }

/** Which working times a lead's clock has counted so far. */
export const countedTime = async ({ db, companyId }: Tenant, leadId: number, clock: SlaClock): Promise<CountedTime> => {
  const { rows } = await sql<Counted>`
    select c.name, c.time_zone, c.week, c.holidays, k.started_at, coalesce(k.answered_at, k.paused_at, now()) as until, k.paused_ms
    from lead_clocks k join working_calendars c on c.company_id = ${companyId} and c.id = k.calendar_id
    where k.company_id = ${companyId} and k.lead_id = ${leadId} and k.clock = ${clock}`.execute(db)
  const [row] = rows
  if (!row) return { calendar: null, time_zone: null, intervals: [], more: false, paused_ms: 0 }
  const found = intervals(row, new Date(row.started_at), new Date(row.until), MOST + 1)
  return {
    calendar: row.name,
    time_zone: row.time_zone,
    intervals: found.slice(0, MOST).map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
    more: found.length > MOST,
    paused_ms: row.paused_ms,
  }
}
