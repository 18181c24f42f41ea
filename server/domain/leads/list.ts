import { sql, type RawBuilder } from 'kysely'
import { type Lead, LEAD_SORTS, type LeadQuery } from '#contract/lead.ts'
import type { Pagination } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { withinDays } from '#server/kit/day.ts'
import { containing, pageBounds, paginationOf, sortColumn, startingWith } from '#server/kit/page.ts'
import { leadRows } from './rows.ts'
import { LIST_SCOPES, type LeadList } from './scope.ts'

/** How a list opens when nobody has asked for another order. */
const USUAL_SORT: Readonly<Record<LeadList, string>> = {
  marketing: 'created_at',
  unassigned: 'created_at',
  assigned: 'created_at',
  valid: 'validated_at',
  registration: 'created_at',
}

/** One page of a lead list with its exact total, both of the same moment. */
export const leadList = async (
  tenant: Tenant,
  caller: Caller,
  list: LeadList,
  query: LeadQuery,
  dayNames?: { from: string; to: string },
): Promise<{ data: Lead[]; pagination: Pagination }> => {
  const { page, limit, offset } = pageBounds(query)
  const matching = sql.join(
    [
      sql`l.company_id = ${tenant.companyId}`,
      sql`l.deleted_at is null`,
      LIST_SCOPES[list](caller),
      ...filters(query, caller, dayNames),
    ],
    sql` and `,
  )
  const order = ordering(query, USUAL_SORT[list])

  const [data, total] = await Promise.all([
    leadRows(
      tenant,
      sql`select id, row_number() over () as place from (
        select l.id from leads l where ${matching} order by ${order} limit ${limit} offset ${offset}) as page`,
    ),
    sql<{ total: number }>`select count(*) as total from leads l where ${matching}`.execute(tenant.db),
  ])
  return { data, pagination: paginationOf(page, limit, total.rows[0]?.total ?? 0) }
}

const SORTS: ReadonlyMap<string, string> = new Map(LEAD_SORTS.map((name) => [name, `l.${name}`]))

const ordering = ({ sort, order = 'desc' }: LeadQuery, usual: string) => {
  const column = sql.ref(sortColumn(sort ?? usual, SORTS))
  const direction = sql.raw(order)
  // NULLS LAST would hide the index behind the usual order, whose column is never null where the list shows it.
  const nulls = sort === undefined || sort === usual || sort === 'created_at' ? sql`` : sql`nulls last`
  return sql`${column} ${direction} ${nulls}, l.id ${direction}`
}

const filters = (query: LeadQuery, caller: Caller, dayNames?: { from: string; to: string }): RawBuilder<unknown>[] => [
  ...withinDays(sql`l.created_at`, query, caller.timeZone, dayNames),
  ...anyOf('source', query.source),
  ...anyOf('status', query.status),
  ...anyOf('enquiry_status', query.enquiry_status),
  ...heldBy('assigned_qa', query.assigned_qa),
  ...heldBy('sales_person', query.sales_person),
  ...(query.quarantined ? [sql`l.quarantined_by is not null`] : []),
  ...searching(query.search),
]

const anyOf = (column: string, values: readonly string[] | undefined) =>
  values ? [sql`${sql.ref(`l.${column}`)} = any(${values})`] : []

/** Ids, and `none` for nobody. */
const heldBy = (column: string, values: readonly (number | 'none')[] | undefined) => {
  if (!values) return []
  const holder = sql.ref(`l.${column}`)
  const ids = values.filter((value) => value !== 'none')
  const held = sql`${holder} = any(${ids}::int[])`
  return [values.includes('none') ? sql`(${holder} is null or ${held})` : held]
}

/**
 * A fragment anywhere in name, e-mail, company, phone or number. Under three characters the trigram index has
 * nothing to hold on to: then the beginning of the name or of the company counts.
 */
const searching = (search: string | undefined) => {
  const text = search?.trim()
  if (!text) return []
  // The database lowers both sides: it and JavaScript do not agree on every letter.
  if (Array.from(text).length >= 3) return [sql`l.id in (select search_leads(fold(${containing(text)})))`]
  const start = sql`fold(${startingWith(text)})`
  return [sql`(fold(l.name) like ${start} or fold(l.company) like ${start} or l.lead_no::text like ${start})`]
}
