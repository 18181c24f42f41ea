import { sql } from 'kysely'
import type { Tenants } from '#server/db/tenant.ts'
import { buildRollups, foldRollups, noneAreMade } from './rollups.ts'

/** So many filters of a company have their totals stored; the ones asked for last. */
const MOST_COUNTS = 1_000
/** A count that is further behind costs less to make anew than to bring up to date. */
const MOST_DELTAS = 50_000

/** Folds the deltas into the roll-ups, takes away stored counts that nobody asks for, and the deltas that all others have seen. */
export const refreshCounts = (tenants: Tenants, companyId: number): Promise<void> =>
  tenants.write(companyId, { kind: 'system', channel: 'api', act: 'lead-counts.tend' }, async (tenant) => {
    const { db } = tenant
    // Whoever makes them sees the leads as they were when they began, so they will want every delta since.
    const mayFold = await noneAreMade(tenant)
    if (mayFold) await foldRollups(tenant)
    await sql`
      delete from lead_counts where company_id = ${companyId} and (taken_at < now() - interval '1 day' or key in (
        select key from lead_counts where company_id = ${companyId} order by taken_at desc offset ${MOST_COUNTS}))`.execute(
      db,
    )
    // Never past a transaction that is still at work: whoever reads now begins no later than it.
    await sql`
      with far as (
        select least(xid, pg_snapshot_xmin(pg_current_snapshot())) as xid from lead_count_deltas
        where company_id = ${companyId} order by company_id, lead_count_deltas.xid desc, id desc offset ${MOST_DELTAS} limit 1
      )
      delete from lead_counts where company_id = ${companyId} and since < (select xid from far)`.execute(db)
    if (!mayFold) return
    await sql`
      with needed as (
        select since from lead_counts where company_id = ${companyId} union all
        select since from lead_rollup_states where company_id = ${companyId} union all
        select pg_snapshot_xmin(pg_current_snapshot()) order by since limit 1
      ), floor as (
        insert into lead_count_floors as f (company_id, xid) select ${companyId}, since from needed
        on conflict (company_id) do update set xid = greatest(f.xid, excluded.xid)
      )
      delete from lead_count_deltas where company_id = ${companyId} and xid < (select since from needed)`.execute(db)
  })

/** Makes the roll-ups of a company that has asked for them. */
export const makeRollups = (tenants: Tenants, companyId: number, leadsAtOnce?: number): Promise<void> =>
  tenants.writeInOneSnapshot(companyId, { kind: 'system', channel: 'api', act: 'lead-rollups.make' }, (tenant) =>
    buildRollups(tenant, leadsAtOnce),
  )
