import { sql } from 'kysely'
import type { EnquiryChecks } from '#contract/leads/enquiry-checks.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** One change at a time: each keeps what the others have set. */
export const lockChecks = async ({ db, companyId }: Tenant) => {
  await sql`select pg_advisory_xact_lock(hashtext('enquiry_checks'), ${companyId})`.execute(db)
}

/** The groups of duplicates follow by a trigger. */
export const put = async ({ db, companyId }: Tenant, checks: EnquiryChecks) => {
  await db
    .insertInto('enquiry_checks')
    .values({ company_id: companyId, ...checks })
    .onConflict((row) => row.column('company_id').doUpdateSet(checks))
    .execute()
}
