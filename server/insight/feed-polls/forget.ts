import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

const AT_ONCE = 5_000

/** Takes away the next polls of more than 30 days ago; true when there may be more. */
export const forgetPolls = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { numAffectedRows: gone = 0n } = await sql`
    delete from feed_polls where company_id = ${companyId} and id in (
      select id from feed_polls where company_id = ${companyId} and at < now() - interval '30 days' order by at limit ${AT_ONCE})`.execute(
    db,
  )
  return gone === BigInt(AT_ONCE)
}

/** Takes away by what posts of more than 45 days ago would be found to be alike; true when there may be more. */
export const forgetBands = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { numAffectedRows: gone = 0n } = await sql`
    delete from competitor_post_bands where company_id = ${companyId} and ctid in (
      select ctid from competitor_post_bands where company_id = ${companyId} and at < now() - interval '45 days' order by at limit ${AT_ONCE})`.execute(
    db,
  )
  return gone === BigInt(AT_ONCE)
}
