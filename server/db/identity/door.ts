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

export const openIdentity = (pool: Pool): Identity => ({
  read: (work) => inTransaction(pool, 'read', ROLE, work),
  write: (work, history) =>
    inTransaction(
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
    ),
})

const ROLE = { role: 'leadroom_identity' }
