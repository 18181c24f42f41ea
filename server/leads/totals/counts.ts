import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'
import { filterKey, listed, matches, type LeadFilter } from '#server/leads/lists/filter.ts'

/** A filter's total as of one snapshot. */
export interface Count {
  n: number
  snapshot: string
}

/** What is stored of a filter's total, brought up to this moment. */
export interface KnownTotal {
  total: number
  snapshot: string
  /** Whether it is time to store it anew: many changes have to be added to what is stored, or it is old. */
  stale: boolean
}

/** More deltas than these behind a stored count cost more than storing it anew. */
export const MANY_DELTAS = 100

/**
 * The filter's total from its stored count and what has changed since, as one row `known (total, snapshot, stale)`; no row
 * when nothing usable is stored.
 */
export const knownTotal = ({ companyId }: Tenant, filter: LeadFilter, key: Buffer): RawBuilder<unknown> => sql`
  select c.n + coalesce(sum(l.n) filter (where ${matches(filter)}), 0) as total, pg_current_snapshot()::text as snapshot,
    count(l.xid) > ${sql.lit(MANY_DELTAS)} or c.taken_at < now() - interval '1 hour' as stale
  from lead_counts c
  left join lead_count_deltas l on l.company_id = ${companyId} and l.xid >= c.since and not pg_visible_in_snapshot(l.xid, c.snapshot)
  where c.company_id = ${companyId} and c.key = ${key}
    and not exists (select from lead_count_floors f where f.company_id = ${companyId} and f.xid > c.since)
  group by c.n, c.taken_at`

/** The same, read with a plan that is made once; the total is also left in the slot. */
export const readTotal = async (tenant: Tenant, filter: LeadFilter, slot: string): Promise<KnownTotal | undefined> => {
  const query = sql<KnownTotal>`
    select known.*, set_config(${slot}, total::text, true) from (${knownTotal(tenant, filter, filterKey(filter))}) known`
  return (await runPlanned(tenant.db, query))[0]
}

/** Counts the filter's leads, every one. */
export const countLeads = async (tenant: Tenant, filter: LeadFilter): Promise<Count> => {
  const { rows } = await sql<Count>`
    select count(*) as n, pg_current_snapshot()::text as snapshot from leads l where ${listed(tenant, filter)}`.execute(
    tenant.db,
  )
  const [count] = rows
  if (!count) throw new Error('A count has no row')
  return count
}

/** Stores a total behind the answer. Whichever of several is stored last, count and snapshot fit together. */
export const keepCount = (tenant: Tenant, filter: LeadFilter, { n, snapshot }: Count) => {
  const key = filterKey(filter)
  tenant.keep(`count ${key.toString('base64')}`, ({ db, companyId }) =>
    sql`
      insert into lead_counts (company_id, key, filter, n, snapshot)
      values (${companyId}, ${key}, ${JSON.stringify(filter)}, ${n}, ${snapshot})
      on conflict (company_id, key) do update set n = excluded.n, snapshot = excluded.snapshot, taken_at = excluded.taken_at`.execute(
      db,
    ),
  )
}
