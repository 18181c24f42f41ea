import { sql } from 'kysely'
import { runPlanned } from '../transaction.ts'
import type { Identity } from './door.ts'

export interface DueWork {
  companyId: number
  kind: string
}

/**
 * Hands the oldest waiting piece of work of these kinds to `work`, together with everything that waits for the same company and
 * kind. The rows stay locked meanwhile, so that no other worker takes them, and go only when `work` has ended
 * well: a worker that dies leaves them as they were, and work that fails is put behind everybody else's. False when
 * nothing was waiting.
 */
export const takeDue = async (
  identity: Identity,
  kinds: readonly string[],
  work: (due: DueWork) => Promise<void>,
): Promise<boolean> => {
  let taken: readonly number[] = []
  const done = identity.write(async (db) => {
    const [first] = await runPlanned(
      db,
      sql<{ company_id: number; kind: string }>`
      select company_id, kind from identity.due where at <= now() and kind = any(${kinds})
      order by at, id limit 1 for update skip locked`,
    )
    if (!first) return false
    const rows = await runPlanned(
      db,
      sql<{ id: number }>`
      select id from identity.due where company_id = ${first.company_id} and kind = ${first.kind} and at <= now()
      limit 10000 for update skip locked`,
    )
    taken = rows.map(({ id }) => id)
    await work({ companyId: first.company_id, kind: first.kind })
    await sql`delete from identity.due where id = any(${taken})`.execute(db)
    return true
  })
  return done.catch(async (error: unknown) => {
    await putOff(identity, taken)
    throw error
  })
}

const putOff = (identity: Identity, ids: readonly number[]) =>
  identity.write((db) =>
    sql`update identity.due set at = now() + interval '5 seconds' where id = any(${ids})`.execute(db),
  )

/** Notes that each of these companies, or every one there is, has work of the kind waiting. */
export const markDue = (identity: Identity, kind: string, companies: readonly number[] | 'all') =>
  identity.write((db) =>
    sql`
      insert into identity.due (company_id, kind) select id, ${kind} from identity.companies
      where ${companies === 'all' ? sql`true` : sql`id = any(${companies})`} order by id`.execute(db),
  )
