import type { BodyOf } from '#contract/kit/endpoint.ts'
import { leadEdits } from '#contract/leads/lead-edits.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { lookForTakers } from '#server/leads/assignment/queue.ts'
import { phoneCountryOf } from '#server/leads/enquiry-checks/phone-country.ts'
import { removeLeads } from '#server/leads/lead/remove.ts'
import { writtenLead } from '#server/leads/lists/rows.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import { checkNotDecidedSince, lockLead, refuseMerged } from '#server/leads/lead/write.ts'
import { lockRestrictions } from '#server/leads/restricted-domains/restriction.ts'
import type { Caller } from '#server/kit/auth.ts'
import { conflict, found, UserError } from '#server/kit/errors.ts'
import { implement } from '#server/kit/implement.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { checkReachable, sentFields, wireNames, withNumberRead } from './fields.ts'
import { linesToWrite, storeLines } from './lines.ts'
import * as leads from './queries.ts'
import { screenAgain } from '#server/leads/lead/screening.ts'
import { refreshLeads } from '#server/leads/lead/refresh-leads.ts'

export const leadEditRoutes = implement('lead-edits', leadEdits, {
  update: ({ tenant, caller, body }) => edit(tenant, caller, body),

  updateWithProducts: ({ tenant, caller, body }) => edit(tenant, caller, body),

  async removeProduct({ tenant, caller, body: { itemId } }) {
    const leadId = found('Product', await leads.leadOfItem(tenant, itemId, visibleTo(caller)))
    const lead = await lockLead(tenant, leadId, visibleTo(caller))
    const lines = await leads.linesOf(tenant, lead.id)
    const left = lines.filter(({ id }) => id !== itemId)
    // Somebody else was quicker while this one waited for the lead.
    if (left.length === lines.length) found('Product', undefined)
    await storeLines(tenant, lead.id, lines, left)
    return { data: await writtenLead(tenant, caller, lead.id), message: 'Product deleted' }
  },

  async remove({ tenant, caller, body: { enquiryId, version } }) {
    const lead = await lockLead(tenant, enquiryId, visibleTo(caller))
    await checkNotDecidedSince(tenant, caller, lead, version)
    await removeLeads(tenant, [lead.id])
    return { data: { enquiryId: lead.id }, message: 'Lead deleted' }
  },

  async restore({ tenant, caller, body: { enquiryId } }) {
    await lockRestrictions(tenant, 'shared')
    const lead = found('Lead', await leads.lockDeleted(tenant, enquiryId, visibleTo(caller)))
    await refuseMerged(tenant, lead.id, visibleTo(caller))
    if (lead.merged)
      throw conflict(
        'This lead was merged into another one that is deleted or not on your lists. Unmerge them once that one is restored.',
        undefined,
        'merged',
      )
    if (lead.too_late) throw new UserError(410, 'This lead was deleted more than 30 days ago and can’t be restored.')
    await leads.restore(tenant, lead.id)
    await refreshLeads(tenant, [lead.id], [], [lead.id])
    return { data: await writtenLead(tenant, caller, lead.id), message: 'Lead restored' }
  },
})

type Edit = BodyOf<typeof leadEdits.update> & Partial<Pick<BodyOf<typeof leadEdits.updateWithProducts>, 'products'>>

/** Writes what the caller changed beside what others have changed since; 409 when both changed the same field. */
const edit = async (tenant: Tenant, caller: Caller, { enquiryId: id, version: seen, products, ...body }: Edit) => {
  // Before the lead is locked: whoever changes a restricted domain takes the two in this order.
  if (body.email !== undefined) await lockRestrictions(tenant, 'shared')
  const { status } = await lockLead(tenant, id, visibleTo(caller))
  const { version, ...values } = await leads.fieldsOf(tenant, id)
  const lines = await leads.linesOf(tenant, id)

  const mine = sentFields(body, values, await phoneCountryOf(tenant))
  const fields = await fieldsToWrite(tenant, { entity: 'leads', id, version, values }, mine, seen)
  const list = products && (await linesToWrite(tenant, id, lines, products, seen))
  const conflicts = wireNames([...fields.conflicts, ...(list?.conflicted ? ['products'] : [])])
  if (conflicts.length)
    throw conflict(
      'Someone else has changed this lead since you opened it. Review it and try again.',
      { current: await writtenLead(tenant, caller, id), fields: conflicts },
      'version_conflict',
    )

  checkReachable(values, fields.write)
  await leads.update(tenant, id, withNumberRead(values, fields.write))
  if (list?.write) await storeLines(tenant, id, lines, list.write)
  if (status === 'new' && 'email' in fields.write) await screenAgain(tenant, id)
  if ('country' in fields.write || list?.write) await lookForTakers(tenant, [id])
  return { data: await writtenLead(tenant, caller, id), message: 'Lead saved' }
}
