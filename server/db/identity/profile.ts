import { sql } from 'kysely'
import type { Identity } from './door.ts'

const columns = [
  'first_name as firstname',
  'last_name as lastname',
  'email',
  'date_format',
  'time_zone as timezone',
  'currency',
] as const

export const profileOf = (identity: Identity, personId: number) =>
  identity.read((db) =>
    db.selectFrom('identity.people').select(columns).where('id', '=', personId).executeTakeFirstOrThrow(),
  )

interface ProfileChanges {
  first_name: string
  last_name: string
  date_format: string
  time_zone: string
  currency: string
}

export const saveProfile = (identity: Identity, personId: number, changes: ProfileChanges) =>
  identity.write((db) =>
    db
      .updateTable('identity.people')
      .set(changes)
      .where('id', '=', personId)
      .returning(columns)
      .executeTakeFirstOrThrow(),
  )

/** Sets a password and ends every other session of the person; gives those sessions' ids. */
export const setPassword = (identity: Identity, personId: number, hash: string, sessionId: string): Promise<string[]> =>
  identity.write(async (db) => {
    await db.updateTable('identity.people').set({ password_hash: hash }).where('id', '=', personId).execute()
    await db.deleteFrom('identity.password_resets').where('person_id', '=', personId).execute()
    const ended = await db
      .updateTable('identity.sessions')
      .set({ revoked_at: sql`now()`, revoked_why: 'password changed' })
      .where('person_id', '=', personId)
      .where('id', '<>', sessionId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
    return ended.map(({ id }) => id)
  })
