import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { settleQueue } from '#server/domain/assignment/queue.ts'
import { tendClocks } from '#server/domain/sla/tend.ts'

/** Leads of a company whose clocks or places in the queue are others when all are set anew; nothing stays changed. */
export const setOtherwise = async (tenants: Tenants, companyId: number): Promise<string[]> => {
  const differences: string[] = []
  const actor = { kind: 'system', channel: 'api', act: 'test' } as const
  const looked = new Error('All is put back as it was.')
  await tenants
    .write(companyId, actor, async (tenant) => {
      const kept = await standings(tenant)
      // Those of a deleted lead wait for it to come back.
      const { rows } = await sql<{ id: number }>`
        select id from leads where company_id = ${companyId} and deleted_at is null order by id`.execute(tenant.db)
      const ids = rows.map(({ id }) => id)
      await tendClocks(tenant, ids)
      await settleQueue(tenant, ids)
      const anew = await standings(tenant)
      for (const which of new Set([...kept.keys(), ...anew.keys()]))
        if (kept.get(which) !== anew.get(which))
          differences.push(`${which}: ${kept.get(which) ?? 'none'}, set anew ${anew.get(which) ?? 'none'}`)
      throw looked
    })
    .catch((error: unknown) => {
      if (error !== looked) throw error
    })
  return differences
}

const standings = async ({ db, companyId }: Tenant) => {
  const { rows } = await sql<{ which: string; how: string }>`
    select 'clock of ' || clock || ' of lead ' || lead_id as which, (to_jsonb(k) - 'revision')::text as how
    from lead_clocks k where company_id = ${companyId}
    union all select 'place of lead ' || lead_id || ' for ' || list, 'waits' from assignment_queue where company_id = ${companyId}`.execute(
    db,
  )
  return new Map(rows.map(({ which, how }) => [which, how]))
}
