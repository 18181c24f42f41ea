import { sql, type Kysely } from 'kysely'
import { PERMISSION_KEYS } from '#contract/kit/permissions.ts'
import type { Tables } from '../tables.ts'

type Db = Kysely<Tables>

const MANAGE = 'people_manage'

/** The permissions of the membership `m`: a primary administrator manages people, whatever is stored. */
export const permissionsOfMember = sql<string[]>`case
  when m.is_primary and not 'people_manage' = any (m.permissions) then m.permissions || 'people_manage'::text else m.permissions end`

/** A person's place in a company: what they may do there, and whether they can. */
export interface Place {
  status: string
  permissions: readonly string[]
  isPrimary: boolean
}

/** Why a change to somebody's rights is refused, with the permissions that stand in its way. */
export interface Forbidden {
  refused: 'manage' | 'give' | 'take' | 'shut out' | 'primary' | 'more' | 'last'
  keys: string[]
}

/** Who asks for the change, in which company. */
export interface Asking {
  companyId: number
  callerId: number
}

/** Changes to a company's people happen one after the other: two managers cannot deprive one another. */
export const lockCompany = (db: Db, companyId: number) =>
  db
    .selectFrom('identity.companies')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** People's memberships as they are stored, by column, held until the transaction ends. */
export const lockPlaces = async (db: Db, companyId: number, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; row: Readonly<Record<string, unknown>> }>`
    select m.id, to_jsonb(m) as row from identity.memberships m
    where m.company_id = ${companyId} and m.id = any(${ids}::integer[]) order by m.id for no key update`.execute(db)
  return rows
}

export const placeOf = (db: Db, companyId: number, id: number) =>
  db
    .selectFrom('identity.memberships as m')
    .innerJoin('identity.people as p', 'p.id', 'm.id')
    .select([
      'm.status',
      permissionsOfMember.as('permissions'),
      'm.is_primary as isPrimary',
      // A password may be of another company: an invitation that is still there was accepted by nobody.
      sql<boolean>`p.password_hash is not null and not exists (
        select from identity.invitations i where i.company_id = m.company_id and i.person_id = m.id and i.accepted_at is null)`.as(
        'hasAccepted',
      ),
    ])
    .where('m.company_id', '=', companyId)
    .where('m.id', '=', id)
    .executeTakeFirst()

/**
 * Why the caller may not change a person's place like this; undefined where they may. Nobody gives what they lack, or takes from and
 * shuts out a person who has what they lack; a primary administrator may, and somebody can always give each permission. `before` is
 * undefined for somebody new. The company is locked.
 */
export const refusalOf = async (
  db: Db,
  { companyId, callerId }: Asking,
  id: number | undefined,
  before: Place | undefined,
  after: Place,
): Promise<Forbidden | undefined> => {
  const caller = await placeOf(db, companyId, callerId)
  if (!caller || !manages(caller)) return { refused: 'manage', keys: [MANAGE] }
  const forbidden = beyond(caller, before, after)
  if (forbidden || !before || id === undefined) return forbidden
  const last = await lastGiven(db, companyId, id, without(given(before), given(after)))
  return last.length > 0 ? { refused: 'last', keys: last } : undefined
}

/** Why the caller may not look through a person's eyes, or choose their password: nothing follows from being a primary administrator. */
export const refusalToActAs = async (
  db: Db,
  { companyId, callerId }: Asking,
  viewed: Place,
): Promise<Forbidden | undefined> => {
  const caller = await placeOf(db, companyId, callerId)
  if (!caller || !manages(caller)) return { refused: 'manage', keys: [MANAGE] }
  const more = without(viewed.permissions, caller.permissions)
  return more.length > 0 ? { refused: 'more', keys: more } : undefined
}

/** What is beyond the caller's own rights in a change. */
const beyond = (caller: Place, before: Place | undefined, after: Place): Forbidden | undefined => {
  const lacked = (keys: readonly string[]) => (caller.isPrimary ? [] : without(keys, caller.permissions))
  const refused = (why: Forbidden['refused'], keys: string[]) => (keys.length > 0 ? { refused: why, keys } : undefined)
  const isLetIn = !before || (before.status === 'deactivated' && after.status !== 'deactivated')
  const more = refused('give', lacked(isLetIn ? after.permissions : without(after.permissions, before.permissions)))
  if (more || !before) return more

  const taken = without(before.permissions, after.permissions)
  const isShutOut = before.status !== 'deactivated' && after.status === 'deactivated'
  const less =
    (isShutOut && refused('shut out', lacked(before.permissions))) ||
    (taken.length > 0 && refused('take', lacked(before.permissions)))
  if (less) return less

  // Who is invited comes in by the next invitation: that is theirs to give, too.
  const isTurned = isLetIn || isShutOut || before.status === 'invited'
  return before.isPrimary && (taken.includes(MANAGE) || (isTurned && !caller.isPrimary))
    ? { refused: 'primary', keys: [MANAGE] }
    : undefined
}

const manages = ({ status, permissions }: Place) => status === 'active' && permissions.includes(MANAGE)

/** What a person can give to others. */
const given = (place: Place) => (manages(place) ? place.permissions : [])

/** Of these, those that nobody but the person can give. */
const lastGiven = async (db: Db, companyId: number, id: number, keys: readonly string[]): Promise<string[]> => {
  if (keys.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${[...keys]}::text[]) key where not exists (
      select from identity.memberships m cross join lateral (select ${permissionsOfMember} as keys) held
      where m.company_id = ${companyId} and m.id <> ${id} and m.status = 'active'
        and held.keys @> array[key, ${MANAGE}])`.execute(db)
  return rows.map(({ key }) => key)
}

const KNOWN: ReadonlySet<string> = new Set(PERMISSION_KEYS)

/** The permissions of today that are among the first and not among the second. */
export const without = (keys: readonly string[], others: readonly string[]) =>
  keys.filter((key) => KNOWN.has(key) && !others.includes(key))
