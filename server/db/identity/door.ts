import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from '../tables.ts'
import { actorSettings, type Actor } from '../tenant.ts'
import { inTransaction } from '../transaction.ts'

/** The way to the global tables; only the named look-ups of this folder walk it. */
export interface Identity {
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** With a company and an actor where the write belongs into that company's history. */
  write<T>(work: (db: Kysely<Tables>) => Promise<T>, history?: { companyId: number; actor: Actor }): Promise<T>
}

/** `written` is called when a write into a company's history has been stored. */
export const openIdentity = (pool: Pool, written: (companyId: number) => void = () => {}): Identity => ({
  read: (work) => inTransaction(pool, 'read', ROLE, work),
  async write(work, history) {
    const result = await inTransaction(
      pool,
      'write',
      history
        ? {
            ...ROLE,
            'leadroom.company': String(history.companyId),
            ...actorSettings(history.actor),
            'leadroom.change_set': randomUUID(),
          }
        : ROLE,
      work,
    )
    if (history) written(history.companyId)
    return result
  },
})

const ROLE = { role: 'leadroom_identity' }
