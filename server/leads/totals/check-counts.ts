import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { countLeads, knownTotal, type KnownTotal } from './counts.ts'
import { listed, momentOf, type LeadFilter } from '#server/leads/lists/filter.ts'
import { lastMark } from '#server/leads/lead/marks.ts'
import { strayRollups } from './rollups.ts'

export interface Drift {
  filter: LeadFilter
  /** What the stored numbers say, and what there is. */
  said: number
  is: number
}

export interface Checked {
  counts: number
  marks: number
  /** How many sums of the dashboards are stored, and how many of them were wrong; then all are made anew when next asked for. */
  rollups: { stored: number; wrong: number }
  /** What did not agree; it has been taken away, so that the next who asks counts anew. */
  drifts: Drift[]
}

/** Compares every stored total, mark and sum of a company with its leads, each at one moment, and takes away what is wrong. */
export const checkCounts = async (tenants: Tenants, companyId: number): Promise<Checked> => {
  const stored = await tenants.read(companyId, ({ db }) =>
    sql<Stored>`select key, filter from lead_counts where company_id = ${companyId} order by key`.execute(db),
  )
  const rollups = await tenants.read(companyId, strayRollups)
  if (rollups.wrong)
    await tenants.write(companyId, ACTOR, ({ db }) =>
      sql`delete from lead_rollup_states where company_id = ${companyId}`.execute(db),
    )
  const checked: Checked = { counts: 0, marks: 0, rollups, drifts: [] }
  for (const each of stored.rows) {
    const [count, mark] = await tenants.read(companyId, (tenant) =>
      Promise.all([checkTotal(tenant, each), checkMark(tenant, each)]),
    )
    if (count) checked.counts += 1
    if (mark) checked.marks += 1
    const drifts = [count, mark].filter((one) => one !== undefined).filter(({ said, is }) => said !== is)
    if (drifts.length === 0) continue
    checked.drifts.push(...drifts)
    await tenants.write(companyId, ACTOR, async ({ db }) => {
      await sql`delete from lead_counts where company_id = ${companyId} and key = ${each.key}`.execute(db)
      await sql`delete from lead_marks where company_id = ${companyId} and key = ${each.key}`.execute(db)
    })
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

/** One from the middle: all of a filter are taken and brought up to date together. */
const checkMark = async (tenant: Tenant, { filter }: Stored): Promise<Drift | undefined> => {
  const { n } = await countLeads(tenant, filter)
  const mark = await lastMark(tenant, filter, Math.floor(n / 2))
  if (!mark || mark.moment === null) return undefined
  const { rows } = await sql<{ is: number }>`
    select count(*) as is from leads l where ${listed(tenant, filter)} and (${momentOf(filter)} > ${mark.moment}) is not false`.execute(
    tenant.db,
  )
  return { filter, said: mark.rank, is: rows[0]?.is ?? 0 }
}
