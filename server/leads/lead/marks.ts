import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { runPlanned } from '#server/db/transaction.ts'
import { MANY_DELTAS } from '#server/leads/totals/counts.ts'
import { filterKey, listed, matches, momentOf, type LeadFilter } from '#server/leads/lists/filter.ts'

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

/** Before this row, reading from the beginning costs nothing. */
export const FAR_DOWN = 1_000
/** Marks lie so many rows apart, or at as many places as this in all, whichever is further. */
const ROWS_BETWEEN = 100
const MOST_MARKS = 1_000
/**
 * Sees to the marks behind the answer: takes them where there are none yet, or where they lie too far apart by now, and brings
 * them up to date where many changes had to be added.
 */
export const refreshMarks = (
  tenant: Tenant,
  filter: LeadFilter,
  mark: FoundMark | undefined,
  { offset, total }: { offset: number; total: number },
) => {
  const apart = Math.max(ROWS_BETWEEN, Math.ceil(total / MOST_MARKS))
  if (!mark || offset - mark.rank > 4 * apart + 2 * mark.deltas) keepMarks(tenant, filter, apart)
  else if (mark.deltas > MANY_DELTAS) moveMarks(tenant, filter)
}

/**
 * The last mark before a row far down, with its rank as it is now. No change can have moved a mark further down than all that
 * came since: so much before the row, and it is surely not behind it.
 */
export const lastMark = async (tenant: Tenant, filter: LeadFilter, offset: number): Promise<FoundMark | undefined> => {
  const query = sql<FoundMark>`
    with marks as materialized (
      ${usableMarks(tenant, filter)}
    ), changed as materialized (
      ${changesSince(tenant, filter)}
    ), place as materialized (
      select moments, ranks,
        width_bucket(${offset}::bigint - (select coalesce(sum(n) filter (where n > 0), 0) from changed)::bigint, ranks) as at
      from marks
    )
    select moments[at] as moment, (select count(*) from changed) as deltas, case at when 0 then 0 else
      ranks[at] + (select coalesce(sum(n), 0) from changed where (moment > moments[at]) is not false) end as rank
    from place`
  return (await runPlanned(tenant.db, query))[0]
}

const usableMarks = ({ companyId }: Tenant, filter: LeadFilter) => sql`
  select m.moments, m.ranks, m.snapshot, m.since from lead_marks m
  where m.company_id = ${companyId} and m.key = ${filterKey(filter)}
    and not exists (select from lead_count_floors f where f.company_id = ${companyId} and f.xid > m.since)`

/** Of what `marks` have not seen, how many leads came to each moment of the filter's order, or went. */
const changesSince = ({ companyId }: Tenant, filter: LeadFilter) => sql`
  select case when ${matches(filter)} then l.n else 0 end as n, ${momentOf(filter)} as moment
  from marks m join lead_count_deltas l on l.company_id = ${companyId} and l.xid >= m.since and not pg_visible_in_snapshot(l.xid, m.snapshot)`

/** Adds the changes to the ranks, for this moment: they stay as true as they were, without a look at the leads. */
const moveMarks = (tenant: Tenant, filter: LeadFilter) =>
  tenant.keep(nameOf(filter), (behind) =>
    sql`
      with marks as materialized (
        ${usableMarks(behind, filter)}
      ), changed as materialized (
        ${changesSince(behind, filter)}
      ), moved as (
        select place, rank + sum(n) over (order by moment desc nulls first, place desc nulls last rows unbounded preceding) as rank from (
          select place, moment, rank, 0 as n from marks, unnest(moments, ranks) with ordinality as mark (moment, rank, place)
          union all
          select null, moment, null, n from changed
        ) both_sides
      )
      update lead_marks m
      set ranks = (select coalesce(array_agg(rank order by place), '{}') from moved where place is not null)::bigint[],
        snapshot = pg_current_snapshot(), taken_at = now()
      from marks where m.company_id = ${behind.companyId} and m.key = ${filterKey(filter)} and m.snapshot::text = marks.snapshot::text`.execute(
      behind.db,
    ),
  )

const nameOf = (filter: LeadFilter) => `marks ${filterKey(filter).toString('base64')}`

/** Takes the marks behind the answer: one look through the index of the list, then never again until much has changed. */
const keepMarks = (tenant: Tenant, filter: LeadFilter, apart: number) => {
  const key = filterKey(filter)
  const moment = momentOf(filter)
  tenant.keep(nameOf(filter), ({ db, companyId }) =>
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
