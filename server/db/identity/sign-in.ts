import { sql } from 'kysely'
import type { Identity } from './door.ts'

export interface Check {
  /** Keyed digest of the account's address, whether or not there is one. */
  account: Buffer
  address: string
  /** Signed by us when this person signed in here before. */
  device: { personId: number; name: string } | undefined
  /** Whose passwords it may be. */
  personIds: readonly number[]
}

/** Where the check of a person's password was counted; nobody's, where no account has the address. */
export interface Taken {
  personId: number | null
  pool: string
}

const CHECKS_PER_POOL = 10
const CHECKS_PER_ADDRESS = 100

/**
 * Takes one of the checks that each account and the address have left in a quarter of an hour, and answers whose were left. Counted before
 * the password is looked at, one after the other, so that parallel attempts cannot slip past; given back by `forgetChecks` when it was right.
 */
export const takeChecks = (identity: Identity, { account, address, device, personIds }: Check): Promise<Taken[]> =>
  identity.write(async (db) => {
    await sql`select pg_advisory_xact_lock(1, hashtext(${account.toString('hex')})), pg_advisory_xact_lock(2, hashtext(${address}))`.execute(
      db,
    )
    const { rows } = await sql<Taken>`
      with person as (
        select unnest(${personIds}::integer[]) as id union all select null where ${personIds.length === 0}::boolean
      ), place as (
        select id, case
          when id = ${device?.personId ?? null}::integer then 'device:' || ${device?.name ?? null}::text
          when exists (
            select from identity.sessions
            where person_id = person.id and address = ${address} and created_at > now() - interval '30 days'
          ) then 'address:' || ${address}
          else 'new' end as pool
        from person
      ), counted as (
        select place.pool, count(*) filter (where f.account = ${account} and f.pool = place.pool) as in_pool,
          count(*) filter (where f.address = ${address}) as at_address
        from (select distinct pool from place) place left join identity.sign_in_failures f
          on f.at > now() - interval '15 minutes' and (f.account = ${account} or f.address = ${address})
        group by place.pool
      ), added as (
        insert into identity.sign_in_failures (account, address, pool)
        select ${account}, ${address}, pool from counted
        where in_pool < ${CHECKS_PER_POOL} and at_address < ${CHECKS_PER_ADDRESS}
        returning pool
      )
      select id as "personId", pool from place where pool in (select pool from added)`.execute(db)
    return rows
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

/** The same where several accounts have the address: this attempt alone, or one's own password would buy tries at another's. */
export const giveBackChecks = (identity: Identity, { account, address }: Check, pools: readonly string[]) =>
  identity.write(async (db) => {
    for (const pool of pools)
      await sql`
        delete from identity.sign_in_failures where ctid = (
          select ctid from identity.sign_in_failures
          where account = ${account} and address = ${address} and pool = ${pool} order by at desc limit 1
        )`.execute(db)
  })
