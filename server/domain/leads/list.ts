import { sql } from 'kysely'
import { type Lead, LEAD_SORTS, type LeadQuery } from '#contract/lead.ts'
import type { Pagination } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { pageBounds, paginationOf, sortColumn } from '#server/kit/page.ts'
import { countLeads, keepCount, knownTotal, type KnownTotal } from './counts.ts'
import { filterKey, leadFilter, listed, momentOf, USUAL_SORT, type LeadFilter } from './filter.ts'
import { FAR_DOWN, markBefore } from './marks.ts'
import { leadsById } from './rows.ts'
import { searching, searchLeads, type Found, type Wanted } from './search.ts'
import type { LeadList } from './scope.ts'

/** In the usual order every page is near: any that somebody can mean. In others the rows before it have to be passed. */
const LAST_ROW = { usual: 10_000_000, other: 10_000 }

/** One page of a lead list with its exact total, both of the same moment. */
export const leadList = async (
  tenant: Tenant,
  caller: Caller,
  list: LeadList,
  query: LeadQuery,
  dayNames?: { from: string; to: string },
): Promise<{ data: Lead[]; pagination: Pagination }> => {
  const text = query.search?.trim()
  const inUsualOrder = isUsual(query, USUAL_SORT[list])
  const { page, limit, offset } = pageBounds(query, inUsualOrder && !text ? LAST_ROW.usual : LAST_ROW.other)
  const filter = leadFilter(caller, list, query)
  const matching = listed(tenant, filter, dayNames)
  const wanted: Wanted = { filter, matching, order: ordering(query, USUAL_SORT[list]), inUsualOrder, limit, offset }

  const { ids, total } = text
    ? await searchLeads(tenant, text, wanted)
    : inUsualOrder && offset >= FAR_DOWN
      ? await pageFarDown(tenant, wanted)
      : await pageFromTheTop(tenant, wanted)
  return { data: await leadsById(tenant, ids), pagination: paginationOf(page, limit, total) }
}

/** The leads that a list shows for a query, and in which order; `l` is the lead. For whoever takes all of them. */
export const leadsOf = (
  tenant: Tenant,
  caller: Caller,
  list: LeadList,
  query: LeadQuery,
  dayNames?: { from: string; to: string },
) => ({
  matching: sql.join(
    [listed(tenant, leadFilter(caller, list, query), dayNames), ...searching(query.search)],
    sql` and `,
  ),
  order: ordering(query, USUAL_SORT[list]),
})

/** The total and the page in one statement. Where nothing matches, nothing is looked for. */
const pageFromTheTop = async (tenant: Tenant, { filter, matching, order, limit, offset }: Wanted): Promise<Found> => {
  const { rows } = await sql<Partial<KnownTotal> & { ids: number[] }>`
    with known as materialized (${knownTotal(tenant, filter, filterKey(filter))})
    select known.*, page.ids from (
      select to_json(array(
        select l.id from leads l where ${matching} and (select total from known) is distinct from 0
        order by ${order} limit ${limit} offset ${offset})) as ids
    ) page left join known on true`.execute(tenant.db)
  const [row] = rows
  return { ids: row?.ids ?? [], total: await totalOf(tenant, filter, row) }
}

/** Reads on from a mark a little way before the page. */
const pageFarDown = async (tenant: Tenant, { filter, matching, order, limit, offset }: Wanted): Promise<Found> => {
  const known = await sql<KnownTotal>`${knownTotal(tenant, filter, filterKey(filter))}`.execute(tenant.db)
  const total = await totalOf(tenant, filter, known.rows[0])
  if (offset >= total) return { ids: [], total }
  const mark = await markBefore(tenant, filter, { offset, total })
  const { rows } = await sql<{ id: number }>`
    select l.id from leads l where ${matching}${mark.moment === null ? sql`` : sql` and ${momentOf(filter)} <= ${mark.moment}`}
    order by ${order} limit ${limit} offset ${offset - mark.rank}`.execute(tenant.db)
  return { ids: rows.map(({ id }) => id), total }
}

/** What is known, stored anew when it is time; else every lead is counted, this once. */
const totalOf = async (tenant: Tenant, filter: LeadFilter, known: Partial<KnownTotal> | undefined): Promise<number> => {
  if (known?.total == null) {
    const count = await countLeads(tenant, filter)
    keepCount(tenant, filter, count)
    return count.n
  } else {
    if (known.stale && known.snapshot) keepCount(tenant, filter, { n: known.total, snapshot: known.snapshot })
    return known.total
  }
}

const isUsual = ({ sort, order = 'desc' }: LeadQuery, usual: string) =>
  order === 'desc' && (sort === undefined || sort === usual)

const SORTS: ReadonlyMap<string, string> = new Map(LEAD_SORTS.map((name) => [name, `l.${name}`]))

const ordering = ({ sort, order = 'desc' }: LeadQuery, usual: string) => {
  const column = sql.ref(sortColumn(sort ?? usual, SORTS))
  const direction = sql.raw(order)
  // NULLS LAST would hide the index behind the usual order, whose column is never null where the list shows it.
  const nulls = sort === undefined || sort === usual || sort === 'created_at' ? sql`` : sql`nulls last`
  return sql`${column} ${direction} ${nulls}, l.id ${direction}`
}
