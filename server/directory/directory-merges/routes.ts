import { directoryMerges } from '#contract/directory/directory-merges.ts'
import { companyDetails } from '#server/directory/companies/details.ts'
import { contactDetails } from '#server/directory/contacts/details.ts'
import { badField, found } from '#server/kit/errors.ts'
import { coalesced, implement } from '#server/kit/implement.ts'
import { groupsPage, setDifferent } from './groups.ts'
import { mergeInto } from './merge.ts'
import { splitDomain } from './split.ts'
import { readStanding } from './standing.ts'
import { unmerge } from './unmerge.ts'

export const directoryMergeRoutes = implement('directory-merges', directoryMerges, {
  duplicates: coalesced(
    ({ query: { kind, page = 1 } }) => ({ kind, page }),
    async (tenant, asked) => ({ data: await groupsPage(tenant, asked) }),
  ),

  async mergeContacts({ tenant, caller, body }) {
    const plan = await mergeInto(tenant, caller, 'contact', body)
    const contact = body.dryRun ? null : found('Contact', await contactDetails(tenant, caller, body.winner))
    return { data: { plan, contact } }
  },

  async mergeCompanies({ tenant, caller, body }) {
    const plan = await mergeInto(tenant, caller, 'company', body)
    const company = body.dryRun ? null : found('Company', await companyDetails(tenant, caller, body.winner))
    return { data: { plan, company } }
  },

  unmerge: async ({ tenant, caller, body: { id } }) => ({ data: await unmerge(tenant, caller, id) }),

  async notSame({ tenant, caller, body: { kind, ids } }) {
    const different = [...new Set(ids)].toSorted((one, other) => one - other)
    if (different.length < 2)
      throw badField('ids', `Choose at least two ${kind === 'contact' ? 'contacts' : 'companies'}.`)
    await readStanding(tenant, kind, different)
    await setDifferent(tenant, kind, different, caller.personId)
    return { message: 'Marked as different' }
  },

  async splitDomain({ tenant, caller, body }) {
    const to = await splitDomain(tenant, caller, body)
    return {
      data: {
        from: found('Company', await companyDetails(tenant, caller, body.company_id)),
        to: found('Company', await companyDetails(tenant, caller, to)),
      },
    }
  },
})
