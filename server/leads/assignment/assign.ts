import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import type { AssignOutcome } from '#contract/leads/marketing-leads.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { claimableBy, visibleTo } from '#server/leads/lists/scope.ts'
import { allows, STATUS_WORDS } from '#server/leads/lead/states.ts'
import { checkNotDecidedSince, lockLeads, type LockedLead } from '#server/leads/lead/write.ts'
import { awaitFollowUps } from '#server/leads/valid-leads/follow-ups.ts'
import { awaitWaking } from '#server/leads/lead/wake.ts'
import { refreshClocks } from '#server/leads/sla/refresh-clocks.ts'
import { staffNames } from '#server/platform/people/staff-names.ts'
import type { Caller } from '#server/kit/auth.ts'
import { conflict, found, UserError } from '#server/kit/errors.ts'
import { missingKey } from './eligibility.ts'
import { leaveQueue, type AssignmentList } from './queue.ts'
import { recordDecisions } from './record.ts'

interface Wish {
  leadIds: readonly number[]
  staffId: number
  mode: 'staff' | 'self' | 'bulk'
  /** The version that the person saw, when it is about one lead. */
  version?: number
}

type Outcome = Static<typeof AssignOutcome>
type Refusal = Omit<Outcome['refused'][number], 'leadId'>

/**
 * Gives leads to a named person: the QA person of an undecided lead, the sales person of a valid one. Each lead is
 * locked, checked and given for itself; 409 when none could be given.
 */
export const assignLeads = async (
  tenant: Tenant,
  caller: Caller,
  { leadIds, staffId, mode, version }: Wish,
): Promise<Outcome> => {
  const ids = [...new Set(leadIds)]
  const staff = await takerOf(tenant, staffId)
  const leads = await lockLeads(tenant, ids, mode === 'self' ? claimableBy(caller) : visibleTo(caller))
  const [only] = leads
  if (ids.length === 1) await checkNotDecidedSince(tenant, caller, found('Lead', only), version)
  const names = await namesOf(tenant, leads, mode)

  const refused: Outcome['refused'] = []
  const given: Record<AssignmentList, LockedLead[]> = { qa: [], sales: [] }
  for (const leadId of ids) {
    const lead = leads.find(({ id }) => id === leadId)
    const refusal = lead ? refusalOf(lead, caller, mode, staff, holderNamed(lead, mode, names)) : NOT_FOUND
    if (refusal) refused.push({ leadId, ...refusal })
    else if (lead) given[listOf(lead)].push(lead)
  }
  checkAnyGiven(given, refused)

  await give(tenant, staff.id, mode, given)
  return { assigned: [...given.qa, ...given.sales].map(({ id }) => id), refused }
}

/** Whoever is to take leads, with what decides whether they can, kept so; 404 for somebody who is not in the company. */
export const takerOf = async (tenant: Tenant, id: number): Promise<StaffMember> => {
  const [, member] = await Promise.all([
    sql`select hold_member(${id}::int)`.execute(tenant.db),
    staffMember(tenant, id),
  ])
  return found('Person', member)
}

const NOT_FOUND: Refusal = { code: 'not_found', message: 'Lead not found', holder: null }

/** All of a lead that decides who may take it. */
type Standing = Pick<LockedLead, 'kind' | 'status' | 'assigned_qa' | 'sales_person' | 'quarantined_by'>

const listOf = ({ status }: Standing): AssignmentList => (status === 'valid' ? 'sales' : 'qa')
/** Who holds it: the sales person of a valid lead, the QA person of any other. */
export const holderOf = (lead: Standing) => (listOf(lead) === 'sales' ? lead.sales_person : lead.assigned_qa)
/** Whoever asks for a lead is told who was quicker, which is its QA person however far the lead has come since. */
const holderToTell = (lead: Standing, mode: Wish['mode']) => (mode === 'self' ? lead.assigned_qa : holderOf(lead))

export interface StaffMember extends PersonRef {
  status: string
  permissions: string[]
}

const staffMember = ({ db }: Tenant, id: number): Promise<StaffMember | undefined> =>
  db.selectFrom('staff').select(['id', 'name', 'status', 'permissions']).where('id', '=', id).executeTakeFirst()

const namesOf = (tenant: Tenant, leads: readonly LockedLead[], mode: Wish['mode']) =>
  staffNames(
    tenant,
    leads.flatMap((lead) => holderToTell(lead, mode) ?? []),
  )

const holderNamed = (lead: LockedLead, mode: Wish['mode'], names: ReadonlyMap<number, string>): PersonRef | null => {
  const id = holderToTell(lead, mode)
  return id === null ? null : { id, name: names.get(id) ?? 'Someone' }
}

