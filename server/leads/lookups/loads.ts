import { sql } from 'kysely'
import type { Pagination } from '#contract/kit/endpoint.ts'
import { MOST_COUNTED, type Load, type Staff } from '#contract/leads/lookups.ts'
import { ASSIGN_KEYS } from '#contract/leads/marketing-leads.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { mayCall, type Caller } from '#server/kit/auth.ts'
import { forbidden } from '#server/kit/forbidden.ts'
import { OPEN, standingColumns } from '#server/leads/assignment/candidates.ts'
import { onShift } from '#server/leads/assignment/eligibility.ts'
import { LISTS } from '#server/leads/assignment/queue.ts'
import { OVERDUE } from '#server/leads/sla/due-soon.ts'
import { staff, type StaffQuery } from './staff.ts'

interface Found {
  data: Staff[]
  pagination: Pagination
}

/** People as they are found, or with their load, the least loaded first, where a caller who assigns leads wants it so. */
export const staffInOrder = async (
  tenant: Tenant,
  caller: Caller,
  { order = 'name', ...query }: StaffQuery & { order?: 'name' | 'load' },
): Promise<Found> => {
  if (order === 'name') return staff(tenant, query)
  if (!mayCall(caller, ASSIGN_KEYS)) throw await forbidden(tenant, ASSIGN_KEYS)
  const found = await staff(tenant, query)
  const loads = await loadsOf(
    tenant,
    found.data.map(({ id }) => id),
  )
  const loaded = found.data.map((person) => ({ ...person, load: loads.get(person.id) ?? NOTHING }))
  return { ...found, data: loaded.sort((one, other) => rank(one.load) - rank(other.load)) }
}

const NOTHING: Load = { open: 0, overdue: 0, absence: null }

/** Who is away, or takes none, comes after all who are there. People with as many keep their order by name. */
const rank = ({ open, absence }: Load) =>
  open + (absence?.kind === 'away' || absence?.kind === 'paused' ? MOST_COUNTED * 3 : 0)

const loadsOf = async (tenant: Tenant, ids: readonly number[]): Promise<ReadonlyMap<number, Load>> => {
  const absences = await absencesOf(tenant, ids)
  const open = (list: 'qa' | 'sales', clock: string) => sql`
    select l.id, exists (
      select from lead_clocks k where k.company_id = l.company_id and k.lead_id = l.id and k.clock = ${clock}
        and k.answered_at is null and ${OVERDUE}) as late
    from leads l where l.company_id = ${tenant.companyId} and l.deleted_at is null and ${OPEN[list]}
    limit ${MOST_COUNTED}`
  const { rows } = await sql<{ id: number; open: number; overdue: number }>`
    select e.staff_id as id, count(l.id)::int as open, (count(*) filter (where l.late))::int as overdue
    from unnest(${ids}::int[]) e (staff_id)
    left join lateral ((${open('qa', 'handling')}) union all (${open('sales', 'response')})) l on true
    group by e.staff_id`.execute(tenant.db)
  return new Map(
    rows.map(({ id, open, overdue }) => [
      id,
      {
        open: Math.min(open, MOST_COUNTED),
        overdue: Math.min(overdue, MOST_COUNTED),
        absence: absences.get(id) ?? null,
      },
    ]),
  )
}

/** Why people on the lists are given nothing now, where that is because they are not at work. */
const absencesOf = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  const absences = new Map<number, NonNullable<Load['absence']>>()
  if (ids.length === 0) return absences
  for (const list of LISTS) {
    const entries = await db
      .selectFrom('assignment_entries as e')
      .leftJoin('staff as s', 's.id', 'e.staff_id')
      .select(['e.staff_id', ...standingColumns(list)])
      .where('e.company_id', '=', companyId)
      .where('e.list', '=', list)
      .where('e.staff_id', 'in', [...ids])
      .execute()
    for (const { staff_id, status, back_at, off_shift } of entries.map((entry) => onShift(entry))) {
      if (status === 'paused') absences.set(staff_id, { kind: 'paused', until: null })
      else if (back_at !== null) absences.set(staff_id, { kind: 'away', until: back_at })
      else if (off_shift) absences.set(staff_id, { kind: 'off_shift', until: off_shift.until ?? null })
    }
  }
  return absences
}
