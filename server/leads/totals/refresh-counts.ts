import { sql } from 'kysely'
import type { Tenants } from '#server/db/tenant.ts'
import { deleteOldCounts, deleteSeenDeltas } from '#server/platform/counted-lists/refresh.ts'
import { LEAD_LISTS } from '#server/leads/lists/filter.ts'
import { buildRollups, foldRollups, noneAreMade } from './rollups.ts'

/** Folds the deltas into the roll-ups before it deletes those that counts and roll-ups have seen. */
export const refreshLeadCounts = (tenants: Tenants, companyId: number): Promise<void> =>
  tenants.write(companyId, { kind: 'system', channel: 'api', act: 'leads.refresh-counts' }, async (tenant) => {
    // Whoever makes them sees the leads as they were when they began, so they will want every delta since.
    const mayFold = await noneAreMade(tenant)
    if (mayFold) await foldRollups(tenant)
    await deleteOldCounts(tenant, LEAD_LISTS)
    if (mayFold)
      await deleteSeenDeltas(
        tenant,
        LEAD_LISTS,
        sql`select since from lead_rollup_states where company_id = ${companyId}`,
      )
  })

/** Makes the roll-ups of a company that has asked for them. */
export const makeRollups = (tenants: Tenants, companyId: number, leadsAtOnce?: number): Promise<void> =>
  tenants.writeInOneSnapshot(companyId, { kind: 'system', channel: 'api', act: 'lead-rollups.make' }, (tenant) =>
    buildRollups(tenant, leadsAtOnce),
  )
