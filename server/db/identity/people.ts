import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Actor } from '../tenant.ts'
import type { Identity } from './door.ts'

type Db = Kysely<Tables>

/** The people of a company, as the caller goes on to filter and page them, by what the company may know of them. */
export const peopleOf = (db: Db, companyId: number) => db.selectFrom(members(db, companyId).as('m')).selectAll('m')

const members = (db: Db, companyId: number) =>
  db
    .selectFrom('identity.memberships as m')
    .innerJoin('identity.people as p', 'p.id', 'm.id')
    .leftJoin('identity.departments as d', (join) =>
      join.onRef('d.company_id', '=', 'm.company_id').onRef('d.id', '=', 'm.department_id'),
    )
    .leftJoin('identity.designations as g', (join) =>
      join.onRef('g.company_id', '=', 'm.company_id').onRef('g.id', '=', 'm.designation_id'),
    )
    .select([
      'm.id',
      sql<string>`coalesce(m.invited_as, trim(p.first_name || ' ' || p.last_name))`.as('name'),
      'p.email',
      sql<'invited' | 'active' | 'deactivated'>`m.status`.as('status'),
      'm.is_primary',
      'd.name as department',
      'g.name as designation',
      'm.permissions',
      sql<
        string | null
      >`(select max(s.last_seen_at) from identity.sessions s where s.person_id = m.id and s.company_id = m.company_id)`.as(
        'last_seen_at',
      ),
    ])
    .where('m.company_id', '=', companyId)

export type PersonRow = Awaited<ReturnType<typeof personOf>>

const personOf = (db: Db, companyId: number, id: number) =>
  peopleOf(db, companyId).where('m.id', '=', id).executeTakeFirstOrThrow()

/** Why nothing was changed. */
export type Refusal =
  | { refused: 'unknown' | 'there' | 'deactivated' | 'invited' | 'last' | 'self' | 'away' | 'own eyes' }
  | Held

/** Of what is given, or looked through, the caller does not hold these. */
interface Held {
  refused: 'keys' | 'more'
  keys: string[]
}

interface Act {
  companyId: number
  /** Whose rights bound what may be given. */
  callerId: number
  actor: Actor
}

export interface Invited {
  email: string
  firstname: string
  lastname: string
  permissions: readonly string[]
  hash: Buffer
}

/** Keeps a place for somebody until the invitation is accepted; a new invitation takes the place of an older one. */
export const invite = (
  identity: Identity,
  { companyId, callerId, actor }: Act,
  invited: Invited,
): Promise<{ person: PersonRow } | Refusal> =>
  identity.write(
    async (db) => {
      await lockCompany(db, companyId)
      const refused = await notHeld(db, companyId, callerId, invited.permissions)
      if (refused) return refused

      await db
        .insertInto('identity.people')
        .values({ email: invited.email, first_name: invited.firstname, last_name: invited.lastname })
        .onConflict((same) => same.column('email').doNothing())
        .execute()
      const { id } = await db
        .selectFrom('identity.people')
        .select('id')
        .where('email', '=', invited.email)
        .executeTakeFirstOrThrow()
      const place = {
        permissions: [...invited.permissions],
        invited_as: `${invited.firstname} ${invited.lastname}`.trim(),
      }
      const before = await membership(db, companyId, id)
      if (before && before.status !== 'invited')
        return { refused: before.status === 'active' ? 'there' : 'deactivated' }
      if (before) await ofMember(db, companyId, id).set(place).execute()
      else
        await db
          .insertInto('identity.memberships')
          .values({ company_id: companyId, id, status: 'invited', ...place })
          .execute()

      await dropInvitations(db, companyId, id)
      await db
        .insertInto('identity.invitations')
        .values({
          hash: invited.hash,
          company_id: companyId,
          person_id: id,
          email: invited.email,
          permissions: place.permissions,
          invited_by: callerId,
        })
        .execute()
      return { person: await personOf(db, companyId, id) }
    },
    { companyId, actor },
  )

/** A change to somebody's place, with that person's sessions in the company. */
export type Changed = { person: PersonRow; sessions: string[] } | Refusal

export const setPermissions = (
  identity: Identity,
  { companyId, callerId, actor }: Act,
  id: number,
  permissions: readonly string[],
): Promise<Changed> =>
  identity.write(
    async (db) => {
      await lockCompany(db, companyId)
      const before = await membership(db, companyId, id)
      if (!before) return { refused: 'unknown' }
      const added = permissions.filter((key) => !before.permissions.includes(key))
      const refused = await notHeld(db, companyId, callerId, added)
      if (refused) return refused
      if (!permissions.includes(MANAGE) && (await isLastManager(db, companyId, id))) return { refused: 'last' }

      await ofMember(db, companyId, id)
        .set({ permissions: [...permissions] })
        .execute()
      const open = await db
        .selectFrom('identity.sessions')
        .select('id')
        .where('company_id', '=', companyId)
        .where((eb) => eb.or([eb('person_id', '=', id), eb('viewed_as', '=', id)]))
        .where('revoked_at', 'is', null)
        .execute()
      return { person: await personOf(db, companyId, id), sessions: open.map((session) => session.id) }
    },
    { companyId, actor },
  )

