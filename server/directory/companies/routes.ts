import { companies, COMPANY_FIELDS, type Company } from '#contract/directory/companies.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { lockDirectory } from '#server/directory/directory-upkeep/lock.ts'
import { versionConflict } from '#server/directory/edits/own.ts'
import { standsFor } from '#server/directory/provenance/around.ts'
import { factsOf } from '#server/directory/provenance/provenance.ts'
import type { Caller } from '#server/kit/auth.ts'
import { found } from '#server/kit/errors.ts'
import { coalesced, implement } from '#server/kit/implement.ts'
import { selectChosen, selectMatching } from '#server/platform/selections/select.ts'
import { companyBulkActs } from './bulk.ts'
import { companyDetails, companyShown, shownOf } from './details.ts'
import { COMPANIES, companiesInOrder, companyList, companyOptions, companyThere } from './list.ts'
import { addCompany, lockCompany, removeCompanies, updateCompany } from './write.ts'

export const companyRoutes = implement('companies', companies, {
  list: coalesced(
    ({ caller: { timeZone }, query }) => ({ timeZone, query }),
    (tenant, { query, ...caller }) => companyList(tenant, caller, query),
  ),
  details: async ({ tenant, caller, params: { id } }) => ({ data: await shown(tenant, caller, id) }),

  async facts({ tenant, caller, params, query: { field } }) {
    const id = found('Company', await standsFor(tenant, { kind: 'company', id: params.id }))
    const row = shownOf(found('Company', await companyShown(tenant, id)))
    return { data: await factsOf(tenant, caller, { kind: 'company', id }, COMPANY_FIELDS, row, field) }
  },
  options: async ({ tenant, query }) => ({ data: await companyOptions(tenant, query) }),

  async add({ tenant, caller, body }) {
    await lockDirectory(tenant)
    const id = await addCompany(tenant, body, caller.personId)
    const data = await shown(tenant, caller, id)
    return { data, message: `Added ${data.name}` }
  },

  async update({ tenant, caller, params: { id }, body }) {
    await lockDirectory(tenant)
    const row = await lockCompany(tenant, id)
    await updateCompany(tenant, row, body, () => shown(tenant, caller, id))
    return { data: await shown(tenant, caller, id), message: 'Company saved' }
  },

  async remove({ tenant, caller, body: { id, version } }) {
    await lockDirectory(tenant)
    const row = await lockCompany(tenant, id)
    if (version !== undefined && version !== row.version)
      throw versionConflict('company', await shown(tenant, caller, id), [])
    await removeCompanies(tenant, [id])
    return { message: 'Company deleted' }
  },

  async select({ tenant, caller, body: { ids, filter = {} } }) {
    const chosen = ids
      ? selectChosen(tenant, caller, COMPANIES, { ids, visible: companyThere() })
      : selectMatching(tenant, caller, COMPANIES, companiesInOrder(tenant, caller, filter))
    return { data: await chosen }
  },
  tagMany: companyBulkActs.tagMany.begin,
  roleMany: companyBulkActs.roleMany.begin,
  removeMany: companyBulkActs.removeMany.begin,
})

const shown = async (tenant: Tenant, caller: Caller, id: number): Promise<Company> =>
  found('Company', await companyDetails(tenant, caller, id))
