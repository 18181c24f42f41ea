import { pathToLead } from '#contract/leads/lead-path.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { RowLinks } from '#server/platform/changes/rules.ts'

/** Leads by the numbers that people know them by. The page looks where the lead is now, and opens it there. */
export const leadLinks = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<RowLinks> => {
  const leads = await db
    .selectFrom('leads')
    .select(['id', 'lead_no'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(leads.map(({ id, lead_no }) => [id, { label: `No. ${lead_no}`, href: pathToLead(id) }]))
}
