import { sql } from 'kysely'
import { permissionsInWords } from '#contract/platform/permission-words.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { giveLeads, refusalOf, takerOf } from '#server/leads/assignment/assign.ts'
import type { TakenIn } from '#server/leads/intake/intake.ts'
import { lockLeads, type LockedLead } from '#server/leads/lead/write.ts'
import { setInProgress } from '#server/leads/verdicts/store.ts'
import type { Reason } from '#server/platform/imports/spec.ts'
import type { Handling } from './handling.ts'

const ASSIGNS = 'marketing_leads_assign_to_staff'

/** Whether the person who imports may name owners. */
export const mayAssign = (caller: Caller) => caller.can(ASSIGNS)

export const NOT_ASSIGNED: Reason = {
  column: null,
  message: `The owner was left out: you need the permission ${permissionsInWords([ASSIGNS])}`,
}

type Arrived = Pick<TakenIn, 'id' | 'became'> & { handling: Handling }

/**
 * Gives leads that have just come in to the owners that their rows name, in place of the rotation; answers why some were not given. Leads
 * that a restricted domain caught are nobody’s.
 */
export const giveToOwners = async (
  tenant: Tenant,
  caller: Caller,
  leads: readonly Arrived[],
): Promise<ReadonlyMap<number, Reason>> => {
  const notes = new Map<number, Reason>()
  const owned = leads.filter(({ became, handling }) => became === 'new' && handling.owner !== undefined)
  if (!mayAssign(caller)) for (const { id } of owned) notes.set(id, NOT_ASSIGNED)
  if (owned.length === 0 || !mayAssign(caller)) return notes
  const inProgress = new Set(owned.flatMap(({ id, handling }) => (handling.inProgress ? [id] : [])))
  // In the order of their ids, as everybody locks people.
  const byOwner = [...Map.groupBy(owned, ({ handling }) => handling.owner ?? 0)].toSorted(
    ([one], [other]) => one - other,
  )
  for (const [owner, theirs] of byOwner) {
    const staff = await takerOf(tenant, owner)
    const locked = await lockLeads(
      tenant,
      theirs.map(({ id }) => id),
      sql<boolean>`true`,
    )
    const given: LockedLead[] = []
    for (const lead of locked) {
      const refusal = refusalOf(lead, caller, 'bulk', staff, null)
      if (refusal) notes.set(lead.id, { column: null, message: refusal.message })
      else given.push(lead)
    }
    await giveLeads(tenant, owner, 'bulk', given)
    const started = given.flatMap(({ id }) => (inProgress.has(id) ? [id] : []))
    if (started.length > 0) await setInProgress(tenant, started, owner)
  }
  return notes
}
