import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { requeueLeads } from '#server/leads/assignment/queue.ts'
import { refreshClocks } from '#server/leads/sla/refresh-clocks.ts'
import { putBack } from './put-back.ts'

/** Leads of a company whose clocks or places in the queue are others when all are set anew; nothing stays changed. */
export const setOtherwise = (tenants: Tenants, companyId: number): Promise<string[]> =>
  putBack(tenants, companyId, async (tenant) => {
    const kept = await standings(tenant)
    // Those of a deleted lead wait for it to come back.
    const { rows } = await sql<{ id: number }>`
      select id from leads where company_id = ${companyId} and deleted_at is null order by id`.execute(tenant.db)
    const ids = rows.map(({ id }) => id)
    await refreshClocks(tenant, ids)
    await requeueLeads(tenant, ids)
    const anew = await standings(tenant)
    return [...new Set([...kept.keys(), ...anew.keys()])]
      .filter((which) => kept.get(which) !== anew.get(which))
      .map((which) => `${which}: ${kept.get(which) ?? 'none'}, set anew ${anew.get(which) ?? 'none'}`)
  })

const standings = async ({ db, companyId }: Tenant) => {
  const { rows } = await sql<{ which: string; how: string }>`
    select 'clock of ' || clock || ' of lead ' || lead_id as which, (to_jsonb(k) - 'revision')::text as how
    from lead_clocks k where company_id = ${companyId}
    union all select 'place of lead ' || lead_id || ' for ' || list, 'waits' from assignment_queue where company_id = ${companyId}`.execute(
    db,
  )
  return new Map(rows.map(({ which, how }) => [which, how]))
}
