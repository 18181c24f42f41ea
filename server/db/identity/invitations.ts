import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Actor } from '../tenant.ts'
import type { Identity } from './door.ts'

type Db = Kysely<Tables>

/** An invitation by the digest of its token; `open` while it may be accepted. */
export const invitationOf = (identity: Identity, hash: Buffer) =>
  identity.read((db) =>
    db
      .selectFrom('identity.invitations as i')
      .innerJoin('identity.companies as c', 'c.id', 'i.company_id')
      .innerJoin('identity.people as p', 'p.id', 'i.person_id')
      .innerJoin('identity.memberships as m', (join) =>
        join.onRef('m.company_id', '=', 'i.company_id').onRef('m.id', '=', 'i.person_id'),
      )
      .select([
        'i.email',
        'i.company_id as companyId',
        'i.person_id as personId',
        'c.name as company_name',
        sql<string>`coalesce(m.invited_as, '')`.as('name'),
        // An account that was proven is asked for its password: of another one, this company's link says nothing.
        sql<string | null>`case when p.proven_at is not null then p.password_hash end`.as('stored'),
        sql<boolean>`i.accepted_at is null and i.ends_at > now() and m.status = 'invited'
          and (p.password_hash is null or p.proven_at is not null and i.mailed)`.as('open'),
      ])
      .where('i.hash', '=', hash)
      .executeTakeFirst(),
  )

/** The newest invitation of the membership `m`, until the person joins. */
export const invitationOfMember = sql<{
  sent_at: string
  sent_by: string
  ends_at: string
  mailed: boolean
} | null>`case when m.status <> 'active' then (
  select json_build_object('sent_at', i.created_at, 'ends_at', i.ends_at, 'mailed', i.mailed, 'sent_by', trim(by.first_name || ' ' || by.last_name))
  from identity.invitations i join identity.people by on by.id = i.invited_by
  where i.company_id = m.company_id and i.person_id = m.id and i.accepted_at is null
  order by i.created_at desc limit 1) end`

/** Opens the place that was kept, once; with a password where the account has none yet, which a mailed link proves. False when it is too late. */
export const accept = (
  identity: Identity,
  {
    hash,
    companyId,
    personId,
    password,
    actor,
  }: { hash: Buffer; companyId: number; personId: number; password: string | undefined; actor: Actor },
): Promise<boolean> =>
  identity.write(
    async (db) => {
      const taken = await db
        .updateTable('identity.invitations')
        .set({ accepted_at: sql`now()` })
        .where('hash', '=', hash)
        .where('accepted_at', 'is', null)
        .where('ends_at', '>', sql<string>`now()`)
        .returning('mailed')
        .executeTakeFirst()
      if (!taken) return false
      if (password !== undefined)
        await db
          .updateTable('identity.people')
          .set({ password_hash: password, ...(taken.mailed ? { proven_at: sql<string>`now()` } : {}) })
          .where('id', '=', personId)
          .where('password_hash', 'is', null)
          .execute()
      await db
        .updateTable('identity.memberships')
        .set({ status: 'active', invited_as: null })
        .where('company_id', '=', companyId)
        .where('id', '=', personId)
        .where('status', '=', 'invited')
        .execute()
      return true
    },
    { companyId, actor },
  )

/** An invitation that is open for the address's owner may be for an account of theirs: no link that somebody else sees takes its place. */
export const wasMailed = async (db: Db, companyId: number, id: number) => {
  const mailed = await db
    .selectFrom('identity.invitations')
    .select('hash')
    .where('company_id', '=', companyId)
    .where('person_id', '=', id)
    .where('accepted_at', 'is', null)
    .where('mailed', '=', true)
    .executeTakeFirst()
  return mailed !== undefined
}

/** Nobody can accept them any more, whenever they began to; that nobody has is still known. */
export const closeInvitations = async (db: Db, companyId: number, id: number) => {
  await db
    .updateTable('identity.invitations')
    .set({ ends_at: sql<string>`created_at` })
    .where('company_id', '=', companyId)
    .where('person_id', '=', id)
    .where('accepted_at', 'is', null)
    .execute()
}

export const dropInvitations = async (db: Db, companyId: number, id: number) => {
  await db
    .deleteFrom('identity.invitations')
    .where('company_id', '=', companyId)
    .where('person_id', '=', id)
    .where('accepted_at', 'is', null)
    .execute()
}
