import type { BodyOf } from '#contract/kit/endpoint.ts'
import { assignedLeads } from '#contract/leads/assigned-leads.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { giveBack } from '#server/leads/assignment/give-back.ts'
import { asked, leadList } from '#server/leads/lists/list.ts'
import { writtenLead } from '#server/leads/lists/rows.ts'
import { dayToWake, putOnHold } from '#server/leads/verdicts/hold.ts'
import { judgeInvalid, judgeValid, lockForDecision, needRightOver, ownerAfter } from '#server/leads/verdicts/judge.ts'
import { setInProgress } from '#server/leads/verdicts/store.ts'
import { coalesced, implement } from '#server/kit/implement.ts'
import * as holds from './queries.ts'

export const assignedLeadRoutes = implement('assigned-leads', assignedLeads, {
  list: coalesced(({ caller, query }) => asked(caller, 'assigned', query), leadList),

  async start({ tenant, caller, body }) {
    const lead = await startLead(tenant, caller, body)
    return { data: await writtenLead(tenant, caller, lead.id), message: 'In progress' }
  },

  async hold({ tenant, caller, body: { enquiryId, until, reason, version } }) {
    const lead = await lockForDecision(tenant, caller, 'hold', enquiryId, version)
    const day = await dayToWake(tenant, caller, until)
    const owner = await ownerAfter(tenant, caller, lead)
    if (reason?.trim()) await tenant.setReasonInWords(reason)
    await putOnHold(tenant, [lead.id], owner, day)
    return { data: await writtenLead(tenant, caller, lead.id), message: 'On hold' }
  },

  async wake({ tenant, caller, body: { enquiryId, version } }) {
    const lead = await lockForDecision(tenant, caller, 'wake', enquiryId, version)
    await holds.wake(tenant, lead.id, await ownerAfter(tenant, caller, lead))
    return { data: await writtenLead(tenant, caller, lead.id), message: 'Off hold' }
  },

  async release({ tenant, caller, body: { enquiryId, reason, version } }) {
    const lead = await lockForDecision(tenant, caller, 'release', enquiryId, version)
    if (lead.assigned_qa !== null) await needRightOver(tenant, caller, lead.assigned_qa)
    await tenant.setReasonInWords(reason)
    await giveBack(tenant, 'qa', [lead.id], {})
    return { data: await writtenLead(tenant, caller, lead.id), message: 'Released' }
  },

  async validate({ tenant, caller, body }) {
    if (body.start) await startLead(tenant, caller, body)
    const version = body.start ? undefined : body.version
    const lead = await lockForDecision(tenant, caller, 'validate', body.enquiryId, version)
    await judgeValid(tenant, caller, lead, body)
    return { data: await writtenLead(tenant, caller, lead.id), message: 'Validated' }
  },

  async invalidate({ tenant, caller, body }) {
    const lead = await lockForDecision(tenant, caller, 'invalidate', body.enquiryId, body.version)
    await judgeInvalid(tenant, caller, lead, body)
    return { data: await writtenLead(tenant, caller, lead.id), message: 'Marked invalid' }
  },
})

const startLead = async (
  tenant: Tenant,
  caller: Caller,
  { enquiryId, version }: Pick<BodyOf<typeof assignedLeads.validate>, 'enquiryId' | 'version'>,
) => {
  const lead = await lockForDecision(tenant, caller, 'start', enquiryId, version)
  await setInProgress(tenant, [lead.id], await ownerAfter(tenant, caller, lead))
  return lead
}
