import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { containing, hasTrigram, startingWith } from '#server/kit/page.ts'
import { pageOf, type Sorting } from './sorting.ts'

/** A fragment of name, code, GTIN, brand or another name; of less than three characters the beginning of a name or code. */
export const saying = (text: string): RawBuilder<unknown> =>
  hasTrigram(text) ? sql`p.id in (select search_products(fold(${containing(text)})))` : begins(text)

const begins = (text: string) => {
  const pattern = startingWith(text)
  return sql`(p.search_text like fold(${pattern}) or fold(p.code) like fold(${pattern}))`
}

/** The same by looking at the text of each product. */
const inText = ({ companyId }: Tenant, text: string) => {
  const pattern = sql`fold(${containing(text)})`
  return sql`(p.search_text like ${pattern} or p.id in (
    select s.product_id from product_synonyms s where s.company_id = ${companyId} and fold(s.text) like ${pattern}))`
}

/** A page to look for among the products that match. */
export interface WantedPage {
  matching: RawBuilder<unknown>
  sorting: Sorting
  limit: number
  offset: number
}

interface Found {
  ids: number[]
  total: number
}

/** One page of the products that match and have the text, and how many there are: straight from the trigram index where they are few. */
export const pageFound = async (tenant: Tenant, text: string, wanted: WantedPage): Promise<Found> =>
  (await isRare(tenant, text))
    ? pageAndTotal(tenant, saying(text), wanted)
    : manyFound(tenant, hasTrigram(text) ? inText(tenant, text) : begins(text), wanted)

/** By what the database knows of the texts; common words are in most products. */
const isRare = async ({ db }: Tenant, text: string) => {
  if (!hasTrigram(text)) return false
  const { rows } = await sql<{ rare: boolean }>`select product_text_is_rare(fold(${containing(text)})) as rare`.execute(
    db,
  )
  return rows[0]?.rare ?? false
}

/** All that are found are looked at once, for page and total. */
const pageAndTotal = async ({ db }: Tenant, found: RawBuilder<unknown>, wanted: WantedPage): Promise<Found> => {
  const { matching, sorting, limit, offset } = wanted
  const { rows } = await sql<Found>`
    with matched as materialized (
      select p.id, row_number() over (order by ${sorting.order}) as place from products p where ${matching} and ${found})
    select (select count(*) from matched) as total,
      to_json(array(select id from matched where place > ${offset} order by place limit ${limit})) as ids`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

/** Where many match, the page comes from the list itself, in whose first rows they are; else from those few. */
const manyFound = async (tenant: Tenant, found: RawBuilder<unknown>, wanted: WantedPage): Promise<Found> => {
  const { matching, sorting, limit, offset } = wanted
  const counted = await sql<{ total: number }>`
    select count(*) as total from products p where ${matching} and ${found}`.execute(tenant.db)
  const total = counted.rows[0]?.total ?? 0
  if (offset >= total) return { ids: [], total }
  if (total < MANY_TIMES_THE_PAGE * (offset + limit)) return pageAndTotal(tenant, found, wanted)
  const { rows } = await sql<{ id: number }>`${pageOf(sorting, { matching, found, limit, offset })}`.execute(tenant.db)
  return { ids: rows.map(({ id }) => id), total }
}
const MANY_TIMES_THE_PAGE = 10
