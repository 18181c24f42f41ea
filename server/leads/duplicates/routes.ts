import { duplicates } from '#contract/leads/duplicates.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { phoneCountryOf } from '#server/leads/enquiry-checks/phone-country.ts'
import { countryCode } from '#server/platform/contact-details/countries.ts'
import { duplicatesOfLead, duplicatesOfPerson } from './find.ts'
import { lockGroups, regroup } from './groups.ts'
import { leadRow } from '#server/leads/lists/rows.ts'
import { readableBy, visibleTo } from '#server/leads/lists/scope.ts'
import { lockLeads } from '#server/leads/lead/write.ts'
import { readEmails, readPhones } from '#server/platform/contact-details/several.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField, found } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { mergeLeads, previewMerge } from './merge.ts'
import * as queries from './queries.ts'
import { unmergeLeads } from './unmerge.ts'

export const duplicateRoutes = implement('duplicates', duplicates, {
  list: ({ tenant, caller, query }) => queries.groups(tenant, caller, query),

  async check({ tenant, caller, body: { name, email = '', phone = '', country = '', company } }) {
    const [number] = readPhones(phone, countryCode(country.trim()) ?? (await phoneCountryOf(tenant)) ?? undefined)
    const known = {
      email: readEmails(email.trim()).found[0]?.email ?? null,
      phone: number?.phone ?? null,
      phone_sent: number?.sent ?? null,
      name: name ?? null,
      company: company ?? null,
    }
    return { data: await duplicatesOfPerson(tenant, caller, known) }
  },

  async ofLead({ tenant, caller, params }) {
    const { id } = found('Lead', await leadRow(tenant, params.id, readableBy(caller)))
    const [others, merges] = await Promise.all([duplicatesOfLead(tenant, caller, id), queries.mergesInto(tenant, id)])
    return { data: { ...others, merges } }
  },

  async dismiss({ tenant, caller, body: { leadIds } }) {
    await lockSet(tenant, caller, leadIds)
    await queries.setDifferent(tenant, leadIds, caller.personId)
    await regroup(tenant, leadIds)
    return { message: 'Marked as different leads' }
  },

  async recall({ tenant, caller, body: { leadIds } }) {
    await lockSet(tenant, caller, leadIds)
    await queries.forgetDifferent(tenant, leadIds)
    await regroup(tenant, leadIds)
    return { message: 'Marked as duplicates' }
  },

  preview: async ({ tenant, caller, body }) => ({ data: await previewMerge(tenant, caller, body) }),

  async merge({ tenant, caller, body }) {
    const data = await mergeLeads(tenant, caller, body)
    return { data, message: `No. ${data.merge.loser.lead_no} was merged into no. ${data.lead.lead_no}` }
  },

  async unmerge({ tenant, caller, body }) {
    const data = await unmergeLeads(tenant, caller, body.mergeId)
    return { data, message: `Unmerged no. ${data.loser.lead_no} from no. ${data.winner.lead_no}` }
  },
})

/** All of them, seen by the caller, and at least two. */
const lockSet = async (tenant: Tenant, caller: Caller, leadIds: readonly number[]) => {
  const ids = [...new Set(leadIds)]
  if (ids.length < 2) throw badField('leadIds', 'Choose at least two leads')
  await lockGroups(tenant)
  const leads = await lockLeads(tenant, ids, visibleTo(caller))
  if (leads.length < ids.length) found('Lead', undefined)
}
