import { sql } from 'kysely'
import type { Identity } from '#server/db/identity/door.ts'
import {
  beatDue,
  claimDue,
  claimOnce,
  endDue,
  endOnce,
  failDue,
  type BackOff,
  type Claimed,
  type DueTurn,
} from '#server/db/identity/due.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'

/** What somebody does for a company in their turn. */
export interface Turn {
  companyId: number
  kind: string
  /** The same companies, of which nothing is stored any more once the turn is over. */
  during(tenants: Tenants): Tenants
  /** Fails the transaction once the turn is over, as `during` does; for who sends a whole transaction at once. */
  check(tenant: Tenant): Promise<unknown>
}
export type DueWork = (turn: Turn) => Promise<unknown>

/** How long a turn lasts without a sign of life, how often there is one, and when what failed is tried again. */
export interface Lease extends BackOff {
  staleSeconds: number
  beatMs: number
}
const LEASE: Lease = { staleSeconds: 10, beatMs: 3_000, firstSeconds: 5, mostSeconds: 900 }

/**
 * Hands the oldest waiting work of these kinds to `work`. A worker that dies leaves it to others as it was, however long it takes;
 * false when nothing was waiting.
 */
export const takeDue = async (
  identity: Identity,
  kinds: readonly string[],
  work: DueWork,
  given: Partial<Lease> = {},
): Promise<boolean> => {
  const { staleSeconds, beatMs, ...backOff } = { ...LEASE, ...given }
  const turn = await claimDue(identity, kinds, staleSeconds)
  if (!turn) return false
  const heart = beating(identity, turn, beatMs)
  const { companyId, kind } = turn
  try {
    await work({ companyId, kind, during: (tenants) => during(turn, tenants), check: (tenant) => check(turn, tenant) })
  } catch (error) {
    clearInterval(heart)
    await failDue(identity, turn, backOff, String(error))
    throw new Error(`${kind} has failed for company ${companyId}`, { cause: error })
  } finally {
    clearInterval(heart)
  }
  if (!(await endDue(identity, turn)))
    throw new Error(`The turn of company ${companyId} at ${kind} expired before it ended`)
  return true
}

/** Without signs of life the turn ends: what is stored under it then is refused. */
const beating = (identity: Identity, turn: Claimed, beatMs: number) =>
  setInterval(() => void beatDue(identity, turn).catch(() => undefined), beatMs)

/** Does what belongs to no company on one node at a time, and once in so many seconds on all of them. False where it was not done here. */
export const onOneNode = async (
  identity: Identity,
  kind: string,
  everySeconds: number,
  work: () => Promise<void>,
  given: Partial<Lease> = {},
): Promise<boolean> => {
  const { staleSeconds, beatMs } = { ...LEASE, ...given }
  const turn = await claimOnce(identity, kind, { everySeconds, staleSeconds })
  if (!turn) return false
  const heart = beating(identity, turn, beatMs)
  try {
    await work()
    return true
  } finally {
    clearInterval(heart)
    await endOnce(identity, turn)
  }
}

const check = ({ kind, token }: DueTurn, { db }: Tenant) =>
  runPlanned(db, 'check due turn', sql`select check_due_turn(${kind}, ${token})`)

const during = (turn: DueTurn, tenants: Tenants): Tenants => {
  const checked =
    <T>(work: (tenant: Tenant) => Promise<T>) =>
    async (tenant: Tenant) => {
      await check(turn, tenant)
      return work(tenant)
    }
  return {
    ...tenants,
    write: (companyId, actor, work, changeSet) => tenants.write(companyId, actor, checked(work), changeSet),
    writeInOneSnapshot: (companyId, actor, work) => tenants.writeInOneSnapshot(companyId, actor, checked(work)),
  }
}
