import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Actor } from '../tenant.ts'
import { dropResets, isCompanysOwn } from './accounts.ts'
import type { Identity } from './door.ts'
import { closeInvitations, invitationOfMember } from './invitations.ts'
import {
  lockCompany,
  permissionsOfMember,
  placeOf,
  refusalOf,
  refusalToActAs,
  without,
  type Asking,
  type Forbidden,
} from './rights.ts'

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
      permissionsOfMember.as('permissions'),
      sql<boolean>`m.status = 'active' and ${isCompanysOwn}`.as('resettable'),
      sql<
        string | null
      >`(select max(s.last_seen_at) from identity.sessions s where s.person_id = m.id and s.company_id = m.company_id)`.as(
        'last_seen_at',
      ),
      invitationOfMember.as('invitation'),
    ])
    .where('m.company_id', '=', companyId)

export type PersonRow = Awaited<ReturnType<typeof personOf>>

export const personOf = (db: Db, companyId: number, id: number) =>
  peopleOf(db, companyId).where('m.id', '=', id).executeTakeFirstOrThrow()

/** Why nothing was changed. */
export type Refusal =
  | {
      refused:
        | 'unknown'
        | 'there'
        | 'deactivated'
        | 'invited'
        | 'self'
        | 'away'
        | 'self view'
        | 'mailed'
        | 'joined'
        | 'not invited'
        | 'changed'
    }
  | Forbidden

/** Whose rights bound the change, and who makes it for the history. */
export interface Act extends Asking {
  actor: Actor
}

/** A change to somebody's place, with the sessions that it is about, and its change set where it changed anything. */
export type Changed = { person: PersonRow; sessions: string[]; changeSet: string | undefined } | Refusal

/** What is to become of somebody's place. `let in`: active, or invited again where they have never accepted. */
export interface Wanted {
  permissions?: readonly string[]
  /** Those that the caller has seen: where they are others by now, nothing is changed. */
  seen?: readonly string[] | undefined
  status?: 'activate' | 'active' | 'invited' | 'deactivated'
}

export const changePlace = (identity: Identity, { actor, ...asking }: Act, id: number, wanted: Wanted) =>
  identity.write(
    async (db, changeSet): Promise<Changed> => {
      const changed = await changePlaceIn(db, asking, id, wanted)
      if ('refused' in changed) return changed
      const person = await personOf(db, asking.companyId, id)
      return { person, sessions: changed.sessions, changeSet: changed.any ? changeSet : undefined }
    },
    { companyId: asking.companyId, actor },
  )

/** The same within a transaction. */
export const changePlaceIn = async (
  db: Db,
  { companyId, callerId }: Asking,
  id: number,
  { permissions, seen, status }: Wanted,
): Promise<{ sessions: string[]; any: boolean } | Refusal> => {
  await lockCompany(db, companyId)
  const before = await placeOf(db, companyId, id)
  if (!before) return { refused: 'unknown' }
  if (seen && !sameKeys(seen, before.permissions)) return { refused: 'changed' }
  if (status === 'deactivated' && id === callerId) return { refused: 'self' }
  if (status === 'activate' && before.status === 'invited') return { refused: 'invited' }
  const activated = before.hasAccepted || before.status === 'active' ? 'active' : 'invited'
  const next = status === 'activate' ? activated : (status ?? before.status)
  const after = { ...before, permissions: permissions ?? before.permissions, status: next }
  const refused = await refusalOf(db, { companyId, callerId }, id, before, after)
  if (refused) return refused

  const isSame = next === before.status && JSON.stringify(after.permissions) === JSON.stringify(before.permissions)
  if (!isSame)
    await ofMember(db, companyId, id)
      .set({ status: next, ...(permissions && { permissions: [...permissions] }) })
      .execute()
  const sessions = await openSessionsAbout(db, companyId, id)
  if (status === 'deactivated') {
    await endSessionsIn(db, companyId, id)
    await closeInvitations(db, companyId, id)
    await dropResets(db, companyId, id)
  }
  return { sessions, any: !isSame }
}

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
      const viewed = await placeOf(db, companyId, id)
      if (!viewed) return { refused: 'unknown' }
      if (viewed.status !== 'active') return { refused: 'away' }
      if (id === callerId) return { refused: 'self view' }
      const refused = await refusalToActAs(db, { companyId, callerId }, viewed)
      if (refused) return refused

      await ofMember(db, companyId, id)
        .set({ viewed_by: callerId, viewed_at: sql<string>`now()` })
        .execute()
      await db.updateTable('identity.sessions').set({ viewed_as: id }).where('id', '=', sessionId).execute()
      return { person: await personOf(db, companyId, id), sessions: [sessionId], changeSet: undefined }
    },
    { companyId, actor },
  )

const sameKeys = (some: readonly string[], others: readonly string[]) =>
  without(some, others).length === 0 && without(others, some).length === 0

export const ofMember = (db: Db, companyId: number, id: number) =>
  db.updateTable('identity.memberships').where('company_id', '=', companyId).where('id', '=', id)

/** A person's sessions, and those that read with their eyes. */
const openSessionsAbout = async (db: Db, companyId: number, id: number) => {
  const open = await db
    .selectFrom('identity.sessions')
    .select('id')
    .where('company_id', '=', companyId)
    .where((eb) => eb.or([eb('person_id', '=', id), eb('viewed_as', '=', id)]))
    .where('revoked_at', 'is', null)
    .execute()
  return open.map((session) => session.id)
}

const endSessionsIn = async (db: Db, companyId: number, id: number) => {
  await db
    .updateTable('identity.sessions')
    .set({ revoked_at: sql`now()`, revoked_why: 'deactivated' })
    .where('person_id', '=', id)
    .where('company_id', '=', companyId)
    .where('revoked_at', 'is', null)
    .execute()
}
