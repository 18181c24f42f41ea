import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from '../tables.ts'
import { actorSettings, type Actor, type Tenant } from '../tenant.ts'
import { inTransaction } from '../transaction.ts'

/** The way to the global tables; only the named look-ups of this folder walk it. */
export interface Identity {
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** Give a company and an actor to record the write in that company's history, under the id passed on as `changeSet`. */
  write<T>(
    work: (db: Kysely<Tables>, changeSet: string) => Promise<T>,
    history?: { companyId: number; actor: Actor },
  ): Promise<T>
}

/** `written` is called when a write into a company's history has been stored. */
export const openIdentity = (pool: Pool, written: (companyId: number) => void = () => {}): Identity => ({
  read: (work) => inTransaction(pool, 'read', ROLE, work),
  async write(work, history) {
    const changeSet = randomUUID()
    const result = await inTransaction(
      pool,
      'write',
      history
        ? {
            ...ROLE,
            'leadroom.company': String(history.companyId),
            ...actorSettings(history.actor),
            'leadroom.change_set': changeSet,
          }
        : ROLE,
      (db) => work(db, changeSet),
    )
    if (history) written(history.companyId)
    return result
  },
})

/** The same within a company's transaction, so that both are stored or neither is. Nothing else is asked of it meanwhile. */
export const inIdentity = async <T>({ db }: Tenant, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> => {
  await sql`select set_config('role', 'leadroom_identity', true)`.execute(db)
  const result = await work(db)
  await sql`select set_config('role', 'leadroom_app', true)`.execute(db)
  return result
}

const ROLE = { role: 'leadroom_identity' }
