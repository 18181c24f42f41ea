import { sql } from 'kysely'
import { eyes } from './callers.ts'
import type { Identity } from './door.ts'

export interface OpenSession {
  sessionId: string
  code: string
  personId: number
  companyId: number
  endsAt: string
}

const columns = [
  'id as sessionId',
  'code',
  'person_id as personId',
  'company_id as companyId',
  'ends_at as endsAt',
] as const
const IDLE = sql<string>`now() - interval '12 hours'`

export const startSession = (
  identity: Identity,
  session: { personId: number; companyId: number; userAgent: string; address: string; refreshHash: Buffer },
): Promise<OpenSession> =>
  identity.write(async (db) => {
    const row = await db
      .insertInto('identity.sessions')
      .values({
        person_id: session.personId,
        company_id: session.companyId,
        user_agent: session.userAgent,
        address: session.address,
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('identity.refresh_tokens')
      .values({ hash: session.refreshHash, session_id: row.sessionId })
      .execute()
    return row
  })

/** `passed`: the successor has had its turn too, and the line goes on behind it. */
export type Rotated = { session: OpenSession; passed: boolean } | { stolen: string }

/**
 * Puts the successor in the place of a refresh token. Within ten seconds the old one still answers with the same
 * successor, for two tabs that ask together. After that it has been stolen, or its thief is asking: the session ends.
 */
export const rotate = (identity: Identity, hash: Buffer, successor: Buffer): Promise<Rotated | undefined> =>
  identity.write(async (db) => {
    const token = await db
      .selectFrom('identity.refresh_tokens')
      .select([
        'session_id',
        sql<boolean>`rotated_at is not null`.as('rotated'),
        sql<boolean>`rotated_at < now() - interval '10 seconds'`.as('late'),
      ])
      .where('hash', '=', hash)
      .forUpdate()
      .executeTakeFirst()
    if (!token) return undefined
    const ofSession = () =>
      db.updateTable('identity.sessions').where('id', '=', token.session_id).where('revoked_at', 'is', null)
    if (token.rotated && token.late) {
      await ofSession()
        .set({ revoked_at: sql`now()`, revoked_why: 'a used refresh token came back' })
        .execute()
      return { stolen: token.session_id }
    }

    const session = await ofSession()
      .set({ last_seen_at: sql`now()` })
      .where('ends_at', '>', sql<string>`now()`)
      .where('last_seen_at', '>', IDLE)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('identity.memberships as m')
            .whereRef('m.id', '=', 'identity.sessions.person_id')
            .whereRef('m.company_id', '=', 'identity.sessions.company_id')
            .where('m.status', '=', 'active'),
        ),
      )
      .returning(columns)
      .executeTakeFirst()
    if (!session) return undefined
    if (token.rotated) {
      const next = await db
        .selectFrom('identity.refresh_tokens')
        .select('rotated_at')
        .where('hash', '=', successor)
        .executeTakeFirst()
      return { session, passed: next?.rotated_at != null }
    }
    await db
      .updateTable('identity.refresh_tokens')
      .set({ rotated_at: sql`now()` })
      .where('hash', '=', hash)
      .execute()
    await db.insertInto('identity.refresh_tokens').values({ hash: successor, session_id: session.sessionId }).execute()
    return { session, passed: false }
  })

/** Ends the session that a refresh token belongs to, whether or not the token has been rotated. */
export const endSessionOfRefresh = (identity: Identity, hash: Buffer): Promise<string[]> =>
  identity.write(async (db) => {
    const ended = await db
      .updateTable('identity.sessions')
      .set({ revoked_at: sql`now()`, revoked_why: 'signed out' })
      .where('id', '=', db.selectFrom('identity.refresh_tokens').select('session_id').where('hash', '=', hash))
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
    return ended.map(({ id }) => id)
  })

/** Ends one of a person's sessions; undefined when that person has no such session open. */
export const endSession = (identity: Identity, ownerId: number, sessionId: string, why: string) =>
  identity.write((db) =>
    db
      .updateTable('identity.sessions')
      .set({ revoked_at: sql`now()`, revoked_why: why })
      .where('id', '=', sessionId)
      .where('person_id', '=', ownerId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )

/** A person's open sessions, the one last used first. */
export const sessionsOf = (identity: Identity, personId: number) =>
  identity.read((db) =>
    db
      .selectFrom('identity.sessions as s')
      .innerJoin('identity.companies as c', 'c.id', 's.company_id')
      .select(['s.id', 'c.name as company_name', 's.user_agent', 's.address', 's.created_at', 's.last_seen_at'])
      .where('s.person_id', '=', personId)
      .where('s.revoked_at', 'is', null)
      .where('s.ends_at', '>', sql<string>`now()`)
      .where('s.last_seen_at', '>', IDLE)
      .orderBy('s.last_seen_at', 'desc')
      .limit(100)
      .execute(),
  )

/** The companies that have a place for the person. */
export const companiesOf = (identity: Identity, personId: number) =>
  identity.read((db) =>
    db
      .selectFrom('identity.companies as c')
      .innerJoin('identity.memberships as m', 'm.company_id', 'c.id')
      .select(['c.id', 'c.name', 'c.logo_url'])
      .where('m.id', '=', personId)
      .where('m.status', '=', 'active')
      .orderBy('c.name')
      .orderBy('c.id')
      .execute(),
  )

/** What the token verification tells of a live session's person; `companyId` is still in the clear. */
export const profileOfSession = (identity: Identity, sessionId: string) =>
  identity.read((db) =>
    db
      .selectFrom('identity.sessions as s')
      .innerJoin('identity.people as p', (join) => join.on('p.id', '=', eyes))
      .innerJoin('identity.companies as c', 'c.id', 's.company_id')
      .innerJoin('identity.memberships as m', (join) =>
        join.onRef('m.company_id', '=', 's.company_id').on('m.id', '=', eyes),
      )
      .select([
        'p.id as user_id',
        'p.first_name as firstname',
        'p.last_name as lastname',
        'p.email',
        'p.image_url as profile_image',
        'c.logo_url',
        'c.id as companyId',
        'm.is_admin',
        'p.is_superuser',
        'p.country_id as countryid',
        'p.user_type as FS_type',
        'p.currency',
        'c.name as company_name',
        'c.currency as company_base_currency',
        'c.currency_symbol',
        'p.date_format',
        'p.time_zone as timezone',
        sql<boolean>`p.id <> s.person_id`.as('viewOnly'),
      ])
      .where('s.id', '=', sessionId)
      .executeTakeFirst(),
  )

/** From now on the session reads with its owner's eyes again. */
export const stopViewing = (identity: Identity, sessionId: string) =>
  identity.write((db) =>
    db.updateTable('identity.sessions').set({ viewed_as: null }).where('id', '=', sessionId).execute(),
  )
