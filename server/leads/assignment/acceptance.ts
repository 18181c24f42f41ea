import { sql } from 'kysely'
import type { WorkingCalendar } from '#contract/platform/calendar.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { addWorking } from '#server/platform/calendar/working-time.ts'
import { IS_DEFAULT } from '#server/leads/sla/settings.ts'
import { IN_SALES } from './candidates.ts'
import { ACCEPTANCE_DUE, listSettings } from './settings.ts'

/** The lead `l` is still with the rep whom `a` gave it to, who has not accepted it; it may have been given to them anew since. */
export const NOT_ACCEPTED = sql<boolean>`(l.deleted_at is null and ${IN_SALES} and l.sales_person = a.staff_id and a.opened_at is null)`

interface Given {
  lead_id: number
  chosen: number
  /** Somebody else has had it and did not accept it. */
  passed_on: boolean
}

/** Leads were given to reps: from now on it is looked whether they accept them, where that is wanted. Whoever takes a lead themselves has. */
export const awaitAcceptance = async (tenant: Tenant, given: readonly Given[]) => {
  if (given.length === 0) return
  const { acceptance_minutes: minutes } = await listSettings(tenant, 'sales')
  if (minutes === null) return
  const { db, companyId } = tenant
  const dues = await duesOf(
    tenant,
    given.map(({ chosen }) => chosen),
    minutes,
  )
  const rows = given.map((each) => ({ ...each, due_at: dues.get(each.chosen) ?? null }))
  await sql`
    update lead_acceptances set due_at = null
    where company_id = ${companyId} and lead_id = any(${given.map(({ lead_id }) => lead_id)}::bigint[]) and due_at is not null`.execute(
    db,
  )
  await sql`
    insert into lead_acceptances (company_id, lead_id, staff_id, passed_on, due_at)
    select ${companyId}::int, lead_id, chosen, passed_on, due_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as g (lead_id bigint, chosen int, passed_on boolean, due_at timestamptz)
    where chosen is distinct from nullif(current_setting('leadroom.actor_id', true), '')::int`.execute(db)
  await lookWhenDue(tenant)
}

/** Of a lead that is deleted, or that nobody has: it is due once the lead is back, and not before. */
const NOT_BEFORE_IT_IS_BACK = 'infinity'

/**
 * Leads may have been deleted or taken from their reps, or have come back: nobody can accept what is deleted or nobody's, and whoever was to
 * accept one has the whole time again when it is back.
 */
export const restartAcceptances = async (tenant: Tenant, leadIds: readonly number[]) => {
  const { db, companyId } = tenant
  const these = sql`a.company_id = ${companyId} and a.lead_id = any(${leadIds}::bigint[])`
  await sql`
    update lead_acceptances a set due_at = ${NOT_BEFORE_IT_IS_BACK} from leads l
    where ${these} and a.due_at is not null and l.company_id = ${companyId} and l.id = a.lead_id
      and (l.deleted_at is not null or l.sales_person is null)`.execute(db)
  const { rows: back } = await sql<{ id: number; staff_id: number; waiting: boolean }>`
    select a.id, a.staff_id, ${NOT_ACCEPTED} as waiting from lead_acceptances a join leads l on l.company_id = ${companyId} and l.id = a.lead_id
    where ${these} and a.due_at = ${NOT_BEFORE_IT_IS_BACK} and l.deleted_at is null and l.sales_person is not null`.execute(
    db,
  )
  if (back.length === 0) return
  const { acceptance_minutes: minutes } = await listSettings(tenant, 'sales')
  const people = back.flatMap(({ staff_id, waiting }) => (waiting ? [staff_id] : []))
  const dues = minutes === null ? new Map<number, string>() : await duesOf(tenant, people, minutes)
  const rows = back.map(({ id, staff_id, waiting }) => ({ id, due_at: (waiting && dues.get(staff_id)) || null }))
  await sql`
    update lead_acceptances a set due_at = b.due_at from json_to_recordset(${JSON.stringify(rows)}::json) as b (id bigint, due_at timestamptz)
    where a.company_id = ${companyId} and a.id = b.id`.execute(db)
  await lookWhenDue(tenant)
}

/** It is looked again when the next one is due. */
export const lookWhenDue = async ({ db, companyId }: Tenant) => {
  await sql`
    select mark_due_once(${ACCEPTANCE_DUE}, due_at) from (
      select due_at from lead_acceptances where company_id = ${companyId} and due_at < ${NOT_BEFORE_IT_IS_BACK} order by due_at limit 1) next`.execute(
    db,
  )
}

/**
 * When so much of each person's working time has passed: by their hours on the sales list, else by the company's default
 * calendar, else by the clock. Nothing for whoever never works.
 */
export const duesOf = async (
  { db, companyId }: Tenant,
  people: readonly number[],
  minutes: number,
): Promise<Map<number, string>> => {
  const calendar = sql`json_build_object('time_zone', c.time_zone, 'week', c.week, 'holidays', c.holidays)`
  const { rows } = await sql<{ id: number; calendar: WorkingCalendar | null; now: string }>`
    select p.id, now() as now, coalesce(
      (select ${calendar} from assignment_entries e join working_calendars c on c.company_id = ${companyId} and c.id = e.calendar_id
        where e.company_id = ${companyId} and e.list = 'sales' and e.staff_id = p.id),
      (select ${calendar} from working_calendars c where c.company_id = ${companyId} and ${IS_DEFAULT})) as calendar
    from unnest(${[...new Set(people)]}::int[]) p (id)`.execute(db)
  return new Map(
    rows.flatMap(({ id, calendar: hours, now }) => {
      const start = new Date(now)
      const due = hours ? addWorking(hours, start, minutes * 60_000) : new Date(start.getTime() + minutes * 60_000)
      return due ? [[id, due.toISOString()] as const] : []
    }),
  )
}

/**
 * The rep has opened leads, or acted upon them: they are theirs, whatever becomes of the act. Without a rep: somebody has moved their
 * enquiries on, which accepts them for whoever has them.
 */
export const acceptLeads = async ({ db, companyId }: Tenant, leadIds: readonly number[], staffId?: number) => {
  await sql`
    update lead_acceptances a set opened_at = now(), due_at = null from leads l
    where a.company_id = ${companyId} and a.lead_id = any (${leadIds}::bigint[]) and a.opened_at is null
      and l.company_id = ${companyId} and l.id = a.lead_id and l.sales_person = a.staff_id and a.staff_id = coalesce(${staffId ?? null}::int, a.staff_id)
      and a.id = (select max(id) from lead_acceptances newest where newest.company_id = ${companyId} and newest.lead_id = a.lead_id)`.execute(
    db,
  )
}
