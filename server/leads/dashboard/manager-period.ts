import { sql, type RawBuilder } from 'kysely'
import { SPARKS, type ManagerPeriod } from '#contract/leads/dashboard.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { CLOSED_AT, DECIDED_AT, IS_CLOSED, IS_CONTACTED, IS_DECIDED } from '#server/leads/lists/event-days.ts'

interface Scope {
  days: number
  /** The last of the days. */
  today: string
  timeZone: string
  seesLeads: boolean
  seesSales: boolean
}

/** What happened on a day, counted from the first day of the period; `nth` is -1 for the days before, as far as they are compared. */
interface DayRow {
  what: 'received' | 'verdicts' | 'won'
  nth: number
  n: number
  /** Of verdicts: those that are valid. */
  valid: number
}

interface ContactRow {
  /** The part of the period, -1 for the days before; null: all of the period, or of the days before. */
  part: number | null
  is_now: boolean
  contacts: number
  in_time: number
  median_ms: number
  least_ms: number
  most_ms: number
}

/** The last days against as many before them: up to the same time of day, so that a morning is compared with a morning. */
export const managerPeriod = async (tenant: Tenant, scope: Scope): Promise<ManagerPeriod> => {
  const { days, today, seesLeads, seesSales } = scope
  const last = Temporal.PlainDate.from(today)
  const dayAt = (nth: number) => last.subtract({ days: days - 1 - nth }).toString()
  const [events, contacts] = [await eventsOf(tenant, scope), seesSales ? await contactsOf(tenant, scope) : []]
  const of = (what: DayRow['what']) => events.filter((row) => row.what === what)
  const counted = (what: 'received' | 'won') => ({
    now: sum(of(what).filter(isNow), 'n'),
    before: sum(of(what).filter(isBefore), 'n'),
    line: parts(days).map((part) => sum(of(what).filter(inPart(days, part)), 'n')),
  })
  const verdictsOf = (rows: readonly DayRow[]) => {
    const valid = sum(rows, 'valid')
    return { valid, invalid: sum(rows, 'n') - valid }
  }
  return {
    from: dayAt(0),
    to: today,
    received: seesLeads ? counted('received') : null,
    verdicts: seesLeads
      ? {
          now: verdictsOf(of('verdicts').filter(isNow)),
          before: verdictsOf(of('verdicts').filter(isBefore)),
          line: parts(days).map((part) => shareOf(verdictsOf(of('verdicts').filter(inPart(days, part))))),
          days: Array.from({ length: days }, (_, nth) => ({
            day: dayAt(nth),
            ...verdictsOf(of('verdicts').filter((row) => row.nth === nth)),
          })),
        }
      : null,
    first_contact: seesSales ? firstContact(contacts, days) : null,
    won: seesSales ? counted('won') : null,
  }
}

const isNow = ({ nth }: DayRow) => nth >= 0
const isBefore = ({ nth }: DayRow) => nth < 0
const sum = (rows: readonly DayRow[], what: 'n' | 'valid') => rows.reduce((all, row) => all + row[what], 0)
const shareOf = ({ valid, invalid }: { valid: number; invalid: number }) =>
  valid + invalid === 0 ? null : valid / (valid + invalid)

/** How many days a part of the line has. */
const sizeOf = (days: number) => Math.ceil(days / SPARKS)
const parts = (days: number) => Array.from({ length: Math.ceil(days / sizeOf(days)) }, (_, part) => part)
const inPart = (days: number, part: number) => (row: DayRow) =>
  isNow(row) && Math.floor(row.nth / sizeOf(days)) === part

/** The moments at which the days begin, as `b`: of the period, of the days before, and how far of those is compared. */
const bounds = ({ days, today, timeZone }: Scope) => sql`b as materialized (
    select ${today}::date - ${days - 1}::int as first_day,
      (${today}::date - ${days - 1}::int)::timestamp at time zone ${timeZone} as began,
      (${today}::date - ${2 * days - 1}::int)::timestamp at time zone ${timeZone} as began_before,
      ((now() at time zone ${timeZone}) - make_interval(days => ${days}::int)) at time zone ${timeZone} as so_far_before
  )`

/** Which day of the period it is at; null for what is between the compared days and the period. */
const nthOf = (at: RawBuilder<unknown>, { timeZone }: Scope) =>
  sql`case when ${at} >= b.began then (${at} at time zone ${timeZone})::date - b.first_day when ${at} < b.so_far_before then -1 end`

const within = (at: RawBuilder<unknown>) => sql`${at} >= b.began_before and ${at} <= now()`

const eventsOf = async ({ db, companyId }: Tenant, scope: Scope): Promise<DayRow[]> => {
  const events = (what: DayRow['what'], at: RawBuilder<unknown>, is: RawBuilder<unknown>) => sql`
    select ${what} as what, ${nthOf(at, scope)} as nth, count(*)::int as n, count(*) filter (where l.status = 'valid')::int as valid
    from b, leads l where l.company_id = ${companyId} and l.deleted_at is null and ${is} and ${within(at)} group by 2`
  const wanted = [
    ...(scope.seesLeads
      ? [events('received', sql`l.created_at`, sql`l.kind = 'enquiry'`), events('verdicts', DECIDED_AT, IS_DECIDED)]
      : []),
    ...(scope.seesSales ? [events('won', CLOSED_AT, sql`${IS_CLOSED} and l.enquiry_status = 'won'`)] : []),
  ]
  if (wanted.length === 0) return []
  const { rows } = await sql<DayRow>`
    with ${bounds(scope)} select * from (${sql.join(wanted, sql` union all `)}) found where nth is not null`.execute(db)
  return rows
}

/** By the clocks of leads: working time as it was counted when they were answered. A deleted lead is on no list. */
const contactsOf = async ({ db, companyId }: Tenant, scope: Scope): Promise<ContactRow[]> => {
  const at = sql`k.answered_at`
  const { rows } = await sql<ContactRow>`
    with ${bounds(scope)}, found as (
      select ${nthOf(at, scope)} as nth, k.took_ms, k.target_ms
      from b, lead_clocks k where k.company_id = ${companyId} and ${IS_CONTACTED} and ${within(at)}
        and not exists (select from leads l where l.company_id = ${companyId} and l.id = k.lead_id and l.deleted_at is not null)
    )
    select case when nth >= 0 then nth / ${sizeOf(scope.days)}::int end as part, nth >= 0 as is_now, count(*)::int as contacts,
      count(*) filter (where answered_in_time(true, took_ms, target_ms))::int as in_time,
      percentile_disc(0.5) within group (order by took_ms) as median_ms, min(target_ms) as least_ms, max(target_ms) as most_ms
    from found where nth is not null
    group by grouping sets ((1, 2), (2))`.execute(db)
  return rows
}

const firstContact = (rows: readonly ContactRow[], days: number): ManagerPeriod['first_contact'] => {
  const all = (is_now: boolean) => rows.find((row) => row.is_now === is_now && row.part === null)
  const shown = (row: ContactRow | undefined) => ({
    contacts: row?.contacts ?? 0,
    in_time: row?.in_time ?? 0,
    median_ms: row?.median_ms ?? null,
  })
  const now = all(true)
  return {
    now: shown(now),
    before: shown(all(false)),
    line: parts(days).map((part) => rows.find((row) => row.is_now && row.part === part)?.median_ms ?? null),
    target_ms: now ? { least: now.least_ms, most: now.most_ms } : null,
  }
}
