import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { countLeads, knownTotal, type KnownTotal } from './counts.ts'
import type { LeadFilter } from '#server/leads/lists/filter.ts'
import { strayRollups } from './rollups.ts'

export interface Drift {
  filter: LeadFilter
  /** What the stored numbers say, and what there is. */
  said: number
  is: number
}

export interface Checked {
  counts: number
  /** How many sums of the dashboards are stored, and how many of them were wrong; then all are made anew when next asked for. */
  rollups: { stored: number; wrong: number }
  /** What did not agree; it has been taken away, so that the next who asks counts anew. */
  drifts: Drift[]
}

/** Compares every stored total and sum of a company with its leads, each at one moment, and takes away what is wrong. */
export const checkCounts = async (tenants: Tenants, companyId: number): Promise<Checked> => {
  const stored = await tenants.read(companyId, ({ db }) =>
    sql<Stored>`select key, filter from lead_counts where company_id = ${companyId} order by key`.execute(db),
  )
  const rollups = await tenants.read(companyId, strayRollups)
  if (rollups.wrong)
    await tenants.write(companyId, ACTOR, ({ db }) =>
      sql`delete from lead_rollup_states where company_id = ${companyId}`.execute(db),
    )
  const checked: Checked = { counts: 0, rollups, drifts: [] }
  for (const each of stored.rows) {
    const count = await tenants.read(companyId, (tenant) => checkTotal(tenant, each))
    if (!count) continue
    checked.counts += 1
    if (count.said === count.is) continue
    checked.drifts.push(count)
    await tenants.write(companyId, ACTOR, ({ db }) =>
      sql`delete from lead_counts where company_id = ${companyId} and key = ${each.key}`.execute(db),
    )
  }
  return checked
}

const ACTOR = { kind: 'system', channel: 'api', act: 'lead-counts.check' } as const

interface Stored {
  key: Buffer
  filter: LeadFilter
}

const checkTotal = async (tenant: Tenant, { key, filter }: Stored): Promise<Drift | undefined> => {
  const { rows } = await sql<KnownTotal>`${knownTotal(tenant, filter, key)}`.execute(tenant.db)
  return rows[0] && { filter, said: rows[0].total, is: (await countLeads(tenant, filter)).n }
}
