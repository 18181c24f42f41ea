import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { dropResets, isCompanysOwn } from './accounts.ts'
import type { Identity } from './door.ts'
import { ofMember, type Act } from './people.ts'
import { lockCompany, placeOf, refusalToActAs, type Forbidden } from './rights.ts'

type Db = Kysely<Tables>

const MAILS_PER_HOUR = 3

/** Stores a link for all accounts of an address; false when it has none that could be used, or was mailed enough in this hour. */
export const askForReset = (identity: Identity, email: string, hash: Buffer): Promise<boolean> =>
  identity.write(async (db) => {
    await sql`select pg_advisory_xact_lock(3, hashtext(${email}))`.execute(db)
    const { numAffectedRows } = await sql`
      insert into identity.password_resets (hash, email, mailed, ends_at)
      select ${hash}, ${email}, true, now() + interval '1 hour'
      where exists (select from identity.people p where p.email = ${email} and ${mayHaveAPassword})
        and ${MAILS_PER_HOUR} > (
          select count(*) from identity.password_resets
          where email = ${email} and person_id is null and created_at > now() - interval '1 hour'
        )`.execute(db)
    return numAffectedRows === 1n
  })

/** Why no link was made. */
export type NoReset = { refused: 'unknown' | 'away' | 'self' | 'proven' } | Forbidden

/** Stores a link for one colleague, in the place of an older one; the colleague's history says who made it. */
export const makeReset = (
  identity: Identity,
  { companyId, callerId, actor }: Act,
  id: number,
  { hash, mailed }: { hash: Buffer; mailed: boolean },
): Promise<{ email: string } | NoReset> =>
  identity.write(
    async (db) => {
      await lockCompany(db, companyId)
      const before = await placeOf(db, companyId, id)
      if (!before) return { refused: 'unknown' }
      if (id === callerId) return { refused: 'self' }
      if (before.status !== 'active') return { refused: 'away' }
      const refused = await refusalToActAs(db, { companyId, callerId }, before)
      if (refused) return refused
      const account = await companysOwn(db, companyId, id)
      if (!account) return { refused: 'proven' }

      await dropResets(db, companyId, id)
      await db
        .insertInto('identity.password_resets')
        .values({
          hash,
          email: account.email,
          person_id: id,
          company_id: companyId,
          made_by: callerId,
          mailed,
          ends_at: sql<string>`now() + interval '72 hours'`,
        })
        .execute()
      await ofMember(db, companyId, id)
        .set({ reset_by: callerId, reset_at: sql<string>`now()` })
        .execute()
      return account
    },
    { companyId, actor },
  )

const companysOwn = (db: Db, companyId: number, id: number) =>
  db
    .selectFrom('identity.people as p')
    .innerJoin('identity.memberships as m', 'm.id', 'p.id')
    .select('p.email')
    .where('m.company_id', '=', companyId)
    .where('p.id', '=', id)
    .where(isCompanysOwn)
    .executeTakeFirst()

/** Whose password a link sets; undefined when it sets none any more. */
export const resetOf = (identity: Identity, hash: Buffer) =>
  identity.read(async (db) => {
    const accounts = await accountsBehind(db, hash)
    return accounts[0] && { email: accounts[0].email }
  })

/** Sets the password of a link's accounts, once, and ends their sessions, whose ids it gives; undefined when it is too late. */
export const useReset = (identity: Identity, hash: Buffer, password: string): Promise<string[] | undefined> =>
  identity.write(async (db) => {
    // One after the other: an account that somebody proves meanwhile is looked at as it is then.
    await sql`select from identity.people where email = (select email from identity.password_resets where hash = ${hash}) order by id for update`.execute(
      db,
    )
    const ids = (await accountsBehind(db, hash)).map(({ id }) => id)
    if (ids.length === 0) return undefined
    const used = await db
      .updateTable('identity.password_resets')
      .set({ used_at: sql<string>`now()` })
      .where('hash', '=', hash)
      .returning(['email', 'person_id', 'mailed'])
      .executeTakeFirstOrThrow()
    await db
      .updateTable('identity.people')
      .set({ password_hash: password, ...(used.mailed ? { proven_at: sql<string>`coalesce(proven_at, now())` } : {}) })
      .where('id', 'in', ids)
      .execute()
    await db
      .deleteFrom('identity.password_resets')
      .where('used_at', 'is', null)
      .where('email', '=', used.email)
      .where((eb) =>
        eb.or([eb('person_id', 'in', ids), ...(used.person_id === null ? [eb('person_id', 'is', null)] : [])]),
      )
      .execute()
    const ended = await db
      .updateTable('identity.sessions')
      .set({ revoked_at: sql`now()`, revoked_why: 'password reset' })
      .where('person_id', 'in', ids)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
    return ended.map(({ id }) => id)
  })

/** Whether the account `p` has a password, which is not the same as a place that somebody keeps for it. */
const mayHaveAPassword = sql<boolean>`(p.password_hash is not null
  and exists (select from identity.memberships m where m.id = p.id and m.status = 'active'))`

/**
 * The accounts whose password a link sets now. One that a colleague was shown sets nobody's who has proven the address since, or may do
 * more by now than whoever made it.
 */
const accountsBehind = async (db: Db, hash: Buffer) => {
  const { rows } = await sql<{ id: number; email: string }>`
    select p.id, p.email from identity.password_resets r join identity.people p on p.email = r.email and ${mayHaveAPassword}
    where r.hash = ${hash} and r.used_at is null and r.ends_at > now() and (
      r.person_id is null or r.person_id = p.id and exists (
      select from identity.memberships m join identity.memberships maker on maker.company_id = m.company_id and maker.id = r.made_by
      where m.company_id = r.company_id and m.id = p.id and m.status = 'active' and maker.status = 'active'
        and ${isCompanysOwn} and maker.permissions @> m.permissions and (maker.is_primary or 'people_manage' = any (maker.permissions))
    ))
    order by p.id`.execute(db)
  return rows
}
