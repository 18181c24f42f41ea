import { sql } from 'kysely'
import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import type { SlaClock } from '#contract/leads/lead-clocks.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'
import type { Terms } from './clock.ts'

/** A company's calendars and targets, all of one moment. */
export interface SlaSettings {
  /** By the database's clock. */
  now: string
  revision: number
  calendars: (WorkingCalendar & { id: number; is_default: boolean })[]
  /** Whether leads that QA has not taken in hand in time go to somebody else. */
  release_overdue: boolean
  targets: { clock: SlaClock; source: string | null; minutes: number; calendar_id: number | null }[]
}

interface Stored extends SlaSettings {
  /** Whether any lead has a clock: one that was answered stays when its target goes. */
  has_clocks: boolean
}

/** Whether a calendar `c` is its company's default. */
export const IS_DEFAULT = sql<boolean>`(not exists (
  select from working_calendars other where other.company_id = c.company_id and other.id <> c.id
    and (coalesce(other.default_at, '-infinity'), -other.id) > (coalesce(c.default_at, '-infinity'), -c.id)))`

export const slaSettings = async ({ db, companyId }: Tenant): Promise<Stored> => {
  const [settings] = await runPlanned(
    db,
    'SLA settings',
    sql<Stored>`
    select now() as now,
      coalesce((select revision from sla_revisions where company_id = ${companyId}), 0) as revision,
      coalesce((select release_overdue from assignment_settings where company_id = ${companyId} and list = 'qa'), false) as release_overdue,
      coalesce((select json_agg(json_build_object('id', id, 'is_default', ${IS_DEFAULT}, 'time_zone', time_zone, 'week', week,
        'holidays', holidays)) from working_calendars c where company_id = ${companyId}), '[]') as calendars,
      coalesce((select json_agg(json_build_object('clock', clock, 'source', source, 'minutes', minutes, 'calendar_id', calendar_id))
        from sla_targets where company_id = ${companyId}), '[]') as targets,
      exists (select from lead_clocks where company_id = ${companyId}) as has_clocks`,
  )
  if (!settings) throw new Error('A select without a table answers one row')
  return settings
}

/** What holds for a lead: its source's own target, else the general one; its calendar, else the company's. */
export const termsFor = ({ targets, calendars }: SlaSettings, clock: SlaClock, source: string): Terms | undefined => {
  const of = (wanted: string | null) => targets.find((each) => each.clock === clock && each.source === wanted)
  const target = of(source) ?? of(null)
  const calendar =
    target &&
    calendars.find(({ id, is_default }) => (target.calendar_id === null ? is_default : id === target.calendar_id))
  return target && calendar && { target_ms: target.minutes * 60_000, calendar_id: calendar.id, calendar }
}

/** One change of calendars and targets at a time: each rests on what the others are. */
export const lockCalendars = async ({ db, companyId }: Tenant) => {
  await sql`select id from working_calendars where company_id = ${companyId} order by id for update`.execute(db)
  await sql`select pg_advisory_xact_lock(hashtext('working_calendars'), ${companyId})`.execute(db)
}

/**
 * Called in the transaction that changes a calendar or a target: the clocks of open leads are set anew behind it. Whoever read
 * the earlier ones may store a clock by them after that look at its lead, hence a second one when they have long ended.
 */
export const slaChanged = async (tenant: Tenant) => {
  await sql`
    insert into sla_revisions (company_id, revision) values (${tenant.companyId}, 1)
    on conflict (company_id) do update set revision = sla_revisions.revision + 1`.execute(tenant.db)
  await tenant.due('clocks')
  await tenant.due('clocks', sql`now() + interval '1 minute'`)
}

/** A calendar is another: clocks run by it, and somebody may be at work now who was not. */
export const hoursChanged = async (tenant: Tenant) => {
  await slaChanged(tenant)
  await tenant.due('assign')
}
