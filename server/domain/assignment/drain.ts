import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { crashPoint } from '#server/db/crash.ts'
import { candidatesOf } from './candidates.ts'
import { choose, isEligible, settle, type Candidate, type Choice } from './choose.ts'
import { lockList } from './entry-queries.ts'
import { WAITS_FOR, type AssignmentList } from './queue.ts'
import { recordDecisions } from './record.ts'

const BATCH = 200
/** How many batches of a list a company gets in a row; what is left waits behind the other companies' work. */
const TURN = 10
const LISTS = ['qa', 'sales'] as const

/** Gives the waiting leads of a company to people, until none waits, nobody can take one, or its turn is over. */
export const drain = async (tenants: Tenants, companyId: number) => {
  for (const list of LISTS) {
    let more = true
    for (let batch = 1; more; batch++)
      more = await tenants.write(
        companyId,
        { kind: 'rule', channel: 'auto-assign', act: `auto-assign-${list}.choose` },
        async (tenant) => {
          const left = await drainBatch(tenant, list)
          if (left && batch === TURN) await tenant.due('assign')
          return left && batch < TURN
        },
      )
  }
}

/** One batch in one transaction, under the list's lock; false when there is nothing more to do now. */
const drainBatch = async (tenant: Tenant, list: AssignmentList): Promise<boolean> => {
  await lockList(tenant, list)
  crashPoint('assignment.after_lock')
  const start = await candidatesOf(tenant, list)
  const eligible = start.filter(isEligible)
  // What the only one who could take it has given back waits for somebody else.
  const only = eligible.length === 1 ? eligible[0] : undefined
  const waiting = await waitingLeads(tenant, list, only?.staff_id ?? null)
  const more = waiting.length === BATCH
  const { assignable = [], gone } = Object.groupBy(waiting, ({ ready }) => (ready ? 'assignable' : 'gone'))
  await leave(tenant, gone ?? [])
  if (eligible.length === 0) {
    await sayWhy(tenant, list, start)
    return false
  }

  const at = new Date().toISOString()
  const reasons = new Map(start.map(({ staff_id, reason }) => [staff_id, reason]))
  let candidates = start
  const decisions = assignable.map(({ lead_id, released_by }) => {
    const choice = choose(without(released_by, candidates))
    candidates = settle(choice, at).map((each) => ({ ...each, reason: reasons.get(each.staff_id) ?? null }))
    return { lead_id, ...choice }
  })
  await give(tenant, list, decisions)
  crashPoint('assignment.after_owner')
  await recordDecisions(
    tenant,
    decisions.map((decision) => ({ ...decision, list, mode: 'auto', replaced: null })),
  )
  crashPoint('assignment.after_decision')
  await keepTally(tenant, list, candidates)
  await leave(tenant, assignable)
  if (only && !more) await sayWhy(tenant, list, without(only.staff_id, start))
  return more
}

const without = (releasedBy: number | null, candidates: readonly Candidate[]) =>
  candidates.map((each) => (each.staff_id === releasedBy ? { ...each, reason: 'has given it back' } : each))

interface Waiting {
  id: number
  lead_id: number
  /** Still to be assigned; false for one that got an owner, a verdict or a quarantine meanwhile. */
  ready: boolean
  /** Who has given it back. */
  released_by: number | null
}

/** The leads that have waited longest, without those that `not` has given back. */
const waitingLeads = async (
  { db, companyId }: Tenant,
  list: AssignmentList,
  not: number | null,
): Promise<Waiting[]> => {
  // Locked in the order of the leads' ids, as everybody does, whatever the order in which they wait.
  const { rows } = await sql<Waiting>`
    select q.id, q.lead_id, q.released_by, ${WAITS_FOR[list]} as ready
    from (select id, lead_id, released_by from assignment_queue
      where company_id = ${companyId} and list = ${list} and (${not}::int is null or released_by is distinct from ${not})
      order by id limit ${BATCH}) q
    join leads l on l.company_id = ${companyId} and l.id = q.lead_id
    order by l.id for update of l`.execute(db)
  return rows.sort((one, other) => one.id - other.id)
}

const leave = async ({ db, companyId }: Tenant, waiting: readonly Waiting[]) => {
  if (waiting.length === 0) return
  await sql`delete from assignment_queue where company_id = ${companyId} and id = any(${waiting.map(({ id }) => id)})`.execute(
    db,
  )
}

/** The leads stay where they are; the screen that asks why finds the answer beside them. */
const sayWhy = async ({ db, companyId }: Tenant, list: AssignmentList, candidates: readonly Candidate[]) => {
  const why = candidates.length
    ? `Nobody on the list can take it: ${[...new Set(candidates.map(({ reason }) => reason))].join('; ')}`
    : 'Nobody is on the list'
  // What somebody is just taking out of the queue needs no reason any more.
  await sql`
    update assignment_queue set why = ${why} where company_id = ${companyId} and id in (
      select id from assignment_queue where company_id = ${companyId} and list = ${list} and why is distinct from ${why}
      for update skip locked)`.execute(db)
}

const give = async (
  { db, companyId }: Tenant,
  list: AssignmentList,
  decisions: readonly ({ lead_id: number } & Choice)[],
) => {
  const set =
    list === 'qa'
      ? sql`assigned_qa = d.chosen, status = 'assigned', status_at = now(), assigned_at = now(), assigned_how = 'auto'`
      : sql`sales_person = d.chosen, sales_assigned_at = now()`
  await sql`
    update leads l set ${set}
    from unnest(${decisions.map(({ lead_id }) => lead_id)}::bigint[], ${decisions.map(({ chosen }) => chosen)}::int[]) as d (lead_id, chosen)
    where l.company_id = ${companyId} and l.id = d.lead_id`.execute(db)
}

const keepTally = async ({ db, companyId }: Tenant, list: AssignmentList, candidates: readonly Candidate[]) => {
  await sql`
    update assignment_entries e set expected = c.expected, received = c.received, last_assigned_at = c.last_assigned_at
    from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb)
      as c (staff_id int, expected double precision, received int, last_assigned_at timestamptz)
    where e.company_id = ${companyId} and e.list = ${list} and e.staff_id = c.staff_id
      and (e.expected, e.received) is distinct from (c.expected, c.received)`.execute(db)
}
