import { sql, type RawBuilder } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import type { CountedList } from './counts.ts'

type Named = Pick<CountedList<object>, 'entity' | 'deltas'>

/** So many filters of a company have their totals stored; the ones asked for last. */
const MOST_COUNTS = 1_000
/** A count that is further behind costs less to make again than to bring up to date. */
const MOST_DELTAS = 50_000

/** Waiting work of an area: deletes stored counts that nobody asks for, and deltas that all others have seen. */
export const refreshCounts =
  (list: Named) =>
  (tenants: Tenants, companyId: number): Promise<void> =>
    tenants.write(
      companyId,
      { kind: 'system', channel: 'api', act: `${list.entity}.refresh-counts` },
      async (tenant) => {
        await deleteOldCounts(tenant, list)
        await deleteSeenDeltas(tenant, list)
      },
    )

export const deleteOldCounts = async ({ db, companyId }: Tenant, { entity, deltas }: Named): Promise<void> => {
  const own = sql`company_id = ${companyId} and entity = ${entity}`
  await sql`
    delete from list_counts where ${own} and (taken_at < now() - interval '1 day' or key in (
      select key from list_counts where ${own} order by taken_at desc offset ${MOST_COUNTS}))`.execute(db)
  // Never past a transaction that is still at work: whoever reads now begins no later than it.
  await sql`
    with far as (
      select least(d.xid, pg_snapshot_xmin(pg_current_snapshot())) as xid from ${sql.table(deltas)} d
      where d.company_id = ${companyId} order by d.company_id, d.xid desc, d.id desc offset ${MOST_DELTAS} limit 1
    )
    delete from list_counts where ${own} and since < (select xid from far)`.execute(db)
}

/** `alsoSince`: from where on others than the counts need the deltas, as rows `(since)`. */
export const deleteSeenDeltas = async (
  { db, companyId }: Tenant,
  { entity, deltas }: Named,
  alsoSince?: RawBuilder<unknown>,
): Promise<void> => {
  await sql`
    with needed as (
      select since from list_counts where company_id = ${companyId} and entity = ${entity} union all
      ${alsoSince ? sql`${alsoSince} union all` : sql``}
      select pg_snapshot_xmin(pg_current_snapshot()) order by since limit 1
    ), floor as (
      insert into list_count_floors as f (company_id, entity, xid) select ${companyId}, ${entity}, since from needed
      on conflict (company_id, entity) do update set xid = greatest(f.xid, excluded.xid)
    )
    delete from ${sql.table(deltas)} where company_id = ${companyId} and xid < (select since from needed)`.execute(db)
}
