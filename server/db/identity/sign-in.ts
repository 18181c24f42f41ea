import { sql } from 'kysely'
import type { Identity } from './door.ts'

export interface Account {
  personId: number
  passwordHash: string | null
  /** Where the person was last; null when no company has a place for them now. */
  companyId: number | null
}

/** Who signs in under this address; the company is the one last worked in. */
export const accountOfEmail = (identity: Identity, email: string): Promise<Account | undefined> =>
  identity.read(async (db) => {
    const { rows } = await sql<Account>`
      select p.id as "personId", p.password_hash as "passwordHash", (
        select m.company_id from identity.memberships m
        where m.id = p.id and m.status = 'active'
        order by (select max(s.last_seen_at) from identity.sessions s where s.person_id = p.id and s.company_id = m.company_id)
          desc nulls last, m.company_id
        limit 1
      ) as "companyId"
      from identity.people p where p.email = ${email}`.execute(db)
    return rows[0]
  })

/** The digest that a person's password is checked against. */
export const passwordOf = (identity: Identity, personId: number) =>
  identity.read((db) =>
    db
      .selectFrom('identity.people')
      .select(['email', 'password_hash'])
      .where('id', '=', personId)
      .executeTakeFirstOrThrow(),
  )

export interface Check {
  /** Keyed digest of the account, whether or not there is one. */
  account: Buffer
  address: string
  /** Signed by us when somebody signed in here before. */
  device: string | undefined
  personId: number | undefined
}

const CHECKS_PER_POOL = 10
const CHECKS_PER_ADDRESS = 100

/**
 * Takes one of the checks that the account and the address have left in a quarter of an hour; undefined when
 * there is none. Counted before the password is looked at, one after the other, so that parallel attempts
 * cannot slip past; given back by `forgetChecks` when it was right.
 */
export const takeCheck = (identity: Identity, { account, address, device, personId }: Check) =>
  identity.write(async (db) => {
    await sql`select pg_advisory_xact_lock(1, hashtext(${account.toString('hex')})), pg_advisory_xact_lock(2, hashtext(${address}))`.execute(
      db,
    )
    const { rows } = await sql<{ pool: string; taken: boolean }>`
      with pool as (
        select case
          when ${device ?? null}::text is not null then 'device:' || ${device ?? null}
          when exists (
            select from identity.sessions
            where person_id = ${personId ?? null} and address = ${address} and created_at > now() - interval '30 days'
          ) then 'address:' || ${address}
          else 'new' end as name
      ), counted as (
        select count(*) filter (where f.account = ${account} and f.pool = pool.name) as in_pool,
          count(*) filter (where f.address = ${address}) as at_address
        from pool left join identity.sign_in_failures f
          on f.at > now() - interval '15 minutes' and (f.account = ${account} or f.address = ${address})
      ), added as (
        insert into identity.sign_in_failures (account, address, pool)
        select ${account}, ${address}, pool.name from pool, counted
        where in_pool < ${CHECKS_PER_POOL} and at_address < ${CHECKS_PER_ADDRESS}
        returning true
      )
      select pool.name as pool, exists (select from added) as taken from pool`.execute(db)
    return rows[0]?.taken ? rows[0].pool : undefined
  })

/** The password was right: what this device or address used up is given back, and nobody else's. */
export const forgetChecks = (identity: Identity, { account, address }: Check, pool: string) =>
  identity.write(async (db) => {
    await db
      .deleteFrom('identity.sign_in_failures')
      .where('account', '=', account)
      .where('address', '=', address)
      .where('pool', '=', pool)
      .execute()
  })
