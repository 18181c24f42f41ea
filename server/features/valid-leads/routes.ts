import { validLeads } from '#contract/valid-leads.ts'
import { acceptLeads } from '#server/domain/assignment/acceptance.ts'
import { asked, leadList } from '#server/domain/leads/list.ts'
import { writtenLead } from '#server/domain/leads/rows.ts'
import { visibleTo } from '#server/domain/leads/scope.ts'
import { checkEnquiryTransition } from '#server/domain/leads/states.ts'
import { checkNotDecidedSince, lockLead } from '#server/domain/leads/write.ts'
import { coalesced, implement } from '#server/kit/implement.ts'
import { whyLost, dayToComeBack } from './enquiry-status.ts'
import { setEnquiryStatus } from './queries.ts'

export const validLeadRoutes = implement('valid-leads', validLeads, {
  list: coalesced(({ caller, query }) => asked(caller, 'valid', query), leadList),

  async accept({ tenant, caller, body: { enquiryId } }) {
    const { id } = await lockLead(tenant, enquiryId, visibleTo(caller))
    await acceptLeads(tenant, [id], caller.personId)
    return {}
  },

  async setEnquiryStatus({ tenant, caller, body }) {
    const { enquiry_status: to, version } = body
    const lead = await lockLead(tenant, body.enquiryId, visibleTo(caller))
    await checkNotDecidedSince(tenant, caller, lead, version, RESTS_ON)
    checkEnquiryTransition(lead.enquiry_status, to)
    const reason = whyLost(body)
    const day = await dayToComeBack(tenant, caller, body)

    if (body.note?.trim()) await tenant.becauseSaid(body.note)
    await setEnquiryStatus(tenant, lead.id, { to, reason, day })
    await acceptLeads(tenant, [lead.id])
    return { data: await writtenLead(tenant, caller, lead.id) }
  },
})

/** What a person has to have seen who moves an enquiry on; whose it is may have changed. */
const RESTS_ON = ['status', 'verdict_id', 'enquiry_status']
