import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { assignedLeads } from '#contract/leads/assigned-leads.ts'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { queueForAssignment } from '#server/leads/assignment/queue.ts'
import { takeOver } from '#server/leads/assignment/take-over.ts'
import { phoneCountryOf } from '#server/leads/enquiry-checks/phone-country.ts'
import { checkAnswers } from '#server/leads/checklist/checklist.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { checkTransition, type Transition } from '#server/leads/lead/states.ts'
import { checkNotDecidedSince, lockLead, type LockedLead } from '#server/leads/lead/write.ts'
import { tellVerdictTurned } from '#server/leads/notified/events.ts'
import { readProductLines, totalOf } from '#server/leads/lead/product-lines.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField, conflict } from '#server/kit/errors.ts'
import { checkComplete, invalidReason, snapshotOf } from './snapshot.ts'
import { decideInvalid, decideValid, sentLines, storeVerdict } from './store.ts'

/** The lead, locked, seen by the caller, in a status that allows the act, and not decided by somebody else meanwhile. */
export const lockForDecision = async (
  tenant: Tenant,
  caller: Caller,
  transition: Transition,
  id: number,
  version: number | undefined,
) => {
  const lead = await lockLead(tenant, id, visibleTo(caller))
  await checkNotDecidedSince(tenant, caller, lead, version)
  checkTransition(transition, lead.status)
  return lead
}

/**
 * Whose a lead is after the caller has worked it: theirs, taken over if it was another's. A lead that was decided stays
 * with whoever decided it, also when its verdict is turned over.
 */
export const afterWorkBy = (caller: Caller, { status, assigned_qa }: Pick<LockedLead, 'status' | 'assigned_qa'>) => {
  if (assigned_qa === caller.personId) return { owner: assigned_qa, takenOver: false }
  if (assigned_qa !== null && (status === 'valid' || status === 'invalid'))
    return { owner: assigned_qa, takenOver: false }
  return { owner: caller.personId, takenOver: true }
}

/** Taking over needs the reassign key, and is told in the history. */
export const ownerAfter = async (tenant: Tenant, caller: Caller, lead: LockedLead): Promise<number> => {
  const { owner, takenOver } = afterWorkBy(caller, lead)
  if (!takenOver) return owner
  if (lead.assigned_qa !== null) {
    const holder = await needRightOver(tenant, caller, lead.assigned_qa)
    await tenant.setReason(takenOverFrom(holder?.name))
  }
  await takeOver(tenant, [lead], owner)
  return owner
}
export const takenOverFrom = (name: string | undefined) => `Taken over from ${name ?? 'a former colleague'}`

/** A lead is its owner's, and of those who may reassign it. */
export const hasRightOver = (caller: Caller, owner: number | null) =>
  owner === null || owner === caller.personId || caller.can('marketing_leads_reassign')
export const heldBy = (name: string | undefined) => `${name ?? 'Someone else'} owns this lead.`

/** 409 naming who holds the lead, unless the caller does or may reassign it. */
export const needRightOver = async (tenant: Tenant, caller: Caller, owner: number) => {
  const holder = await tenant.db.selectFrom('staff').select(['id', 'name']).where('id', '=', owner).executeTakeFirst()
  if (hasRightOver(caller, owner)) return holder
  throw conflict(heldBy(holder?.name), { holder, needs: ['marketing_leads_reassign'] }, 'held')
}

/** Stores a valid verdict on a locked lead; an enquiry then goes to sales. */
export const judgeValid = async (
  tenant: Tenant,
  caller: Caller,
  lead: LockedLead,
  body: BodyOf<typeof assignedLeads.validate>,
) => {
  if (lead.status === 'invalid') await needReason(tenant, body.reason)
  await checkAnswers(tenant, body.checklist)
  const lines = body.products ? await readProductLines(tenant, body.products) : await sentLines(tenant, lead.id)
  crashPoint('validation.after_products')
  const snapshot = checkComplete(lead.kind, snapshotOf(lead, body, await phoneCountryOf(tenant)), lines)

  const owner = await ownerAfter(tenant, caller, lead)
  const verdictId = await storeVerdict(tenant, lead.id, caller.personId, {
    verdict: 'valid',
    ...snapshot,
    lines,
    checklist: body.checklist,
  })
  crashPoint('validation.after_snapshot')
  if (lead.status === 'invalid') await tellVerdictTurned(tenant, [lead.id], 'valid')
  await decideValid(tenant, lead.id, { verdictId, by: caller.personId, owner, totalQuantity: totalOf(lines) })
  crashPoint('validation.after_status')
  if (lead.kind === 'enquiry' && lead.sales_person === null) await queueForAssignment(tenant, 'sales', [lead.id])
}

/** Stores an invalid verdict on a locked lead, with its reason. */
export const judgeInvalid = async (
  tenant: Tenant,
  caller: Caller,
  lead: LockedLead,
  body: BodyOf<typeof assignedLeads.invalidate>,
) => {
  const reason = await invalidReason(tenant, caller, lead.id, body)
  if (lead.status === 'valid') await needReason(tenant, body.reason)
  await checkAnswers(tenant, body.checklist)
  const lines = body.products ? await readProductLines(tenant, body.products) : await sentLines(tenant, lead.id)

  const owner = await ownerAfter(tenant, caller, lead)
  const verdictId = await storeVerdict(tenant, lead.id, caller.personId, {
    verdict: 'invalid',
    ...snapshotOf(lead, body, await phoneCountryOf(tenant)),
    ...reason,
    lines,
    checklist: body.checklist,
  })
  if (lead.status === 'valid') await tellVerdictTurned(tenant, [lead.id], 'invalid')
  await decideInvalid(tenant, [{ leadId: lead.id, verdictId }], { by: caller.personId, owner, ...reason })
}

const needReason = async (tenant: Tenant, reason: string | undefined) => {
  if (!reason?.trim()) throw badField('reason', 'Explain why you are changing the verdict')
  await tenant.setReasonInWords(reason)
}
