import { sql } from 'kysely'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { LeadStatus } from '#contract/leads/lead.ts'
import { membersOf, membersToGive, OPEN } from './candidates.ts'
import { lockList } from './entry-queries.ts'
import { giveBack } from './give-back.ts'
import { giveOut, type ToGive } from './give-out.ts'
import type { AssignmentList } from './queue.ts'
import { blockOf } from './eligibility.ts'
import { BATCH, TRAITS } from './waiting.ts'

/** Whose open leads go to others needs the right to take them away, whoever decides to whom. */
export const KEY_TO_TAKE_AWAY: Readonly<Record<AssignmentList, PermissionKey>> = {
  qa: 'marketing_leads_reassign',
  sales: 'valid_leads_assign',
}

/** What a person `e` of the list holds and has not decided, as leads `l`. */
export const heldBy = ({ companyId }: Tenant, list: AssignmentList, staffId: number) =>
  sql`leads l cross join (select ${staffId}::int as staff_id) e
    where l.company_id = ${companyId} and l.deleted_at is null and ${OPEN[list]}`

/** How many open leads somebody holds, exactly, and how many others on the list can take leads now. */
export const openWorkOf = async (tenant: Tenant, list: AssignmentList, staffId: number) => {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from ${heldBy(tenant, list, staffId)}`.execute(tenant.db)
  const members = await membersOf(tenant, list)
  const able = members.filter((member) => member.staff_id !== staffId && !blockOf(member, list))
  return { open: rows[0]?.open ?? 0, able: able.length }
}

/** The first open leads of somebody, as many as are given out at once and one more. */
export const firstHeld = async (tenant: Tenant, list: AssignmentList, staffId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select l.id from ${heldBy(tenant, list, staffId)} order by l.id limit ${BATCH + 1}`.execute(tenant.db)
  return rows.map(({ id }) => id)
}

/** What became of leads that were to go on to others. */
export interface PassedOn {
  given: number
  /** Nobody can take them: they wait for somebody. */
  waiting: number
  /** On hold, and nobody can take them: they stay with whoever has them. */
  kept: readonly number[]
  /** Decided, or somebody else's, meanwhile. */
  gone: readonly number[]
}

/** Shares leads of somebody who was removed from the list out among the others, as far as they are theirs and open still. */
export const passOn = async (
  tenant: Tenant,
  list: AssignmentList,
  staffId: number,
  ids: readonly number[],
): Promise<PassedOn> => {
  await lockList(tenant, list)
  const others = (await membersToGive(tenant, list)).filter(({ staff_id }) => staff_id !== staffId)
  const leads = await lockHeld(tenant, list, staffId, ids)
  const { given } = await giveOut(tenant, list, others, leads, 'taken_off')
  const left = leads.filter(({ lead_id }) => !given.has(lead_id))
  // What is on hold is nobody's turn yet; the day on which it wakes would be lost.
  const kept = left.filter(({ status }) => status === 'on_hold').map(idOf)
  const waiting = left.filter(({ status }) => status !== 'on_hold').map(idOf)
  await giveBack(tenant, list, waiting)
  const there = new Set(leads.map(idOf))
  return { given: given.size, waiting: waiting.length, kept, gone: ids.filter((id) => !there.has(id)) }
}

const idOf = ({ lead_id }: ToGive) => lead_id

/** Whoever decides one of them meanwhile was first: the condition is looked at again once the lock is held. */
const lockHeld = async (tenant: Tenant, list: AssignmentList, staffId: number, ids: readonly number[]) => {
  const { rows } = await sql<ToGive & { status: LeadStatus }>`
    select l.id as lead_id, e.staff_id as replaced, l.status, null::int as released_by, l.email_domain, ${TRAITS}
    from ${heldBy(tenant, list, staffId)} and l.id = any(${ids}::bigint[]) order by l.id for no key update of l`.execute(
    tenant.db,
  )
  return rows
}
