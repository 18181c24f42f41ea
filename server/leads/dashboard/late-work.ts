import { sql, type RawBuilder } from 'kysely'
import type { ManagerNow } from '#contract/leads/dashboard.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { LIST_SCOPES } from '#server/leads/lists/scope.ts'
import { dueSoon, OVERDUE } from '#server/leads/sla/due-soon.ts'
import { slaSettings } from '#server/leads/sla/settings.ts'
import { personNamed, staffNames } from '#server/platform/people/staff-names.ts'
import { workingMs } from '#server/platform/calendar/working-time.ts'

export type Side = 'qa' | 'sales'
type Late = NonNullable<ManagerNow['qa']>['overdue']

/** A person's leads by one calendar whose time is up or soon is; `owner` is null for those that nobody owns. */
export interface LateRow {
  side: Side
  owner: number | null
  calendar_id: number
  overdue: number
  due_soon: number
  /** Of the overdue ones, the first. */
  due_at: string | null
}

const SIDES = {
  qa: { clock: 'handling', scope: LIST_SCOPES.assigned(), owner: sql`l.assigned_qa` },
  sales: { clock: 'response', scope: LIST_SCOPES.valid(), owner: sql`l.sales_person` },
} as const

/** From the index of running clocks, overdue and due soon each in its own range: the others are not looked at. */
export const lateWork = async (tenant: Tenant, sides: readonly Side[]): Promise<LateRow[]> => {
  if (sides.length === 0) return []
  const { companyId, db } = tenant
  const soon = await dueSoon(tenant)
  const grouped = (side: Side, within: RawBuilder<boolean>, sums: RawBuilder<unknown>) => {
    const { clock, scope, owner } = SIDES[side]
    return sql`
      select ${side} as side, l.owner, k.calendar_id, ${sums}
      from lead_clocks k cross join lateral (
        select ${owner} as owner from leads l
        where l.company_id = ${companyId} and l.id = k.lead_id and l.deleted_at is null and ${scope} offset 0
      ) l
      where k.company_id = ${companyId} and k.clock = ${clock} and k.answered_at is null and ${within}
      group by l.owner, k.calendar_id`
  }
  const parts = sides.flatMap((side) => [
    grouped(side, OVERDUE, sql`count(*)::int as overdue, 0 as due_soon, min(k.due_at) as due_at`),
    grouped(side, soon, sql`0 as overdue, count(*)::int as due_soon, null::timestamptz as due_at`),
  ])
  return (await sql<LateRow>`${sql.join(parts, sql` union all `)}`.execute(db)).rows
}

const MOST_NAMED = 3

/** The same in all, with who has most of it. */
export const lateOf = async (tenant: Tenant, rows: readonly LateRow[], side: Side) => ({
  overdue: await summed(tenant, rows, side, 'overdue'),
  due_soon: await summed(tenant, rows, side, 'due_soon'),
})

/** Of each owner. */
export const lateByOwner = (rows: readonly LateRow[], side: Side, what: 'overdue' | 'due_soon') => {
  const leads = new Map<number | null, number>()
  for (const row of rows)
    if (row.side === side && row[what] > 0) leads.set(row.owner, (leads.get(row.owner) ?? 0) + row[what])
  return leads
}

const summed = async (
  tenant: Tenant,
  rows: readonly LateRow[],
  side: Side,
  what: 'overdue' | 'due_soon',
): Promise<Late> => {
  const all = [...lateByOwner(rows, side, what)]
  const named = all
    .flatMap(([owner, leads]) => (owner === null ? [] : [{ owner, leads }]))
    .toSorted((one, other) => other.leads - one.leads || one.owner - other.owner)
    .slice(0, MOST_NAMED)
  const names = await staffNames(
    tenant,
    named.map(({ owner }) => owner),
  )
  return {
    leads: all.reduce((sum, [, leads]) => sum + leads, 0),
    people: named.map(({ owner, leads }) => ({ person: personNamed(owner, names), leads })),
    most_over_ms: what === 'overdue' ? await mostOver(tenant, rows, side) : null,
  }
}

/** By each calendar: the lead that is over longest by the clock on the wall need not be so in working time. */
const mostOver = async (tenant: Tenant, rows: readonly LateRow[], side: Side): Promise<number | null> => {
  const first = rows.filter((row) => row.side === side && row.overdue > 0)
  if (first.length === 0) return null
  const { now, calendars } = await slaSettings(tenant)
  const over = first.map(({ due_at, calendar_id }) => {
    const calendar = calendars.find(({ id }) => id === calendar_id)
    return due_at && calendar ? workingMs(calendar, new Date(due_at), new Date(now)) : 0
  })
  return Math.max(...over)
}
