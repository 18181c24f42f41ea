import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { filterKey, listed, matches, momentOf, type LeadFilter } from './filter.ts'

/** A place in a filter's usual order to begin reading at. */
export interface Mark {
  /** Leads of this moment and older ones follow; null: all do. */
  moment: string | null
  /** How many come before them. */
  rank: number
}

interface FoundMark extends Mark {
  /** How many changes had to be looked at to know its rank. */
  deltas: number
}

const BEGINNING: Mark = { moment: null, rank: 0 }

/** Before this row, reading from the beginning costs nothing. */
export const FAR_DOWN = 1_000
/** Marks lie so many rows apart, or at as many places as this in all, whichever is further. */
const ROWS_BETWEEN = 100
const MOST_MARKS = 1_000
/** More changes than these are slower to add than a mark saves. */
const MANY_DELTAS = 5_000

/**
 * The last mark before a row far down, with its rank as it is now; the beginning where there is none yet.
 */
export const markBefore = async (
  tenant: Tenant,
  filter: LeadFilter,
  { offset, total }: { offset: number; total: number },
): Promise<Mark> => {
  const mark = await lastMark(tenant, filter, filterKey(filter), offset)
  const apart = Math.max(ROWS_BETWEEN, Math.ceil(total / MOST_MARKS))
  if (!mark || mark.deltas > MANY_DELTAS || offset - mark.rank > 4 * apart + 2 * mark.deltas)
    keepMarks(tenant, filter, apart)
  return mark ?? BEGINNING
}

/**
 * No change can have moved a mark further down than all that came since: so much before the row, and it is surely not
 * behind it.
 */
export const lastMark = async (
  { db, companyId }: Tenant,
  filter: LeadFilter,
  key: Buffer,
  offset: number,
): Promise<FoundMark | undefined> => {
  const { rows } = await sql<FoundMark>`
  with marks as materialized (
    select m.moments, m.ranks, m.snapshot, m.since from lead_marks m
    where m.company_id = ${companyId} and m.key = ${key}
      and not exists (select from lead_count_floors f where f.company_id = ${companyId} and f.xid > m.since)
  ), changed as materialized (
    select case when ${matches(filter)} then l.n else 0 end as n, ${momentOf(filter)} as moment
    from marks m join lead_count_deltas l on l.company_id = ${companyId} and l.xid >= m.since and not pg_visible_in_snapshot(l.xid, m.snapshot)
  ), place as materialized (
    select moments, ranks,
      width_bucket(${offset}::bigint - (select coalesce(sum(n) filter (where n > 0), 0) from changed)::bigint, ranks) as at
    from marks
  )
  select moments[at] as moment, (select count(*) from changed) as deltas, case at when 0 then 0 else
    ranks[at] + (select coalesce(sum(n), 0) from changed where (moment > moments[at]) is not false) end as rank
  from place`.execute(db)
  return rows[0]
}

/** Takes the marks behind the answer: one look through the index of the list, then never again until much has changed. */
const keepMarks = (tenant: Tenant, filter: LeadFilter, apart: number) => {
  const key = filterKey(filter)
  const moment = momentOf(filter)
  tenant.keep(`marks ${key.toString('base64')}`, ({ db, companyId }) =>
    sql`
      insert into lead_marks (company_id, key, moments, ranks, snapshot)
      select ${companyId}, ${key}, coalesce(array_agg(moment order by before), '{}'), coalesce(array_agg(before order by before), '{}'), pg_current_snapshot()
      from (
        select distinct moment, before from (
          select ${moment} as moment, rank() over newest - 1 as before, row_number() over newest as place
          from leads l where ${listed(tenant, filter)}
          window newest as (order by ${moment} desc)
        ) ranked where place % ${apart} = 0 and moment is not null
      ) marks
      on conflict (company_id, key) do update
        set moments = excluded.moments, ranks = excluded.ranks, snapshot = excluded.snapshot, taken_at = excluded.taken_at`.execute(
      db,
    ),
  )
}
