import { sql } from 'kysely'
import { LEAD_KINDS, type LeadKind } from '#contract/leads/lead.ts'
import { runPlanned } from '#server/db/transaction.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { crashPoint } from '#server/db/crash.ts'
import { membersToGive, type Member } from './candidates.ts'
import { lockList } from './entry-queries.ts'
import { giveOut } from './give-out.ts'
import { watchQueue } from './queue-alert.ts'
import { leaveQueue, LISTS, type AssignmentList } from './queue.ts'
import { blockOf, refusedKind, type Block } from './eligibility.ts'
import { BATCH, waitingLeads } from './waiting.ts'

/** How many batches of a list a company gets in a row; what is left waits behind the other companies' work. */
const TURN = 10

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
  const start = await membersToGive(tenant, list)
  const able = start.filter((member) => !blockOf(member, list))
  const waiting = await waitingLeads(tenant, list, able)
  const assignable = able.length ? waiting.filter(({ ready }) => ready) : []
  const { members, given } = await giveOut(tenant, list, start, assignable)
  const leaving = waiting.filter(({ lead_id, ready }) => !ready || given.has(lead_id))
  await leaveQueue(
    tenant,
    list,
    leaving.map(({ lead_id }) => lead_id),
  )
  if (leaving.length && waiting.length === BATCH) return true
  await rest(tenant, list, members)
  return false
}

/** What is left stays where it is, with the reason beside it, until somebody can take a lead by the time alone, or something changes. */
const rest = async (tenant: Tenant, list: AssignmentList, members: readonly Member[]) => {
  const blocks = members.flatMap((member) => blockOf(member, list) ?? [])
  if (!(await sayWhy(tenant, list, members, blocks))) return
  await watchQueue(tenant, list)
  const [next] = blocks.flatMap(({ until }) => until ?? []).sort((one, other) => Date.parse(one) - Date.parse(other))
  if (next !== undefined) await sql`select mark_due_once('assign', ${next})`.execute(tenant.db)
}

/** The leads stay where they are; the screen that asks why finds the answer with their list. Answers whether any wait. */
const sayWhy = async (
  { db, companyId }: Tenant,
  list: AssignmentList,
  members: readonly Member[],
  blocks: readonly Block[],
): Promise<boolean> => {
  const able = members.filter((member) => !blockOf(member, list))
  const sentence = (...more: string[]) =>
    members.length
      ? `Nobody on the list is eligible: ${[...new Set([...blocks.map(({ reason }) => reason), ...more])].join('; ')}`
      : 'The list is empty'
  const wordsFor = (kind: LeadKind) => {
    const refused = able.flatMap((member) => refusedKind(member, kind) ?? [])
    const takers = able.filter((member) => refusedKind(member, kind) === undefined).map(({ staff_id }) => staff_id)
    return {
      why: sentence(...refused, ...(takers.length ? [NOT_TAKEN] : [])),
      returned: sentence('has given it back', ...refused, ...(takers.length > 1 ? [NOT_TAKEN] : [])),
      able: takers,
    }
  }
  const words = Object.fromEntries(LEAD_KINDS.map((kind) => [kind, wordsFor(kind)]))
  const waiting = await runPlanned(
    db,
    'why leads wait',
    sql`
    update assignment_lists a set seen = newest.id, words = ${JSON.stringify(words)}::jsonb
    from (select id from assignment_queue where company_id = ${companyId} and list = ${list} order by id desc limit 1) newest
    where a.company_id = ${companyId} and a.list = ${list}
    returning a.id`,
  )
  return waiting.length > 0
}

const NOT_TAKEN = 'does not accept its country, source or category'