/** Why this lead cannot be given to this person; undefined when it can. */
export const refusalOf = (
  lead: Standing,
  caller: Caller,
  mode: Wish['mode'],
  staff: StaffMember,
  holder: PersonRef | null,
): Refusal | undefined => {
  const list = listOf(lead)
  const refuse = (code: string, message: string): Refusal => ({ code, message, holder })

  if (mode === 'self' && holder)
    return refuse('held', holder.id === staff.id ? 'You already own this lead' : `${holder.name} owns this lead`)
  if (lead.quarantined_by !== null)
    return refuse('quarantined', 'This lead is quarantined by a restricted domain. Release it first')
  if (list === 'qa' && !allows('assign', lead.status))
    return refuse('wrong_status', `This lead is ${STATUS_WORDS[lead.status]} and can’t be assigned`)
  if (list === 'sales' && lead.kind === 'registration') return refuse('wrong_kind', 'Registrations have no sales rep')
  if (staff.status !== 'active') return refuse('deactivated', `${staff.name} is deactivated and can’t take leads`)
  const missing = missingKey(staff.permissions, list, lead.kind)
  if (missing)
    return refuse(
      'no_permission',
      `${staff.name} can’t work this lead without the permission ${permissionsInWords([missing])}`,
    )
  if (holder && holder.id === staff.id) return refuse('held', `${holder.name} already owns this lead`)
  if (mode === 'self') return lead.status === 'new' ? undefined : refuse('held', 'This lead is not unassigned')
  const needed =
    list === 'sales' ? 'valid_leads_assign' : holder ? 'marketing_leads_reassign' : 'marketing_leads_assign_to_staff'
  if (caller.can(needed)) return undefined
  return holder
    ? refuse(
        'held',
        `${holder.name} owns this lead. You need the permission ${permissionsInWords([needed])} to reassign it`,
      )
    : refuse('forbidden', `You need the permission ${permissionsInWords([needed])}`)
}

/** One lead or many: when nothing could be given, the whole call is refused, with the first reason as its sentence. */
const checkAnyGiven = ({ qa, sales }: Record<AssignmentList, LockedLead[]>, refused: Outcome['refused']) => {
  if (qa.length || sales.length) return
  const [first] = refused
  if (refused.every(({ code }) => code === 'not_found')) throw new UserError(404, 'Lead not found')
  if (refused.every(({ code }) => code === 'forbidden'))
    throw new UserError(403, first?.message ?? 'You can’t assign this lead')
  throw conflict(first?.message ?? 'No leads were assigned', { assigned: [], refused }, first?.code ?? 'conflict')
}

/** Gives leads that were locked and checked, each to the list that its status asks for. */
export const giveLeads = (tenant: Tenant, staffId: number, mode: Wish['mode'], leads: readonly LockedLead[]) =>
  give(tenant, staffId, mode, {
    qa: leads.filter((lead) => listOf(lead) === 'qa'),
    sales: leads.filter((lead) => listOf(lead) === 'sales'),
  })

const give = async (
  tenant: Tenant,
  staffId: number,
  mode: Wish['mode'],
  given: Record<AssignmentList, LockedLead[]>,
) => {
  const { db, companyId } = tenant
  const qaIds = given.qa.map(({ id }) => id)
  const salesIds = given.sales.map(({ id }) => id)
  if (qaIds.length)
    await sql`
      update leads set assigned_qa = ${staffId}, assigned_at = now(), assigned_how = ${mode},
        status_at = case status when 'new' then now() else status_at end,
        status = case status when 'new' then 'assigned' else status end
      where company_id = ${companyId} and id = any(${qaIds}::bigint[])`.execute(db)
  await refreshClocks(tenant, qaIds)
  await awaitWaking(
    tenant,
    given.qa.flatMap(({ id, status }) => (status === 'on_hold' ? [id] : [])),
  )
  if (salesIds.length)
    await sql`
      update leads set sales_person = ${staffId}, sales_assigned_at = now()
      where company_id = ${companyId} and id = any(${salesIds}::bigint[])`.execute(db)
  await awaitFollowUps(tenant, salesIds)
  await leaveQueue(tenant, 'qa', qaIds)
  await leaveQueue(tenant, 'sales', salesIds)
  await recordDecisions(
    tenant,
    [...given.qa, ...given.sales].map((lead) => ({
      lead_id: lead.id,
      list: listOf(lead),
      mode,
      chosen: staffId,
      replaced: holderOf(lead),
      considered: [],
      tie_break: null,
      sticky: null,
      most_credit: null,
    })),
  )
}
