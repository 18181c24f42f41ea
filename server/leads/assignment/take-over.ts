import type { Tenant } from '#server/db/tenant.ts'
import type { LockedLead } from '#server/leads/lead/write.ts'
import { leaveQueue } from './queue.ts'
import { recordDecisions } from './record.ts'

/** Keeps that a person made leads theirs by working on them; the leads themselves are written together with that work. */
export const takeOver = async (
  tenant: Tenant,
  leads: readonly Pick<LockedLead, 'id' | 'assigned_qa'>[],
  by: number,
) => {
  await leaveQueue(
    tenant,
    'qa',
    leads.map(({ id }) => id),
  )
  await recordDecisions(
    tenant,
    leads.map(({ id, assigned_qa }) => ({
      lead_id: id,
      list: 'qa',
      mode: 'self',
      chosen: by,
      replaced: assigned_qa,
      considered: [],
      tie_break: null,
      sticky: null,
      most_credit: null,
    })),
  )
}
