import type { Tenant } from '#server/db/tenant.ts'
import { requeueLeads } from '#server/leads/assignment/queue.ts'
import { applyRestriction } from '#server/leads/restricted-domains/restriction-effect.ts'
import { restrictionsAtDoor } from '#server/leads/restricted-domains/restriction.ts'

/** Looks again at the domain of a lead that nobody holds yet: it becomes what it would if it came in now. */
export const screenAgain = (tenant: Tenant, leadId: number) => screenAllAgain(tenant, [leadId])

/** The same for many leads; only those are written that a restriction holds, or held. */
export const screenAllAgain = async (tenant: Tenant, leadIds: readonly number[]) => {
  if (leadIds.length === 0) return
  const { db, companyId } = tenant
  const leads = await db
    .selectFrom('leads')
    .select(['id', 'email_domain', 'quarantined_by'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [...leadIds])
    .orderBy('id')
    .execute()
  const restrictions = await restrictionsAtDoor(
    tenant,
    leads.flatMap(({ email_domain }) => email_domain ?? []),
  )
  for (const { id, email_domain, quarantined_by } of leads) {
    const restriction = restrictions.get(email_domain ?? '')
    if (restriction || quarantined_by !== null) await applyRestriction(tenant, id, restriction)
  }
  await requeueLeads(tenant, leadIds)
}
