import type { Choice } from '#contract/company-words.ts'
import type { LeadSource } from '#contract/lead.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'

/** What the company says about sources, where that is not the usual. */
export const sourcesOf = async ({ db, companyId }: Tenant): Promise<Choice[]> => {
  const rows = await db
    .selectFrom('lead_sources')
    .select(['code', 'label', 'hidden'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, gone: false }))
}

/** 400 for a source that the company's staff may not choose today. */
export const checkSource = async (tenant: Tenant, source: LeadSource) => {
  const said = (await sourcesOf(tenant)).find(({ code }) => code === source)
  if (said?.hidden) throw badField('source', 'This source is switched off: choose another one')
}
