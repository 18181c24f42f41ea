import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { giveLeads, holderOf, refusalOf, takerOf } from '#server/leads/assignment/assign.ts'
import { takeOver } from '#server/leads/assignment/take-over.ts'
import { removeLeads } from '#server/leads/lead/remove.ts'
import { checkOffered } from '#server/leads/company-words/choices.ts'
import { commentableBy, visibleTo } from '#server/leads/lists/scope.ts'
import { wrongStatus } from '#server/leads/lead/states.ts'
import type { LockedLead } from '#server/leads/lead/write.ts'
import { acceptLeads } from '#server/leads/assignment/acceptance.ts'
import { tellVerdictTurned } from '#server/leads/notified/events.ts'
import { afterWorkBy, hasRightOver, heldBy, takenOverFrom } from '#server/leads/verdicts/judge.ts'
import { dayToWake, putOnHold } from '#server/leads/verdicts/hold.ts'
import { decideInvalid, setInProgress, storeInvalidAsSent } from '#server/leads/verdicts/store.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField } from '#server/kit/errors.ts'
import type { StaffNames } from '#server/platform/people/staff-names.ts'
import type { LeadAct, Standing } from './leads-in-bulk.ts'

/** Gives the leads to a person, whoever holds them: `assignLeads` for many. */
export const assigning = async (tenant: Tenant, caller: Caller, { staffId }: { staffId: number }): Promise<LeadAct> => {
  const staff = await takerOf(tenant, staffId)
  return {
    visible: visibleTo(caller),
    title: (count) => `Assign ${leads(count)} to ${staff.name}`,
    outcome: 'assigned',
    refusal(lead, names) {
      const id = holderOf(lead)
      const holder = id === null ? null : { id, name: names.get(id) ?? 'Someone' }
      return refusalOf(lead, caller, 'bulk', staff, holder)?.message
    },
    apply: (leads) => giveLeads(tenant, staff.id, 'bulk', leads),
  }
}

export const starting = async (tenant: Tenant, caller: Caller): Promise<LeadAct> => ({
  visible: visibleTo(caller),
  title: (count) => `Set ${leads(count)} in progress`,
  outcome: 'in progress',
  refusal: (lead, names) => wrongStatus('start', lead.status) ?? notTheirs(caller, lead, names),
  apply: (leads, names) =>
    byOwner(tenant, caller, leads, names, (group, owner) => setInProgress(tenant, idsOf(group), owner)),
})

/** For one reason; a duplicate needs the lead that it repeats, so it is none of the reasons here. */
export const invalidating = async (
  tenant: Tenant,
  caller: Caller,
  { reason, note = '' }: { reason: string; note?: string },
): Promise<LeadAct> => {
  if (reason === 'duplicate') throw badField('reason', 'Mark each duplicate separately, with its original lead')
  if (reason === 'other' && !note.trim()) throw badField('note', 'Explain briefly why these leads are invalid')
  await checkOffered(tenant, 'reason', reason)
  const why = { reason_code: reason, reason_note: note.trim() ? note : null, duplicate_of: null }
  return {
    visible: visibleTo(caller),
    title: (count) => `Mark ${leads(count)} invalid`,
    outcome: 'invalid',
    refusal: (lead, names) => wrongStatus('invalidate', lead.status) ?? notTheirs(caller, lead, names),
    apply: (leads, names) =>
      byOwner(tenant, caller, leads, names, async (group, owner) => {
        const verdicts = await storeInvalidAsSent(tenant, idsOf(group), caller.personId, why)
        const turned = group.filter(({ status }) => status === 'valid')
        await tellVerdictTurned(tenant, idsOf(turned), 'invalid')
        await decideInvalid(tenant, verdicts, { by: caller.personId, owner, ...why })
      }),
  }
}

export const holding = async (
  tenant: Tenant,
  caller: Caller,
  { until, reason = '' }: { until: string; reason?: string },
): Promise<LeadAct> => {
  const day = await dayToWake(tenant, caller, until)
  return {
    visible: visibleTo(caller),
    title: (count) => `Put ${leads(count)} on hold`,
    outcome: 'on hold',
    refusal: (lead, names) => wrongStatus('hold', lead.status) ?? notTheirs(caller, lead, names),
    apply: (leads, names) =>
      byOwner(tenant, caller, leads, names, async (group, owner) => {
        if (reason.trim()) await tenant.setReasonInWords(reason)
        await putOnHold(tenant, idsOf(group), owner, day)
      }),
  }
}

export const commenting = async (
  tenant: Tenant,
  caller: Caller,
  { comment }: { comment: string },
): Promise<LeadAct> => ({
  visible: commentableBy(caller),
  title: (count) => `Comment on ${leads(count)}`,
  outcome: 'commented',
  refusal: () => undefined,
  async apply(leads) {
    await sql`
      insert into lead_comments (company_id, lead_id, author_id, body)
      select ${tenant.companyId}::int, id, ${caller.personId}::int, ${comment} from unnest(${idsOf(leads)}::bigint[]) id`.execute(
      tenant.db,
    )
    await acceptLeads(tenant, idsOf(leads), caller.personId)
  },
})

export const deleting = async (tenant: Tenant, caller: Caller): Promise<LeadAct> => ({
  visible: visibleTo(caller),
  title: (count) => `Delete ${leads(count)}`,
  outcome: 'deleted',
  refusal: () => undefined,
  apply: (leads) => removeLeads(tenant, idsOf(leads)),
})

const leads = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'lead' : 'leads'}`
const idsOf = (leads: readonly LockedLead[]) => leads.map(({ id }) => id)

const notTheirs = (caller: Caller, lead: Standing, names: StaffNames) =>
  !afterWorkBy(caller, lead).takenOver || hasRightOver(caller, lead.assigned_qa)
    ? undefined
    : heldBy(names.get(lead.assigned_qa ?? 0))

/** Those that become, or stay, the same person's at once; whoever they are taken over from stands in the history. */
const byOwner = async (
  tenant: Tenant,
  caller: Caller,
  leads: readonly LockedLead[],
  names: StaffNames,
  work: (leads: readonly LockedLead[], owner: number) => Promise<void>,
) => {
  for (const group of Map.groupBy(leads, (lead) =>
    JSON.stringify([lead.assigned_qa, afterWorkBy(caller, lead)]),
  ).values()) {
    const [first] = group
    if (!first) continue
    const { owner, takenOver } = afterWorkBy(caller, first)
    const from = takenOver && first.assigned_qa !== null
    await tenant.setReason(from ? takenOverFrom(names.get(first.assigned_qa ?? 0)) : undefined)
    if (takenOver) await takeOver(tenant, group, owner)
    await work(group, owner)
  }
}