export const setStatus = (
  identity: Identity,
  { companyId, callerId, actor }: Act,
  id: number,
  status: 'active' | 'deactivated',
): Promise<Changed> =>
  identity.write(
    async (db) => {
      await lockCompany(db, companyId)
      const before = await membership(db, companyId, id)
      if (!before) return { refused: 'unknown' }
      if (status === 'deactivated' && id === callerId) return { refused: 'self' }
      if (status === 'deactivated' && (await isLastManager(db, companyId, id))) return { refused: 'last' }
      if (status === 'active' && before.status === 'invited') return { refused: 'invited' }
      const refused = await notHeld(db, companyId, callerId, status === 'active' ? before.permissions : [])
      if (refused) return refused

      // Whoever has never accepted waits for an invitation again.
      const next = status === 'active' && !before.hasAccepted ? 'invited' : status
      if (next !== before.status) await ofMember(db, companyId, id).set({ status: next }).execute()
      const ended = status === 'deactivated' ? await endSessionsIn(db, companyId, id) : []
      if (status === 'deactivated') await closeInvitations(db, companyId, id)
      return { person: await personOf(db, companyId, id), sessions: ended }
    },
    { companyId, actor },
  )

/** The session reads with that person's eyes; the person's history says whose session it was. */
export const viewAs = (
  identity: Identity,
  { companyId, callerId, actor }: Act,
  id: number,
  sessionId: string,
): Promise<Changed> =>
  identity.write(
    async (db) => {
      await lockCompany(db, companyId)
      const viewed = await membership(db, companyId, id)
      if (!viewed) return { refused: 'unknown' }
      if (viewed.status !== 'active') return { refused: 'away' }
      if (id === callerId) return { refused: 'own eyes' }
      const refused = await notHeld(db, companyId, callerId, viewed.permissions)
      if (refused) return { ...refused, refused: 'more' }

      await ofMember(db, companyId, id)
        .set({ viewed_by: callerId, viewed_at: sql<string>`now()` })
        .execute()
      await db.updateTable('identity.sessions').set({ viewed_as: id }).where('id', '=', sessionId).execute()
      return { person: await personOf(db, companyId, id), sessions: [sessionId] }
    },
    { companyId, actor },
  )

const MANAGE = 'people_manage'

/** Changes to a company's people happen one after the other: two managers cannot deprive one another. */
const lockCompany = (db: Db, companyId: number) =>
  db
    .selectFrom('identity.companies')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

const membership = (db: Db, companyId: number, id: number) =>
  db
    .selectFrom('identity.memberships as m')
    .innerJoin('identity.people as p', 'p.id', 'm.id')
    .select([
      'm.status',
      'm.permissions',
      // A password may be of another company: an invitation that is still there was accepted by nobody.
      sql<boolean>`p.password_hash is not null and not exists (
        select from identity.invitations i where i.company_id = m.company_id and i.person_id = m.id and i.accepted_at is null)`.as(
        'hasAccepted',
      ),
    ])
    .where('m.company_id', '=', companyId)
    .where('m.id', '=', id)
    .executeTakeFirst()

const ofMember = (db: Db, companyId: number, id: number) =>
  db.updateTable('identity.memberships').where('company_id', '=', companyId).where('id', '=', id)

/** The keys that the caller cannot give, by the rights held at this moment. */
const notHeld = async (
  db: Db,
  companyId: number,
  callerId: number,
  keys: readonly string[],
): Promise<Held | undefined> => {
  const caller = await membership(db, companyId, callerId)
  const own = caller?.status === 'active' ? caller.permissions : []
  const missing = own.includes(MANAGE) ? keys.filter((key) => !own.includes(key)) : [MANAGE]
  return missing.length ? { refused: 'keys', keys: missing } : undefined
}

const isLastManager = async (db: Db, companyId: number, id: number) => {
  const managers = await db
    .selectFrom('identity.memberships')
    .select('id')
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .where(({ eb, val, fn }) => eb(val(MANAGE), '=', fn.any('permissions')))
    .execute()
  return managers.length === 1 && managers[0]?.id === id
}

const endSessionsIn = async (db: Db, companyId: number, id: number) => {
  const ended = await db
    .updateTable('identity.sessions')
    .set({ revoked_at: sql`now()`, revoked_why: 'deactivated' })
    .where('person_id', '=', id)
    .where('company_id', '=', companyId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return ended.map((session) => session.id)
}

/** Nobody can accept them any more, whenever they began to; that nobody has is still known. */
const closeInvitations = async (db: Db, companyId: number, id: number) => {
  await db
    .updateTable('identity.invitations')
    .set({ ends_at: sql<string>`created_at` })
    .where('company_id', '=', companyId)
    .where('person_id', '=', id)
    .where('accepted_at', 'is', null)
    .execute()
}

const dropInvitations = async (db: Db, companyId: number, id: number) => {
  await db
    .deleteFrom('identity.invitations')
    .where('company_id', '=', companyId)
    .where('person_id', '=', id)
    .where('accepted_at', 'is', null)
    .execute()
}
