import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { settleQueue } from '#server/leads/assignment/queue.ts'
import { recordHits, restrictionsAtDoor } from '#server/leads/restricted-domains/restriction.ts'

/** Looks again at the domain of a lead that nobody holds yet: it is held back if that is restricted now, else it waits for a person. */
export const screenAgain = async (tenant: Tenant, leadId: number) => {
  const { db, companyId } = tenant
  const { email_domain: domain } = await db
    .selectFrom('leads')
    .select('email_domain')
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow()
  const restriction = (await restrictionsAtDoor(tenant, domain ? [domain] : [])).get(domain ?? '')
  const entry = restriction?.id ?? null
  await sql`
    update leads set quarantined_by = ${entry}
    where company_id = ${companyId} and id = ${leadId} and quarantined_by is distinct from ${entry}`.execute(db)
  if (restriction) await recordHits(tenant, [{ restriction, leadId }])
  await settleQueue(tenant, [leadId])
}
