import type { Tenant } from '#server/db/tenant.ts'
import { requeueLeads } from '#server/leads/assignment/queue.ts'
import { applyRestriction } from '#server/leads/restricted-domains/restriction-effect.ts'
import { restrictionsAtDoor } from '#server/leads/restricted-domains/restriction.ts'

/** Looks again at the domain of a lead that nobody holds yet: it becomes what it would if it came in now. */
export const screenAgain = async (tenant: Tenant, leadId: number) => {
  const { db, companyId } = tenant
  const { email_domain: domain } = await db
    .selectFrom('leads')
    .select('email_domain')
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow()
  const restriction = (await restrictionsAtDoor(tenant, domain ? [domain] : [])).get(domain ?? '')
  await applyRestriction(tenant, leadId, restriction)
  await requeueLeads(tenant, [leadId])
}
