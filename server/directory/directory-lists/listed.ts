import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import { containing, hasTrigram, pageBounds, paginationOf, type PageQuery } from '#server/kit/page.ts'
import type { CountedList } from '#server/platform/counted-lists/counts.ts'
import { idsIn, idsInOrder, pageFromTheTop, type PageOfIds } from '#server/platform/counted-lists/page.ts'

/** A list of the directory as somebody asks for it. */
export interface Asked<Filter extends object, Row> {
  list: CountedList<Filter>
  /** What of the filter has its total without counting, and the rest of it. */
  counted: Filter
  further: readonly RawBuilder<boolean>[]
  order: RawBuilder<unknown>
  rows(ids: PageOfIds): Promise<Row[]>
}

/** All that must hold of a row. */
export const matchingOf = <Filter extends object>(
  tenant: Tenant,
  { list, counted, further }: Pick<Asked<Filter, never>, 'list' | 'counted' | 'further'>,
) => sql<boolean>`${sql.join([list.listed(tenant, counted), ...further], sql` and `)}`

/** A page with its exact total. */
export const pageOf = async <Filter extends object, Row>(
  tenant: Tenant,
  asked: Asked<Filter, Row>,
  query: PageQuery,
) => {
  const { page, limit, offset } = pageBounds(query)
  const matching = matchingOf(tenant, asked)
  const { list, counted, order, rows } = asked
  const ids = idsInOrder(list, { matching, order, limit, offset })
  if (asked.further.length === 0) {
    const { data, total } = await pageFromTheTop(tenant, list, counted, ids, (slot) => rows(idsIn(slot)))
    return { data, pagination: paginationOf(page, limit, total) }
  }
  if (!query.search?.trim()) {
    const [data, { rows: totals }] = await Promise.all([
      firstRows(tenant, asked, query),
      sql<{
        total: number
      }>`select count(*) as total from ${sql.table(list.rows)} ${sql.id(list.alias)} where ${matching}`.execute(
        tenant.db,
      ),
    ])
    return { data, pagination: paginationOf(page, limit, totals[0]?.total ?? 0) }
  }
  return found(tenant, asked, query)
}

/** What is searched for is looked for once: the same rows are counted and put in order. */
const found = async <Filter extends object, Row>(tenant: Tenant, asked: Asked<Filter, Row>, query: PageQuery) => {
  const { page, limit, offset } = pageBounds(query)
  const { list, order, rows } = asked
  const slot = tenant.slot()
  const alias = sql.id(list.alias)
  const [{ rows: totals }, data] = await Promise.all([
    sql<{ total: number }>`
      with ${alias} as materialized (
        select ${alias}.* from ${sql.table(list.rows)} ${alias} where ${matchingOf(tenant, asked)}
      )
      select (select count(*) from ${alias}) as total,
        set_config(${slot}, array_to_string(array(select ${alias}.id from ${alias} order by ${order} limit ${limit} offset ${offset}), ','), true)`.execute(
      tenant.db,
    ),
    rows(idsIn(slot)),
  ])
  return { data, pagination: paginationOf(page, limit, totals[0]?.total ?? 0) }
}

/** The rows of a page, without how many there are. */
export const firstRows = async <Filter extends object, Row>(
  tenant: Tenant,
  asked: Asked<Filter, Row>,
  query: PageQuery,
): Promise<Row[]> => {
  const { limit, offset } = pageBounds(query)
  const slot = tenant.slot()
  const matching = matchingOf(tenant, asked)
  const ids = idsInOrder(asked.list, { matching, order: asked.order, limit, offset })(sql`true`)
  const [, rows] = await Promise.all([
    sql`select set_config(${slot}, array_to_string(array(${ids}), ','), true)`.execute(tenant.db),
    asked.rows(idsIn(slot)),
  ])
  return rows
}

/** Rows that say the text; a phone is found by its digits, however they are written. */
export const saying = (alias: string, search: 'search_contacts' | 'search_companies', text: string) => {
  const id = sql.ref(`${alias}.id`)
  const matches = (pattern: string) =>
    hasTrigram(pattern)
      ? sql<boolean>`${id} in (select ${sql.id(search)}(fold(${containing(pattern)})))`
      : sql<boolean>`${sql.ref(`${alias}.search_text`)} like fold(${containing(pattern)})`
  const digits = search === 'search_contacts' && /^[\d\s()+./-]+$/.test(text) ? text.replace(/\D/g, '') : ''
  return digits.length >= FEWEST_DIGITS && digits !== text
    ? sql<boolean>`(${matches(text)} or ${matches(digits)})`
    : matches(text)
}
const FEWEST_DIGITS = 4

/** The order by which a list is read, each way as an index of it has it. */
export type Orders<Sort extends string> = Readonly<Record<Sort, (desc: boolean) => RawBuilder<unknown>>>

export const orderBy = <Sort extends string>(
  orders: Orders<Sort>,
  usual: Sort,
  { sort = usual, order = 'desc' }: Pick<PageQuery, 'sort' | 'order'>,
) => {
  const by = new Map<string, Orders<Sort>[Sort]>(Object.entries<Orders<Sort>[Sort]>(orders)).get(sort)
  if (!by)
    throw badField('sort', `The list cannot be sorted by ${sort}. Choose one of: ${Object.keys(orders).join(', ')}`)
  return by(order === 'desc')
}

/** By one expression; equal ones by id. */
export const by = (alias: string, expression: RawBuilder<unknown>) => (desc: boolean) => {
  const direction = sql.raw(desc ? 'desc' : 'asc')
  return sql`${expression} ${direction}, ${sql.ref(`${alias}.id`)} ${direction}`
}

/** The greatest first and those without a value last, or the other way round. */
export const byLast = (alias: string, column: string) => (desc: boolean) => {
  const [value, id] = [sql.ref(`${alias}.${column}`), sql.ref(`${alias}.id`)]
  return desc ? sql`${value} desc nulls last, ${id} desc` : sql`${value} asc nulls first, ${id} asc`
}

/** By country, and those of one country by the last contact. */
export const byCountry = (alias: string) => (desc: boolean) =>
  sql`${sql.ref(`${alias}.country`)} ${sql.raw(desc ? 'desc' : 'asc')}, ${byLast(alias, 'last_contact_at')(!desc)}`

/** Whom nobody has been in touch with for so many days, or ever. */
export const quietFor = (alias: string, days: number) => {
  const last = sql.ref(`${alias}.last_contact_at`)
  return sql<boolean>`(${last} is null or ${last} < now() - make_interval(days => ${days}::int))`
}

export const LEADS = {
  open: 'with_open',
  any: 'with_leads',
  none: 'with_leads',
} as const
export const leadsMatch = (alias: string, leads: keyof typeof LEADS) => {
  const column = sql.ref(`${alias}.${LEADS[leads]}`)
  return leads === 'none' ? sql<boolean>`not ${column}` : sql<boolean>`${column}`
}

/** One value is read in the order of its index. */
export const oneOf = (column: string, values: readonly string[]) =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any (${values}::text[])`
