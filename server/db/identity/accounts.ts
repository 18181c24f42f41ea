import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Identity } from './door.ts'

type Db = Kysely<Tables>

interface Guest {
  email: string
  firstname: string
  lastname: string
  /** Whether the invitation goes to the address itself. */
  mailed: boolean
}

/**
 * The account that an invitation into the company is for. One that is there already; else, for a mail, one whose address was proven, since
 * whoever reads the mail owns it; else a new one, which is this company's alone.
 */
export const accountToInvite = async (db: Db, companyId: number, { email, firstname, lastname, mailed }: Guest) => {
  const here = await db
    .selectFrom('identity.people as p')
    .innerJoin('identity.memberships as m', 'm.id', 'p.id')
    .select('p.id')
    .where('p.email', '=', email)
    .where('m.company_id', '=', companyId)
    .executeTakeFirst()
  if (here) return here.id
  const proven = mailed ? await provenAccount(db, email) : undefined
  if (proven) return proven.id
  const { id } = await db
    .insertInto('identity.people')
    .values({ email, first_name: firstname, last_name: lastname })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const provenAccount = (db: Db, email: string) =>
  db
    .selectFrom('identity.people')
    .select('id')
    .where('email', '=', email)
    .where('proven_at', 'is not', null)
    .orderBy('proven_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Whether the account `p` has a password that nobody but its company, `m`, has let in, so that the company may replace it. */
export const isCompanysOwn = sql<boolean>`(p.password_hash is not null and p.proven_at is null
  and not exists (select from identity.memberships o where o.id = p.id and o.company_id <> m.company_id))`

/** Nobody can choose a password any more by a link that the company has made. */
export const dropResets = async (db: Db, companyId: number, personId: number) => {
  await db
    .deleteFrom('identity.password_resets')
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute()
}

/** An account that a password may open, with the companies that have a place for it, the one last worked in first. */
export interface Account {
  personId: number
  stored: string
  companies: { id: number; name: string }[]
}

/** Those of an address, which are one for each company that let it in without proof, and those that its owner has proven. */
export const accountsOfEmail = (identity: Identity, email: string): Promise<Account[]> =>
  identity.read(async (db) => {
    const { rows } = await sql<Account>`
      select p.id as "personId", p.password_hash as stored, places.companies
      from identity.people p cross join lateral (
        select json_agg(json_build_object('id', c.id, 'name', c.name) order by seen.at desc nulls last, c.id) as companies
        from identity.memberships m join identity.companies c on c.id = m.company_id cross join lateral (
          select max(s.last_seen_at) as at from identity.sessions s where s.person_id = p.id and s.company_id = m.company_id
        ) seen
        where m.id = p.id and m.status = 'active'
      ) places
      where p.email = ${email} and p.password_hash is not null and places.companies is not null
      order by p.id`.execute(db)
    return rows
  })

/** A person's address and the digest that their password is checked against. */
export const passwordOf = (identity: Identity, personId: number) =>
  identity.read((db) =>
    db
      .selectFrom('identity.people')
      .select(['email', 'password_hash'])
      .where('id', '=', personId)
      .executeTakeFirstOrThrow(),
  )

/** A digest of the address's first account with a password: all its accounts share a salt, so that one hash is checked against them all. */
export const digestAtEmail = async (identity: Identity, email: string) => {
  const row = await identity.read((db) =>
    db
      .selectFrom('identity.people')
      .select('password_hash')
      .where('email', '=', email)
      .where('password_hash', 'is not', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  )
  return row?.password_hash ?? undefined
}
