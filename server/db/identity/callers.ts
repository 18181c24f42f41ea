import { sql } from 'kysely'
import type { Identity } from './door.ts'

/** Everything that one request needs to know of who sends it. */
export interface CallerRow {
  personId: number
  companyId: number
  sessionId: string
  sessionCode: string
  name: string
  email: string
  isPrimary: boolean
  timeZone: string
  permissions: string[]
  /** The person through whose eyes the session reads; null in a session of one's own. */
  viewedAs: number | null
}

/** Who a live session belongs to, with the rights held in its company now; undefined once any of it has ended. */
export const callerOfSession = (identity: Identity, sessionId: string): Promise<CallerRow | undefined> =>
  identity.read((db) =>
    db
      .selectFrom('identity.sessions as s')
      .innerJoin('identity.people as p', 'p.id', 's.person_id')
      .innerJoin('identity.memberships as m', (join) =>
        join.onRef('m.company_id', '=', 's.company_id').on('m.id', '=', sql`coalesce(s.viewed_as, s.person_id)`),
      )
      .select([
        's.person_id as personId',
        's.company_id as companyId',
        's.id as sessionId',
        's.code as sessionCode',
        sql<string>`trim(p.first_name || ' ' || p.last_name)`.as('name'),
        'p.email',
        'm.is_primary as isPrimary',
        'p.time_zone as timeZone',
        'm.permissions',
        's.viewed_as as viewedAs',
      ])
      .where('s.id', '=', sessionId)
      .where('s.revoked_at', 'is', null)
      .where('s.ends_at', '>', sql<string>`now()`)
      .where('s.last_seen_at', '>', sql<string>`now() - interval '12 hours'`)
      .where('m.status', '=', 'active')
      .executeTakeFirst(),
  )
