import type { Tenant } from '#server/db/tenant.ts'
import type { LockedLead } from '#server/domain/leads/write.ts'
import { leaveQueue } from './queue.ts'
import { recordDecisions } from './record.ts'

/** Keeps that a person made a lead theirs by working on it; the lead itself is written together with that work. */
export const takeOver = async (tenant: Tenant, { id, assigned_qa }: LockedLead, by: number) => {
  await leaveQueue(tenant, 'qa', [id])
  await recordDecisions(tenant, [
    { lead_id: id, list: 'qa', mode: 'self', chosen: by, replaced: assigned_qa, considered: [], tie_break: null },
  ])
}
