import { validLeads } from '#contract/leads/valid-leads.ts'
import { acceptLeads } from '#server/leads/assignment/acceptance.ts'
import { asked, leadList } from '#server/leads/lists/list.ts'
import { writtenLead } from '#server/leads/lists/rows.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { checkEnquiryTransition } from '#server/leads/lead/states.ts'
import { checkNotDecidedSince, lockLead } from '#server/leads/lead/write.ts'
import { coalesced, implement } from '#server/kit/implement.ts'
import { contactMade, nurturedUntil, whyLost } from './enquiry-status.ts'
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
    const until = await nurturedUntil(tenant, caller, body)
    const contact = await contactMade(tenant, caller, body, lead.enquiry_status)
    const note = body.note?.trim() || null

    if (note) await tenant.setReasonInWords(note)
    await setEnquiryStatus(tenant, lead.id, { to, reason, until, ...contact, note })
    await acceptLeads(tenant, [lead.id])
    return { data: await writtenLead(tenant, caller, lead.id) }
  },
})

/** What a person has to have seen who moves an enquiry on; whose it is may have changed. */
const RESTS_ON = ['status', 'verdict_id', 'enquiry_status']
