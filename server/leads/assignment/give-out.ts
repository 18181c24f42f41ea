import { sql } from 'kysely'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'
import { awaitFollowUps } from '#server/leads/valid-leads/follow-ups.ts'
import { awaitWaking } from '#server/leads/lead/wake.ts'
import { refreshClocks } from '#server/leads/sla/refresh-clocks.ts'
import type { Member } from './candidates.ts'
import type { Choice } from './choose.ts'
import type { AssignmentList } from './queue.ts'
import { recordDecisions, type Occasion } from './record.ts'
import { giveOne, type Holders, type Turn } from './rotation.ts'
import { holdersByDomain } from './sticky.ts'

/** A lead that is to go to somebody of a list. */
export interface ToGive extends Turn {
  lead_id: number
  /** Who has had it; absent for one that nobody had. */
  replaced?: number
}

/**
 * Gives leads to people of the list by the rotation, with each decision kept beside it. Under the list's lock, the leads
 * locked. Answers which were given, and the people as they are then; nobody can take the others.
 */
export const giveOut = async (
  tenant: Tenant,
  list: AssignmentList,
  start: readonly Member[],
  leads: readonly ToGive[],
  occasion?: Occasion,
) => {
  const [holders, at] = await Promise.all([holdersByDomain(tenant, list, leads), timeOf(tenant)])
  const { members, decisions } = share(list, start, leads, holders, at)
  const given = new Set(decisions.map(({ lead_id }) => lead_id))
  if (decisions.length === 0) return { members, given }
  await give(tenant, list, decisions)
  if (list === 'qa') {
    await refreshClocks(tenant, [...given])
    // Only what somebody has had may be on hold.
    await awaitWaking(
      tenant,
      leads.flatMap(({ lead_id, replaced }) => (replaced !== undefined && given.has(lead_id) ? [lead_id] : [])),
    )
  } else await awaitFollowUps(tenant, [...given])
  crashPoint('assignment.after_owner')
  await recordDecisions(
    tenant,
    decisions.map((decision) => ({
      ...decision,
      list,
      mode: 'auto',
      most_credit: start[0]?.most_credit ?? null,
      occasion: occasion ?? null,
    })),
  )
  crashPoint('assignment.after_decision')
  await keepTally(tenant, list, members)
  return { members, given }
}

/** By the database's clock, so that whoever has waited longest is the same to every node. */
const timeOf = async ({ db }: Tenant): Promise<string> => {
  const [row] = await runPlanned(db, 'now', sql<{ now: string }>`select now()`)
  return row?.now ?? ''
}

/** Chooses for one lead after the other, each time from the people as the choices before have left them. */
const share = (
  list: AssignmentList,
  start: readonly Member[],
  leads: readonly ToGive[],
  holders: Holders,
  at: string,
) => {
  let members = start
  const decisions: ({ lead_id: number; chosen: number; replaced: number | null } & Choice)[] = []
  for (const lead of leads) {
    const given = giveOne(list, members, lead, holders, at)
    if (!given) continue
    decisions.push({ ...given.choice, lead_id: lead.lead_id, replaced: lead.replaced ?? null })
    members = given.members
  }
  return { members, decisions }
}

const give = async (
  { db, companyId }: Tenant,
  list: AssignmentList,
  decisions: readonly ({ lead_id: number } & Choice)[],
) => {
  const set =
    list === 'qa'
      ? sql`assigned_qa = d.chosen, assigned_at = now(), assigned_how = 'auto',
          status_at = case status when 'new' then now() else status_at end, status = case status when 'new' then 'assigned' else status end`
      : sql`sales_person = d.chosen, sales_assigned_at = now()`
  await runPlanned(
    db,
    `give leads of ${list}`,
    sql`
    update leads l set ${set}
    from unnest(${decisions.map(({ lead_id }) => lead_id)}::bigint[], ${decisions.map(({ chosen }) => chosen)}::int[]) as d (lead_id, chosen)
    where l.company_id = ${companyId} and l.id = d.lead_id`,
  )
}

const keepTally = async ({ db, companyId }: Tenant, list: AssignmentList, members: readonly Member[]) => {
  const tallies = members.map(({ staff_id, expected, received, last_assigned_at }) => ({
    staff_id,
    expected,
    received,
    last_assigned_at,
  }))
  await runPlanned(
    db,
    'tally of a list',
    sql`
    update assignment_entries e set expected = c.expected, received = c.received, last_assigned_at = c.last_assigned_at
    from json_to_recordset(${JSON.stringify(tallies)}::json)
      as c (staff_id int, expected double precision, received int, last_assigned_at timestamptz)
    where e.company_id = ${companyId} and e.list = ${list} and e.staff_id = c.staff_id
      and (e.expected, e.received) is distinct from (c.expected, c.received)`,
  )
}
