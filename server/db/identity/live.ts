import { sql } from 'kysely'
import type { Identity } from './door.ts'

export const CHANNEL = 'leadroom'

/** Tells every node: those that listen at once, those that cannot by what is kept for them. */
export const tell = (identity: Identity, payloads: readonly string[]) =>
  identity.write(async (db) => {
    await sql`
      with kept as (insert into identity.live_messages (payload) select unnest(${payloads}::text[]))
      select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(db)
  })

/** So many messages are read at once; who gets them all may have got the first of more. */
export const MOST_TOLD = 10_000

/** What was told in the last ten seconds: more than a poll apart, since a message may be stored later than one with a higher id. */
export const toldLately = (identity: Identity): Promise<{ id: number; payload: string }[]> =>
  identity.read((db) =>
    db
      .selectFrom('identity.live_messages')
      .select(['id', 'payload'])
      .where('at', '>', sql<string>`now() - interval '10 seconds'`)
      .orderBy('id')
      .limit(MOST_TOLD)
      .execute(),
  )

export const forgetTold = (identity: Identity) =>
  identity.write((db) =>
    db
      .deleteFrom('identity.live_messages')
      .where('at', '<', sql<string>`now() - interval '1 minute'`)
      .execute(),
  )
