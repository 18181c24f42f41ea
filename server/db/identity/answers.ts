import { sql } from 'kysely'
import type { Identity } from './door.ts'

/** Whose call it is, which one, and under which key. */
export interface AnswerPlace {
  personId: number
  scope: string
  key: Buffer
}
export interface StoredAnswer {
  request: Buffer
  answer: Buffer | null
  /** It has been under way for longer than any call takes: a stop has cut it short. */
  cut: boolean
}

/** What is stored there; undefined when nothing is, or it is a day old. */
export const answerAt = (
  identity: Identity,
  { personId, scope, key }: AnswerPlace,
): Promise<StoredAnswer | undefined> =>
  identity.read((db) =>
    db
      .selectFrom('identity.answers')
      .select([
        'request',
        'answer',
        sql<boolean>`answer is null and created_at < now() - interval '60 seconds'`.as('cut'),
      ])
      .where('person_id', '=', personId)
      .where('scope', '=', scope)
      .where('key', '=', key)
      .where('created_at', '>', sql<string>`now() - interval '24 hours'`)
      .executeTakeFirst(),
  )

/** Takes a free place for a call; false when somebody else has it. */
export const claimAnswer = (identity: Identity, { personId, scope, key }: AnswerPlace, request: Buffer) =>
  identity.write(async (db) => {
    const { rows } = await sql`
      insert into identity.answers as a (person_id, scope, key, request) values (${personId}, ${scope}, ${key}, ${request})
      on conflict (person_id, scope, key) do update set request = excluded.request, answer = null, created_at = now()
        where a.created_at <= now() - interval '24 hours'
      returning true`.execute(db)
    return rows.length === 1
  })

export const storeAnswer = (identity: Identity, { personId, scope, key }: AnswerPlace, answer: Buffer) =>
  identity.write((db) =>
    db
      .updateTable('identity.answers')
      .set({ answer })
      .where('person_id', '=', personId)
      .where('scope', '=', scope)
      .where('key', '=', key)
      .execute(),
  )

/** The call did nothing: its key is free again. */
export const freeAnswer = (identity: Identity, { personId, scope, key }: AnswerPlace) =>
  identity.write((db) =>
    db
      .deleteFrom('identity.answers')
      .where('person_id', '=', personId)
      .where('scope', '=', scope)
      .where('key', '=', key)
      .execute(),
  )
