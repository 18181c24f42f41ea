import { assignedLeads } from '#contract/assigned-leads.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { takeOver } from '#server/domain/assignment/take-over.ts'
import { queueForAssignment } from '#server/domain/assignment/queue.ts'
import { readProductLines, totalOf } from '#server/domain/product-lines.ts'
import { leadList } from '#server/domain/leads/list.ts'
import { writtenLead } from '#server/domain/leads/rows.ts'
import { visibleTo } from '#server/domain/leads/scope.ts'
import { checkTransition, type Transition } from '#server/domain/leads/states.ts'
import { checkNotDecidedSince, lockLead, type LockedLead } from '#server/domain/leads/write.ts'
import type { Caller } from '#server/kit/auth.ts'
import { crashPoint } from '#server/db/crash.ts'
import { badField, conflict } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { decideInvalid, decideValid, sentLines, setInProgress, storeVerdict } from './queries.ts'
import { checkComplete, invalidReason, snapshotOf } from './snapshot.ts'

export const assignedLeadRoutes = implement('assigned-leads', assignedLeads, {
  list: ({ tenant, caller, query }) => leadList(tenant, caller, 'assigned', query),

  async start({ tenant, caller, body: { enquiryId, version } }) {
    const lead = await lockForDecision(tenant, caller, 'start', enquiryId, version)
    await setInProgress(tenant, lead.id, await ownerAfter(tenant, caller, lead))
    return { data: await writtenLead(tenant, lead.id), message: 'In progress' }
  },

  async validate({ tenant, caller, body }) {
    const lead = await lockForDecision(tenant, caller, 'validate', body.enquiryId, body.version)
    if (lead.status === 'invalid') await needReason(tenant, body.reason)
    const lines = body.products ? await readProductLines(tenant, body.products) : await sentLines(tenant, lead.id)
    crashPoint('validation.after_products')
    const snapshot = checkComplete(snapshotOf(lead, body), lines)

    const owner = await ownerAfter(tenant, caller, lead)
    const verdictId = await storeVerdict(tenant, lead.id, caller.personId, {
      verdict: 'valid',
      ...snapshot,
      lines,
      checklist: body.checklist,
    })
    crashPoint('validation.after_snapshot')
    await decideValid(tenant, lead.id, { verdictId, by: caller.personId, owner, totalQuantity: totalOf(lines) })
    crashPoint('validation.after_status')
    if (lead.kind === 'enquiry' && lead.sales_person === null) await queueForAssignment(tenant, 'sales', [lead.id])
    return { data: await writtenLead(tenant, lead.id), message: 'Validated' }
  },

  async invalidate({ tenant, caller, body }) {
    const lead = await lockForDecision(tenant, caller, 'invalidate', body.enquiryId, body.version)
    const reason = await invalidReason(tenant, lead.id, body)
    if (lead.status === 'valid') await needReason(tenant, body.reason)
    const lines = body.products ? await readProductLines(tenant, body.products) : await sentLines(tenant, lead.id)

    const owner = await ownerAfter(tenant, caller, lead)
    const snapshot = snapshotOf(lead, body)
    const verdictId = await storeVerdict(tenant, lead.id, caller.personId, {
      verdict: 'invalid',
      ...snapshot,
      ...reason,
      lines,
      checklist: body.checklist,
    })
    await decideInvalid(tenant, lead.id, { verdictId, by: caller.personId, owner, ...reason })
    return { data: await writtenLead(tenant, lead.id), message: 'Marked invalid' }
  },
})

/** The lead, locked, seen by the caller, in a status that allows the act, and not decided by somebody else meanwhile. */
const lockForDecision = async (
  tenant: Tenant,
  caller: Caller,
  transition: Transition,
  id: number,
  version: number | undefined,
) => {
  const lead = await lockLead(tenant, id, visibleTo(caller))
  await checkNotDecidedSince(tenant, lead, version)
  checkTransition(transition, lead.status)
  return lead
}

/**
 * Whoever works another's lead takes it over, which needs the reassign key and is told in the history. A lead that was
 * decided stays with whoever decided it, also when its verdict is turned over.
 */
const ownerAfter = async (tenant: Tenant, caller: Caller, lead: LockedLead): Promise<number> => {
  const { assigned_qa } = lead
  if (assigned_qa === caller.personId) return assigned_qa
  if (assigned_qa !== null && (lead.status === 'valid' || lead.status === 'invalid')) return assigned_qa
  if (assigned_qa !== null) {
    const holder = await tenant.db
      .selectFrom('staff')
      .select(['id', 'name'])
      .where('id', '=', assigned_qa)
      .executeTakeFirst()
    if (!caller.can('marketing_leads_reassign'))
      throw conflict(
        `${holder?.name ?? 'Somebody else'} holds this lead.`,
        { holder, needs: ['marketing_leads_reassign'] },
        'held',
      )
    await tenant.because(`Taken over from ${holder?.name ?? 'somebody else'}`)
  }
  await takeOver(tenant, lead, caller.personId)
  return caller.personId
}

const needReason = async (tenant: Tenant, reason: string | undefined) => {
  if (!reason?.trim()) throw badField('reason', 'Say why the earlier verdict is turned over')
  await tenant.because(reason)
}
