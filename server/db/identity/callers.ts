import { sql } from 'kysely'
import type { Identity } from './door.ts'
import { permissionsOfMember } from './rights.ts'

/** Everything that one request needs to know of who sends it. */
export interface CallerRow {
  /** Through whose eyes the session reads: its owner's, but while it views as somebody else. */
  personId: number
  ownerId: number
  companyId: number
  sessionId: string
  sessionCode: string
  name: string
  email: string
  isPrimary: boolean
  timeZone: string
  permissions: string[]
  /** That person; null where it is the owner. */
  viewedAs: number | null
}

/** Whose eyes the session `s` reads with: those that it views as, as long as both are there and its owner manages people. */
export const eyes = sql<number>`coalesce((
  select v.id from identity.memberships v join identity.memberships o on o.company_id = v.company_id and o.id = s.person_id
  where v.company_id = s.company_id and v.id = s.viewed_as and v.status = 'active'
    and (o.is_primary or 'people_manage' = any (o.permissions))
), s.person_id)`

/** Who a live session belongs to, with the rights held in its company now; undefined once any of it has ended. */
export const callerOfSession = (identity: Identity, sessionId: string): Promise<CallerRow | undefined> =>
  identity.read((db) =>
    db
      .selectFrom('identity.sessions as s')
      .innerJoin('identity.memberships as own', (join) =>
        join.onRef('own.company_id', '=', 's.company_id').onRef('own.id', '=', 's.person_id'),
      )
      .innerJoin('identity.people as p', (join) => join.on('p.id', '=', eyes))
      .innerJoin('identity.memberships as m', (join) =>
        join.onRef('m.company_id', '=', 's.company_id').on('m.id', '=', eyes),
      )
      .select([
        'p.id as personId',
        's.person_id as ownerId',
        's.company_id as companyId',
        's.id as sessionId',
        's.code as sessionCode',
        sql<string>`trim(p.first_name || ' ' || p.last_name)`.as('name'),
        'p.email',
        'm.is_primary as isPrimary',
        'p.time_zone as timeZone',
        // Nobody reads through others' eyes what they may not read themselves.
        sql<string[]>`case when p.id = s.person_id then ${permissionsOfMember}
          else array(select unnest(m.permissions) intersect select unnest(own.permissions)) end`.as('permissions'),
        sql<number | null>`nullif(p.id, s.person_id)`.as('viewedAs'),
      ])
      .where('s.id', '=', sessionId)
      .where('s.revoked_at', 'is', null)
      .where('s.ends_at', '>', sql<string>`now()`)
      .where('s.last_seen_at', '>', sql<string>`now() - interval '12 hours'`)
      .where('own.status', '=', 'active')
      .executeTakeFirst(),
  )
