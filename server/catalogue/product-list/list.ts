import { sql, type RawBuilder } from 'kysely'
import { FEWEST_DECIDED, type ListedProduct, type productList } from '#contract/catalogue/product-list.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { withinDays } from '#server/kit/day.ts'
import { containing, inWords, pageBounds, paginationOf, sortColumn, startingWith } from '#server/kit/page.ts'
import { PRODUCT_LIST, type CountedFilter } from '#server/catalogue/master-products/filter.ts'
import { idsIn, pageFromTheTop, type IdsIf } from '#server/platform/counted-lists/page.ts'
import { weeksOf } from '#server/catalogue/product-demand/demand.ts'

type ProductQuery = QueryOf<typeof productList.list>

/** What a product says of its category. */
const CATEGORY = sql`p.category`

/** Always put together in the same order: the text of a filter is its key. */
const filterOf = ({ category, discoverable }: ProductQuery): CountedFilter => ({
  ...(category ? { named: category.toSorted() } : {}),
  ...(discoverable ? { discoverable: discoverable === 'yes' } : {}),
})

/** The rest of the filter, which is counted each time: `p` is the product, `d` its demand. */
const demanded = ({ companyId }: Tenant, caller: Caller, query: ProductQuery): RawBuilder<unknown>[] => {
  const { search, demand_from, not_asked_in } = query
  const text = search?.trim()
  return [
    ...(text ? [saying(companyId, text)] : []),
    ...(demand_from === undefined ? [] : [sql`d.asked_90 >= ${demand_from}`]),
    ...(not_asked_in === undefined
      ? []
      : [sql`(d.last_lead_at is null or d.last_lead_at < (select company_days_began(${Number(not_asked_in)}::int)))`]),
    ...withinDays(sql`d.last_lead_at`, query, caller.timeZone),
  ]
}

/** Fewer characters than these begin a name, a code or a synonym; more stand anywhere in it. */
const ANYWHERE = 3
const saying = (companyId: number, text: string) => {
  const pattern = Array.from(text).length < ANYWHERE ? startingWith(text) : containing(text)
  return sql`(fold(p.name) like fold(${pattern}) or fold(p.code) like fold(${pattern}) or p.id in (
    select s.product_id from product_synonyms s where s.company_id = ${companyId} and fold(s.text) like fold(${pattern})))`
}

const RATE = sql`case when d.decided_90 >= ${sql.lit(FEWEST_DECIDED)} then d.valid_90::float8 / d.decided_90 end`

const SORTS = new Map([
  ['leads_90', 'd.asked_90'],
  ['leads_30', 'd.asked_30'],
  ['valid_rate', 'valid_rate'],
  ['last_lead_at', 'd.last_lead_at'],
  ['name', 'p.name'],
  ['code', 'p.code'],
  ['category', 'category'],
])
const WORDS = ['p.name', 'p.code']

const ordering = ({ sort = 'leads_90', order }: ProductQuery) => {
  const column = sortColumn(sort, SORTS)
  const direction = sql.raw(order ?? 'desc')
  // The usual order as its index has it, whose column is never null.
  if (column === 'd.asked_90') return sql`d.asked_90 ${direction}, d.product_id ${direction}`
  const by =
    column === 'valid_rate'
      ? RATE
      : column === 'category'
        ? inWords(CATEGORY)
        : WORDS.includes(column)
          ? inWords(sql.ref(column))
          : sql.ref(column)
  return sql`${by} ${direction} nulls last, d.product_id ${direction}`
}

const FROM = (companyId: number) =>
  sql`from product_demand d join products p on p.company_id = ${companyId} and p.id = d.product_id`

const COLUMNS = (companyId: number) => sql`
  p.id, p.code, p.name, ${CATEGORY} as category, p.brand, p.unit, p.discoverable, d.asked_30 as leads_30, d.asked_90 as leads_90,
  d.valid_90, d.decided_90, ${RATE} as valid_rate, d.last_lead_at, ${weeksOf(companyId)} as weeks`

export const list = async (tenant: Tenant, caller: Caller, query: ProductQuery) => {
  const { page, limit } = pageBounds(query)
  const { matching, counted } = wanted(tenant, caller, query)
  if (counted) {
    const { data, total } = await pageFromTheTop(
      tenant,
      PRODUCT_LIST,
      filterOf(query),
      idsFor(query, tenant, matching),
      (slot) => rowsOf(tenant, idsIn(slot)),
    )
    return { data, pagination: paginationOf(page, limit, total) }
  }
  const [data, { rows }] = await Promise.all([
    firstRows(tenant, caller, query),
    sql<{ total: number }>`select count(*) as total ${FROM(tenant.companyId)} where ${matching}`.execute(tenant.db),
  ])
  return { data, pagination: paginationOf(page, limit, rows[0]?.total ?? 0) }
}

/** The rows of a page, without how many there are. */
export const firstRows = (tenant: Tenant, caller: Caller, query: ProductQuery): Promise<ListedProduct[]> => {
  const ids = idsFor(query, tenant, wanted(tenant, caller, query).matching)(sql`true`)
  return rowsOf(tenant, sql`(select id, row_number() over () from (${ids}) page)`)
}

/** All that must hold, and whether the deltas of the counts say all of it. */
const wanted = (tenant: Tenant, caller: Caller, query: ProductQuery) => {
  const more = demanded(tenant, caller, query)
  const all = [PRODUCT_LIST.listed(tenant, filterOf(query)), ...more]
  return { matching: sql`d.company_id = ${tenant.companyId} and ${sql.join(all, sql` and `)}`, counted: !more.length }
}

const idsFor =
  (query: ProductQuery, { companyId }: Tenant, matching: RawBuilder<unknown>): IdsIf =>
  (something) => {
    const { limit, offset } = pageBounds(query)
    return sql`
      select p.id ${FROM(companyId)} where ${matching} and ${something}
      order by ${ordering(query)} limit ${limit} offset ${offset}`
  }

const rowsOf = async ({ db, companyId }: Tenant, ids: RawBuilder<unknown>): Promise<ListedProduct[]> => {
  const { rows } = await sql<ListedProduct>`
    select ${COLUMNS(companyId)} from ${ids} as page (id, place)
    join products p on p.company_id = ${companyId} and p.id = page.id
    join product_demand d on d.company_id = ${companyId} and d.product_id = page.id order by page.place`.execute(db)
  return rows
}

type Facts = Omit<ListedProduct, 'weeks'> & {
  description: string | null
  usual_min: number | null
  usual_max: number | null
  synonyms: string[]
}

/** A product as its drawer shows it, but for what its leads add. */
export const facts = async ({ db, companyId }: Tenant, id: number): Promise<Facts | undefined> => {
  const { rows } = await sql<Facts>`
    select ${COLUMNS(companyId)}, p.description, p.usual_min, p.usual_max,
      coalesce((select json_agg(s.text order by s.text) from product_synonyms s where s.company_id = ${companyId} and s.product_id = p.id), '[]') as synonyms
    ${FROM(companyId)} where d.company_id = ${companyId} and d.product_id = ${id} and p.deleted_at is null`.execute(db)
  return rows[0]
}

const MOST_CATEGORIES = 200

export const categories = async ({ db, companyId }: Tenant): Promise<string[]> => {
  const { rows } = await sql<{ category: string }>`
    select ${CATEGORY} as category from products p where p.company_id = ${companyId} and p.deleted_at is null and ${CATEGORY} is not null
    group by 1 order by ${inWords(CATEGORY)} limit ${MOST_CATEGORIES}`.execute(db)
  return rows.map(({ category }) => category)
}
