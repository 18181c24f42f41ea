import { sql } from 'kysely'
import type { LeadKind } from '#contract/leads/lead.ts'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { missingKey } from '#server/leads/assignment/eligibility.ts'
import { pauseRotation, type AssignmentList } from '#server/leads/assignment/queue.ts'
import { sumAgain, totalOfLead } from './product-lines.ts'
import { refreshLeads } from './refresh-leads.ts'
import { awaitFollowUps } from '#server/leads/valid-leads/follow-ups.ts'
import { giveClocksBack } from '#server/leads/sla/detached-clocks.ts'
import { keepOverdue } from '#server/leads/sla/refresh-clocks.ts'
import type { Row } from '#server/platform/changes/rows.ts'

/** Status, owner, verdict, snapshot and reason of a lead: one field, whoever decides has seen all of it. */
export const DECISION: ReadonlySet<string> = new Set([
  'status',
  'status_at',
  'assigned_qa',
  'assigned_how',
  'assigned_at',
  'released_by',
  'released_how',
  'in_progress_at',
  'verdict_id',
  'validated_at',
  'validated_by',
  'reason_code',
  'reason_note',
  'duplicate_of',
  'on_hold_until',
  'quarantined_by',
  'enquiry_status',
  'lost_reason',
  'nurture_until',
  'enquiry_at',
  'follow_up_on',
  'reached_by',
  'sales_note',
  'first_response_at',
  'sales_person',
  'sales_assigned_at',
  'deleted_at',
])

const LIST_OF = { assigned_qa: 'qa', sales_person: 'sales' } as const satisfies Record<string, AssignmentList>

/** Why leads cannot be as they were: nobody is given one who could not be given it today. By the lead's id. */
export const leadFaults = async (
  tenant: Tenant,
  leads: readonly { id: number; now: Row; values: Row }[],
): Promise<ReadonlyMap<number, string>> => {
  const given = leads.flatMap(({ id, now, values }) =>
    (['assigned_qa', 'sales_person'] as const).flatMap((field) => {
      const person = values[field]
      return typeof person === 'number' ? [{ id, person, list: LIST_OF[field], kind: kindOf(now) }] : []
    }),
  )
  const staff = await staffOf(
    tenant,
    given.map(({ person }) => person),
  )
  const faults = new Map<number, string>()
  for (const { id, person, list, kind } of given) {
    const fault = unfit(staff.get(person), list, kind)
    if (fault) faults.set(id, fault)
  }
  for (const { id, now, values } of leads) {
    const fault = mixFault({ ...now, ...values })
    if (fault) faults.set(id, fault)
  }
  return faults
}

interface StaffMember {
  name: string
  status: string
  permissions: string[]
}

const kindOf = ({ kind }: Row): LeadKind => (kind === 'registration' ? kind : 'enquiry')

const unfit = (person: StaffMember | undefined, list: AssignmentList, kind: LeadKind): string | undefined => {
  if (person?.status !== 'active') return `${person?.name ?? 'Its earlier owner'} is deactivated and can’t take leads.`
  const missing = missingKey(person.permissions, list, kind)
  return missing && `${person.name} can’t work it without the permission ${permissionsInWords([missing])}.`
}

const staffOf = async ({ db }: Tenant, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, StaffMember>()
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'name', 'status', 'permissions'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}

/** What no lead may be, whatever it was once. */
const mixFault = (lead: Row): string | undefined => {
  const { status, assigned_qa, sales_person, enquiry_status, quarantined_by, reason_code } = lead
  const open = status === 'assigned' || status === 'in-progress' || status === 'on_hold'
  if (open && assigned_qa === null) return 'It would be in progress without an owner.'
  if (status === 'new' && assigned_qa !== null) return 'It would be new but have an owner.'
  if ((open || status === 'new') && sales_person !== null) return 'It would be with sales before it is valid.'
  if (enquiry_status !== null && status !== 'valid') return 'Its enquiry would be open though it is not valid.'
  if (quarantined_by !== null && status !== 'new') return 'It would be quarantined though it is decided.'
  if (status === 'invalid' && reason_code === null) return 'It would be invalid without a reason.'
  return undefined
}

/** Leads that were put back wait for a person again, or do not any more; one whose verdict was taken back asks for what its lines sum up to. */
export const leadsPutBack = async (
  tenant: Tenant,
  leads: readonly { id: number; now: Row; values: Row }[],
  acts: readonly string[],
) => {
  const whose = (...fields: string[]) => leads.filter(({ values }) => fields.some((field) => field in values)).map(idOf)
  await sumAgain(tenant, whose('verdict_id', 'total_quantity'))
  await giveClocksBack(tenant, whose(...DECISION), acts)
  // What held a lead back then may be gone by now.
  const heldBack = leads.filter(({ values }) => (values['quarantined_by'] ?? null) !== null)
  const again = heldBack.filter(({ now }) => now['quarantined_by'] === null)
  // A domain made it invalid; it may have another address since, which says nothing about this one.
  const newAgain = leads.filter(({ now, values }) => now['status'] === 'invalid' && values['status'] === 'new')
  await refreshLeads(
    tenant,
    leads.map(idOf),
    [...whose('email'), ...again.map(idOf), ...newAgain.map(idOf)],
    [...whose('deleted_at'), ...heldBack.map(idOf)],
    acts,
  )
  await pauseRotation(tenant, leads.filter(losesOwner).map(idOf))
  await keepOverdue(tenant, whose('assigned_qa'))
  await awaitFollowUps(tenant, whose('follow_up_on', 'nurture_until', 'sales_person', 'deleted_at'))
}

const idOf = ({ id }: { id: number }) => id

/** An undone assignment leaves it without the owner that it had. One that is released again by an undo waits for somebody else at once. */
const losesOwner = ({ now, values }: { now: Row; values: Row }) =>
  (values['released_by'] ?? null) === null &&
  (['assigned_qa', 'sales_person'] as const).some((field) => values[field] === null && now[field] !== null)

/** What a lead knows of its lines: what they sum up to, and in which of its versions they changed last. */
export const LINES_TOLD: ReadonlySet<string> = new Set(['total_quantity', 'products_version'])

/** Leads whose lines were put back ask for what they sum up to, whatever has changed them since. */
export const linesPutBack = async (
  { db, companyId }: Tenant,
  lines: readonly { now: Row; values: Row }[],
): Promise<void> => {
  const leads = new Set(lines.flatMap(({ now, values }) => [now['lead_id'], values['lead_id']]).filter(isId))
  await sql`
    update leads l set products_version = l.version + 1, total_quantity = ${totalOfLead(companyId)}
    where l.company_id = ${companyId} and l.id = any(${[...leads]}::bigint[])`.execute(db)
}

const isId = (value: unknown) => typeof value === 'number'
