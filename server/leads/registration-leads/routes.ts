import type { LeadRow } from '#contract/leads/lead.ts'
import { registrationLeads } from '#contract/leads/registration-leads.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { knownCompanies } from '#server/leads/intake/known-companies.ts'
import { asked, leadList } from '#server/leads/lists/list.ts'
import { writtenLead } from '#server/leads/lists/rows.ts'
import { viewerOf, visibleTo, type Viewer } from '#server/leads/lists/scope.ts'
import { checkTransition } from '#server/leads/lead/states.ts'
import { checkNotDecidedSince, lockLead } from '#server/leads/lead/write.ts'
import { judgeValid } from '#server/leads/verdicts/judge.ts'
import { conflict } from '#server/kit/errors.ts'
import { coalesced, implement } from '#server/kit/implement.ts'

export const registrationLeadRoutes = implement('registration-leads', registrationLeads, {
  list: coalesced(
    ({ caller, query }) => asked(caller, 'registration', query),
    async (tenant, page) => {
      const { data, pagination } = await leadList(tenant, page)
      return { data: await withCompanies(tenant, viewerOf(page.sight), data), pagination }
    },
  ),

  async validate({ tenant, caller, body }) {
    const lead = await lockLead(tenant, body.enquiryId, visibleTo(caller))
    if (lead.kind !== 'registration')
      throw conflict('This lead is an enquiry, not a registration.', undefined, 'wrong_kind')
    if (lead.status !== 'valid') {
      await checkNotDecidedSince(tenant, caller, lead, body.version)
      checkTransition('register', lead.status)
      if (lead.quarantined_by !== null)
        throw conflict('This lead is quarantined by a restricted domain. Release it first.', undefined, 'quarantined')
      await judgeValid(tenant, caller, lead, body)
    }
    const [data] = await withCompanies(tenant, caller, [await writtenLead(tenant, caller, lead.id)])
    if (!data) throw new Error('One lead went in and none came out')
    return { data, message: lead.status === 'valid' ? 'Already valid' : 'Validated' }
  },
})

const withCompanies = async <Row extends LeadRow>(tenant: Tenant, viewer: Viewer, leads: readonly Row[]) => {
  const companies = await knownCompanies(tenant, viewer, leads)
  return leads.map((lead) => ({ ...lead, existing_company: companies.get(lead.id) ?? null }))
}
