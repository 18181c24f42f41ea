import { sql } from 'kysely'
import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import type { SlaClock } from '#contract/leads/lead-clocks.ts'
import type { CountedTime } from '#contract/leads/lead-details.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { intervals, type Interval } from '#server/platform/calendar/working-time.ts'
import type { Clock } from './clock.ts'

const MOST = 12

type Counted = Pick<Clock, 'started_at' | 'pauses' | 'paused_ms'> & {
  until: string
  calendar: (WorkingCalendar & { name: string }) | null
}

/** Which working times a lead's clock has counted so far; of an answered one, by its calendar as it was then. */
export const countedTime = async ({ db, companyId }: Tenant, leadId: number, clock: SlaClock): Promise<CountedTime> => {
  const { rows } = await sql<Counted>`
    select k.started_at, coalesce(k.answered_at, k.paused_at, now()) as until, k.pauses, k.paused_ms, nullif(coalesce((
        select to_jsonb(c) from working_calendars c where c.company_id = ${companyId} and c.id = k.calendar_id
      ), '{}') || coalesce((
        -- What has been changed since: each field as it was before the first change of it.
        select jsonb_object_agg(field, old) from (
          select distinct on (f.key) f.key as field, f.value -> 0 as old from changes h cross join jsonb_each(h.fields) f
          where h.company_id = ${companyId} and h.root = 'working_calendars' and h.root_id = k.calendar_id and h.verb <> 'created'
            and h.at > k.answered_at
          order by f.key, h.id
        ) since), '{}'), '{}') as calendar
    from lead_clocks k where k.company_id = ${companyId} and k.lead_id = ${leadId} and k.clock = ${clock}`.execute(db)
  const [row] = rows
  const calendar = row?.calendar
  if (!calendar) return { calendar: null, time_zone: null, intervals: [], more: false, paused_ms: 0 }
  const found: Interval[] = []
  for (const { from, to } of runs(row)) found.push(...intervals(calendar, from, to, MOST + 1 - found.length))
  return {
    calendar: calendar.name,
    time_zone: calendar.time_zone,
    intervals: found.slice(0, MOST).map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() })),
    more: found.length > MOST,
    paused_ms: row.paused_ms,
  }
}

/** The times from start to end, without those that it stood still. */
const runs = ({ started_at, until, pauses }: Counted) => {
  const ends = [started_at, ...pauses.flat(), until].map((at) => new Date(at))
  return ends.flatMap((from, at) => {
    const to = ends[at + 1]
    return at % 2 === 0 && to ? [{ from, to }] : []
  })
}
