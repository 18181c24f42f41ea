import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

const KEPT_MONTHS = 12
const AT_ONCE = 5_000

/**
 * Empties the addresses of the next mails that ended a year ago, and what the mail server said, which may name them; true when there may
 * be more. The mails themselves stay, and so does every count.
 */
export const forgetAddresses = async ({ db, companyId }: Tenant): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update mails set address = '', reply = null where company_id = ${companyId} and id in (
      select id from mails
      where company_id = ${companyId} and address <> '' and done_at < now() - make_interval(months => ${sql.lit(KEPT_MONTHS)})
      order by done_at limit ${sql.lit(AT_ONCE)} for update skip locked)`.execute(db)
  return numAffectedRows === BigInt(AT_ONCE)
}
