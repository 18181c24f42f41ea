import { hash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned, shapesOf } from '#server/db/transaction.ts'

const TOTAL = shapesOf('total of a list', 200)

/** The lists of one kind of row, for exact totals without counting: a stored count and the deltas since (decisions/010, 085). */
export interface CountedList<Filter extends object> {
  /** The counts are stored under this name. */
  entity: string
  /** The table of the rows. */
  rows: string
  /** What each statement added to them and took away, with every column that `matches` reads. */
  deltas: string
  /** Conditions read a row, or a delta, as this. */
  alias: string
  matches(filter: Filter): RawBuilder<boolean>
  /** All that must hold of a row: it is the tenant's, it is not deleted, and it matches. */
  listed(tenant: Tenant, filter: Filter): RawBuilder<boolean>
}

/** A filter's total as of one snapshot. */
export interface Count {
  n: number
  snapshot: string
}

/** What is stored of a filter's total, brought up to this moment. */
export interface KnownTotal {
  total: number
  snapshot: string
  /** Whether it is time to store it again: many changes have to be added to what is stored, or it is old. */
  stale: boolean
}

/** More deltas than these behind a stored count cost more than storing it again. */
const MANY_DELTAS = 100

/** The same filter is the same value, however it was asked for, so its text is its key. */
const keyOf = (filter: object) => hash('sha256', JSON.stringify(filter), 'buffer')

/** Whether no delta is missing that a count from `since` on has to add. */
export const deltasRemain = (
  { entity }: { entity: string },
  companyId: number,
  since: RawBuilder<unknown>,
) => sql<boolean>`
  not exists (select from list_count_floors f where f.company_id = ${companyId} and f.entity = ${sql.lit(entity)} and f.xid > ${since})`

/** The filter's total as one row `(total, snapshot, stale)`; no row when nothing usable is stored. */
export const knownTotal = <Filter extends object>(
  { companyId }: Tenant,
  list: CountedList<Filter>,
  filter: Filter,
  key: Buffer = keyOf(filter),
): RawBuilder<KnownTotal> => {
  const delta = (column: string) => sql.ref(`${list.alias}.${column}`)
  return sql<KnownTotal>`
  select stored.n + coalesce(sum(${delta('n')}) filter (where ${list.matches(filter)}), 0) as total, pg_current_snapshot()::text as snapshot,
    count(${delta('xid')}) > ${sql.lit(MANY_DELTAS)} or stored.taken_at < now() - interval '1 hour' as stale
  from list_counts stored
  left join ${sql.table(list.deltas)} ${sql.id(list.alias)}
    on ${delta('company_id')} = ${companyId} and ${delta('xid')} >= stored.since and not pg_visible_in_snapshot(${delta('xid')}, stored.snapshot)
  where stored.company_id = ${companyId} and stored.entity = ${sql.lit(list.entity)} and stored.key = ${key}
    and ${deltasRemain(list, companyId, sql`stored.since`)}
  group by stored.n, stored.taken_at`
}

/** The same, read with a plan that is made once; the total is also left in the slot. */
export const readTotal = async <Filter extends object>(
  tenant: Tenant,
  list: CountedList<Filter>,
  filter: Filter,
  slot: string,
): Promise<KnownTotal | undefined> => {
  const query = sql<KnownTotal>`
    select known.*, set_config(${slot}, total::text, true) from (${knownTotal(tenant, list, filter)}) known`
  return (await runPlanned(tenant.db, TOTAL, query))[0]
}

/** Counts the filter's rows, every one. */
export const countRows = async <Filter extends object>(
  tenant: Tenant,
  list: CountedList<Filter>,
  filter: Filter,
): Promise<Count> => {
  const { rows } = await sql<Count>`
    select count(*) as n, pg_current_snapshot()::text as snapshot
    from ${sql.table(list.rows)} ${sql.id(list.alias)} where ${list.listed(tenant, filter)}`.execute(tenant.db)
  const [count] = rows
  if (!count) throw new Error('A count has no row')
  return count
}

/** What is known, stored again when it is time; else every row is counted, this once. */
export const totalOf = async <Filter extends object>(
  tenant: Tenant,
  list: CountedList<Filter>,
  filter: Filter,
  known: KnownTotal | undefined,
): Promise<number> => {
  if (known) {
    if (known.stale) keepCount(tenant, list, filter, { n: known.total, snapshot: known.snapshot })
    return known.total
  }
  tenant.inTurn()
  const count = await countRows(tenant, list, filter)
  keepCount(tenant, list, filter, count)
  return count.n
}

/** Stores a total behind the answer. Whichever of several is stored last, count and snapshot fit together. */
const keepCount = (tenant: Tenant, { entity }: { entity: string }, filter: object, { n, snapshot }: Count) => {
  const key = keyOf(filter)
  tenant.keep(`count of ${entity} ${key.toString('base64')}`, ({ db, companyId }) =>
    sql`
      insert into list_counts (company_id, entity, key, filter, n, snapshot)
      values (${companyId}, ${entity}, ${key}, ${JSON.stringify(filter)}, ${n}, ${snapshot})
      on conflict (company_id, entity, key) do update set n = excluded.n, snapshot = excluded.snapshot, taken_at = excluded.taken_at`.execute(
      db,
    ),
  )
}
