import type { AssignmentEntry } from '#contract/auto-assign-qa.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { conflict, found } from '#server/kit/errors.ts'
import { candidatesOf, KEY_FOR_LIST } from './candidates.ts'
import { deficit, isEligible } from './choose.ts'
import * as queries from './entry-queries.ts'
import type { AssignmentList } from './queue.ts'

/** The people of a list, each with what state they are in and what they got. */
export const listEntries = async (
  tenant: Tenant,
  list: AssignmentList,
  query: queries.EntriesQuery,
  { timeZone }: Caller,
) => {
  const { data, pagination } = await queries.entriesPage(tenant, list, query, timeZone)
  return { data: data.map((row) => shown(row, list)), pagination }
}

interface Added {
  sid: number
  weight?: number
}

/** Puts a person on the list, once, if they could work what they would be given. */
export const addEntry = async (tenant: Tenant, list: AssignmentList, { sid, weight }: Added, caller: Caller) => {
  await queries.lockList(tenant, list)
  const { name, status, permitted } = found('Person', await queries.person(tenant, list, sid))
  const existing = await queries.entries(tenant, list, caller.timeZone).where('e.staff_id', '=', sid).executeTakeFirst()
  if (existing)
    throw conflict(`${name} is on the list already.`, {
      existing: shown(existing, list),
    })
  if (status !== 'active')
    throw conflict(`${name} ${status === 'invited' ? 'has not accepted the invitation yet' : 'is deactivated'}.`)
  if (!permitted)
    throw conflict(`${name} lacks the permission ${KEY_FOR_LIST[list]}, which the work needs.`, {
      needs: [KEY_FOR_LIST[list]],
    })

  const id = await queries.add(tenant, list, {
    staff_id: sid,
    expected: await startingDeficit(tenant, list, sid),
    ...(weight === undefined ? {} : { weight }),
  })
  await tenant.due('assign')
  return entry(tenant, list, id, caller)
}

interface Changed {
  status: 'active' | 'paused'
  weight?: number
}

/** Pauses a person, lets one take part again, or gives one more or less weight. */
export const changeEntry = async (
  tenant: Tenant,
  list: AssignmentList,
  id: number,
  { status, weight }: Changed,
  caller: Caller,
) => {
  await queries.lockList(tenant, list)
  const before = await entry(tenant, list, id, caller)
  const changes = {
    ...(status === before.status ? {} : { status }),
    ...(weight === undefined || weight === before.weight ? {} : { weight }),
  }
  if (Object.keys(changes).length === 0) return before
  await queries.change(tenant, id, changes)
  if (changes.status === 'active') await queries.setDeficit(tenant, id, await startingDeficit(tenant, list, before.sid))
  if (status === 'active') await tenant.due('assign')
  return entry(tenant, list, id, caller)
}

/** Takes a person off the list; the leads that they hold stay theirs. */
export const removeEntry = async (tenant: Tenant, list: AssignmentList, id: number) => {
  await queries.lockList(tenant, list)
  found('Person on the list', await queries.remove(tenant, list, id))
}

/** People who are back on their lists by an undo begin like everybody who comes back. */
export const settleEntries = async (tenant: Tenant, ids: readonly number[]) => {
  for (const { id, list, staff_id } of await queries.byIds(tenant, ids))
    await queries.setDeficit(tenant, id, await startingDeficit(tenant, list, staff_id))
  await tenant.due('assign')
}

const MOST_CREDIT = 3

/**
 * How many leads somebody who begins or comes back is behind their share: as few as whoever is least behind of those
 * who can take leads now, and never more than 3 either way. So nobody is flooded to make up for the time away, and
 * nobody who was there all along has to wait.
 */
const startingDeficit = async (tenant: Tenant, list: AssignmentList, staffId: number) => {
  const others = (await candidatesOf(tenant, list)).filter((other) => isEligible(other) && other.staff_id !== staffId)
  const smallest = others.length ? Math.min(...others.map(deficit)) : 0
  return Math.max(-MOST_CREDIT, Math.min(MOST_CREDIT, smallest))
}

const entry = async (tenant: Tenant, list: AssignmentList, id: number, { timeZone }: Caller) => {
  const row = await queries.entries(tenant, list, timeZone).where('e.id', '=', id).executeTakeFirst()
  return shown(found('Person on the list', row), list)
}

type Row = Omit<AssignmentEntry, 'state' | 'state_reason'> & { staff_status: string; permitted: boolean }

const shown = ({ staff_status, permitted, ...row }: Row, list: AssignmentList): AssignmentEntry => ({
  ...row,
  ...stateOf({ ...row, staff_status, permitted }, list),
})

type State = Pick<AssignmentEntry, 'state' | 'state_reason'>

const stateOf = ({ name, status, weight, staff_status, permitted }: Row, list: AssignmentList): State => {
  if (staff_status === 'invited')
    return { state: 'deactivated', state_reason: `${name} has not accepted the invitation yet.` }
  if (staff_status !== 'active')
    return { state: 'deactivated', state_reason: `${name} is deactivated in this company.` }
  if (!permitted) return { state: 'no_permission', state_reason: `The permission ${KEY_FOR_LIST[list]} is missing.` }
  if (status === 'paused') return { state: 'paused', state_reason: 'Paused on this list.' }
  if (weight === 0) return { state: 'paused', state_reason: 'The weight is 0: no lead is given.' }
  return { state: 'available', state_reason: 'Takes leads in turn.' }
}
