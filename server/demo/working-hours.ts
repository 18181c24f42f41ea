import type { Client } from 'pg'
import type { OpenRange, WorkingCalendar } from '#contract/platform/calendar.ts'
import { SLA_CLOCKS } from '#contract/leads/lead-clocks.ts'
import { clockOf, type ClockedLead } from '#server/leads/sla/clock.ts'
import { termsFor, type SlaSettings } from '#server/leads/sla/settings.ts'
import type { Staffed } from './companies.ts'
import { nextId } from './next-id.ts'
import { changeOf, type Recorded, type Row } from './history.ts'
import type { Random } from './random.ts'
import { storeRows } from './store.ts'
import { actAt, iso, person } from './world.ts'

const DAY = 86_400_000

/** By the company's zone: the break, and the public holidays of each year. */
const CUSTOMS: Readonly<Record<string, { morning: OpenRange; afternoon: OpenRange; holidays: readonly string[] }>> = {
  'Asia/Kolkata': {
    morning: ['09:00', '13:00'],
    afternoon: ['13:45', '18:00'],
    holidays: ['01-26', '05-01', '08-15', '10-02', '12-25'],
  },
  'Europe/Berlin': {
    morning: ['09:00', '12:30'],
    afternoon: ['13:15', '18:00'],
    holidays: ['01-01', '05-01', '10-03', '12-25', '12-26'],
  },
}

const TARGETS = [
  { clock: 'handling', source: null, minutes: 240 },
  { clock: 'handling', source: 'event', minutes: 120 },
  { clock: 'response', source: null, minutes: 480 },
  { clock: 'response', source: 'referral', minutes: 240 },
] as const

/** When the company works and how soon it wants to act, from before its first lead on. */
export const setWorkingHours = async (
  client: Client,
  random: Random,
  { companyId, company, staff }: Staffed,
  start: number,
): Promise<SlaSettings> => {
  const admin = staff.get('admin') ?? 0
  const changes: Row[] = []
  const make = async (table: Recorded, at: number, act: string, fields: Row) => {
    const row = { company_id: companyId, id: await nextId(client, table), ...fields }
    const kept = { ...row, created_at: iso(at), updated_at: iso(at), version: 1 }
    const change = changeOf(table, undefined, kept, actAt({ random }, at, person(admin), act), () => random.hex(16))
    if (change) changes.push(change)
    return kept
  }

  const at = start - 28 * DAY
  const calendar = calendarOf(company.timeZone, random, start)
  const kept = await make('working_calendars', at, 'configuration.addCalendar', { name: 'Office hours', ...calendar })
  const targets = []
  for (const [place, target] of TARGETS.entries())
    targets.push(await make('sla_targets', at + place * 60_000, 'configuration.setTarget', target))
  await storeRows(client, companyId, { working_calendars: [kept], sla_targets: targets, changes })
  await client.query('insert into sla_revisions (company_id, revision) values ($1, 1)', [companyId])
  return settingsOf(kept.id, calendar)
}

/** The same as an earlier run has made them; undefined when they are gone. */
export const findWorkingHours = async (client: Client, { companyId }: Staffed): Promise<SlaSettings | undefined> => {
  await client.query(`select set_config('leadroom.company', $1, true)`, [String(companyId)])
  const { rows } = await client.query<WorkingCalendar & { id: string }>(
    'select id, time_zone, week, holidays from working_calendars where company_id = $1 order by id limit 1',
    [companyId],
  )
  return rows[0] && settingsOf(Number(rows[0].id), rows[0])
}

const settingsOf = (id: number, { time_zone, week, holidays }: WorkingCalendar): SlaSettings => ({
  now: '',
  revision: 1,
  release_overdue: false,
  calendars: [{ id, is_default: true, time_zone, week, holidays }],
  targets: TARGETS.map((target) => ({ ...target, calendar_id: null })),
})

const calendarOf = (timeZone: string, random: Random, start: number): WorkingCalendar => {
  const { morning, afternoon, holidays } = CUSTOMS[timeZone] ?? {
    morning: ['09:00', '12:30'],
    afternoon: ['13:00', '18:00'],
    holidays: [],
  }
  const year = new Date(start).getUTCFullYear()
  const outing = iso(start + random.between(20, 70) * DAY).slice(0, 10)
  return {
    time_zone: timeZone,
    week: Array.from({ length: 7 }, (_, day): OpenRange[] => (day < 5 ? [morning, afternoon] : [])),
    holidays: [...[year, year + 1].flatMap((each) => holidays.map((day) => `${each}-${day}`)), outing].sort(),
  }
}

/** The clocks of leads as the server would have kept them. */
export const clocksOf = (settings: SlaSettings, companyId: number, leads: readonly Row[], now: number): Row[] =>
  leads.flatMap((row) => {
    const lead = clocked(row)
    return SLA_CLOCKS.flatMap((clock) => {
      const terms = termsFor(settings, clock, lead.source)
      const begun =
        lead.status !== 'new' && (clock === 'response' || lead.assigned_at !== null)
          ? clockOf(
              clock,
              {
                ...lead,
                deleted_at: null,
                ...(clock === 'handling' ? { status: 'assigned' } : { enquiry_status: 'open' }),
              },
              undefined,
              terms,
              iso(now),
            )
          : undefined
      const kept = clockOf(clock, lead, begun, terms, iso(now))
      return kept ? [{ company_id: companyId, lead_id: lead.id, clock, ...kept, revision: settings.revision }] : []
    })
  })

const clocked = (row: Row): ClockedLead => {
  const text = (name: string) => {
    const value = row[name]
    return typeof value === 'string' ? value : null
  }
  return {
    id: Number(row['id']),
    kind: row['kind'] === 'registration' ? 'registration' : 'enquiry',
    source: text('source') ?? '',
    status: text('status') ?? '',
    enquiry_status: text('enquiry_status'),
    status_at: text('status_at') ?? '',
    assigned_at: text('assigned_at'),
    in_progress_at: text('in_progress_at'),
    validated_at: text('validated_at'),
    first_response_at: text('first_response_at'),
    deleted_at: text('deleted_at'),
  }
}
