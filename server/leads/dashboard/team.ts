import { sql, type RawBuilder } from 'kysely'
import { MOST_MEMBERS, type ManagerNow } from '#contract/leads/dashboard.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { standingColumns, TODAY, OPEN } from '#server/leads/assignment/candidates.ts'
import { blockOf, onShift } from '#server/leads/assignment/eligibility.ts'
import { CLOSED_AT, DECIDED_AT, IS_CLOSED, IS_DECIDED } from '#server/leads/lists/event-days.ts'
import { nextChange } from '#server/platform/calendar/working-time.ts'
import { lateByOwner, type LateRow, type Side } from './late-work.ts'

type Team = ManagerNow['team']

/** What somebody has to do first, as their list shows it: of enquiries alone. */
const TO_DO: Readonly<Record<Side, RawBuilder<unknown>>> = {
  qa: sql`l.assigned_qa = e.staff_id and l.status in ('assigned', 'in-progress', 'on_hold')`,
  sales: sql`l.sales_person = e.staff_id and l.status = 'valid' and l.enquiry_status = 'open'`,
}

/** Everybody on the list with whether they can take leads now, those with overdue leads and with most to do first. */
const peopleOf = async ({ db, companyId }: Tenant, side: Side, late: readonly LateRow[]) => {
  const rows = await db
    .selectFrom('assignment_entries as e')
    .innerJoin('staff as s', 's.id', 'e.staff_id')
    .where('e.company_id', '=', companyId)
    .where('e.list', '=', side)
    .select([
      'e.staff_id',
      's.name',
      ...standingColumns(side),
      sql<number>`(select count(*) from (select from assignment_decisions d
        where d.company_id = e.company_id and d.list = e.list and d.chosen = e.staff_id and d.at >= ${TODAY} limit coalesce(e.daily_cap, 0)) counted)`.as(
        'today',
      ),
      sql<number>`(select count(*) from (select from leads l
        where l.company_id = e.company_id and ${OPEN[side]} and l.deleted_at is null limit coalesce(e.open_cap, 0)) counted)`.as(
        'open',
      ),
      sql<number>`(select count(*) from leads l
        where l.company_id = e.company_id and l.kind = 'enquiry' and l.deleted_at is null and ${TO_DO[side]})`.as(
        'to_do',
      ),
    ])
    .orderBy('e.staff_id')
    .execute()
  const overdue = lateByOwner(late, side, 'overdue')
  return rows
    .map((row) => {
      const block = blockOf(onShift(row), side)
      const ends = !block && row.calendar ? nextChange(row.calendar, new Date(row.at)) : undefined
      return {
        person: { id: row.staff_id, name: row.name },
        state: block?.state ?? AVAILABLE,
        until: block ? (block.until ?? null) : (ends?.toISOString() ?? null),
        open: row.to_do,
        open_cap: row.open_cap,
        overdue: overdue.get(row.staff_id) ?? 0,
      }
    })
    .toSorted((one, other) => other.overdue - one.overdue || other.open - one.open || one.person.id - other.person.id)
}

const AVAILABLE = 'available' as const

const shown = <Row>(all: readonly Row[]) => ({
  people: all.slice(0, MOST_MEMBERS),
  more: Math.max(0, all.length - MOST_MEMBERS),
})

export const qaTeam = async (
  tenant: Tenant,
  late: readonly LateRow[],
  today: string,
  timeZone: string,
): Promise<Team['qa']> => {
  const { people, more } = shown(await peopleOf(tenant, 'qa', late))
  const ids = people.map(({ person }) => person.id)
  const { rows } = await sql<{ owner: number; valid: number; invalid: number }>`
    select l.assigned_qa as owner, count(*) filter (where l.status = 'valid')::int as valid,
      count(*) filter (where l.status = 'invalid')::int as invalid
    from leads l where l.company_id = ${tenant.companyId} and l.deleted_at is null and ${IS_DECIDED}
      and ${DECIDED_AT} >= ${today}::timestamp at time zone ${timeZone} and l.assigned_qa = any(${ids}::int[])
    group by l.assigned_qa`.execute(tenant.db)
  const decided = new Map(rows.map((row) => [row.owner, row]))
  return {
    people: people.map((each) => {
      const { valid = 0, invalid = 0 } = decided.get(each.person.id) ?? {}
      return { ...each, valid, invalid }
    }),
    more,
  }
}

export const salesTeam = async (
  tenant: Tenant,
  late: readonly LateRow[],
  month: string,
  timeZone: string,
): Promise<Team['sales']> => {
  const { people, more } = shown(await peopleOf(tenant, 'sales', late))
  const ids = people.map(({ person }) => person.id)
  const { rows } = await sql<{ owner: number; won: number }>`
    select l.sales_person as owner, count(*)::int as won
    from leads l where l.company_id = ${tenant.companyId} and l.deleted_at is null and ${IS_CLOSED} and l.enquiry_status = 'won'
      and ${CLOSED_AT} >= ${month}::timestamp at time zone ${timeZone} and l.sales_person = any(${ids}::int[])
    group by l.sales_person`.execute(tenant.db)
  const won = new Map(rows.map((row) => [row.owner, row.won]))
  return {
    people: people.map(({ open_cap: _, ...each }) => ({ ...each, won: won.get(each.person.id) ?? 0 })),
    more,
  }
}
