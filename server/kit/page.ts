import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { DEFAULT_PAGE_SIZE, type Pagination } from '#contract/kit/endpoint.ts'
import { badField } from './errors.ts'

export interface PageQuery {
  page?: number
  pageSize?: number
  search?: string
  sort?: string
  order?: 'asc' | 'desc'
}

interface PageRules {
  /** Columns that the search looks into; fragments anywhere in them. */
  searchIn?: readonly string[]
  /** Names that the caller may sort by → the column. */
  sorts?: ReadonlyMap<string, string>
  /** Those of the columns that are ordered as words. */
  words?: readonly string[]
  /** The order without a wish, newest first by default; it also breaks ties. */
  newestBy: string
  /** The direction that goes with `newestBy`. */
  usualOrder?: 'asc' | 'desc'
  /** Where its pages end. */
  last?: LastRow
  /** How many there are, where somebody has counted them and counting anew would take long. */
  known?: () => Promise<number>
}

/** One page of a query with its exact total, both from the same snapshot. Everything paged ends here. */
export const page = async <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  wanted: PageQuery,
  { searchIn = [], sorts = new Map(), words = [], newestBy, usualOrder = 'desc', last = LAST_ROW, known }: PageRules,
): Promise<{ data: Row[]; pagination: Pagination }> => {
  const { offset, limit, page: number } = pageBounds(wanted, last)
  const text = wanted.search?.trim()
  const matching =
    text && searchIn.length
      ? query.where((eb) => eb.or(searchIn.map((column) => contains(sql.ref(column), text))))
      : query
  const column = wanted.sort === undefined ? undefined : sortColumn(wanted.sort, sorts)
  const direction = sql.raw(wanted.order ?? usualOrder)
  const shown = (one: string) => (words.includes(one) ? inWords(sql.ref(one)) : sql.ref(one))
  const sorted = column ? matching.orderBy(sql`${shown(column)} ${direction} nulls last`) : matching

  const [data, total] = await Promise.all([
    sorted
      .orderBy(sql`${shown(newestBy)} ${direction}`)
      .limit(limit)
      .offset(offset)
      .execute(),
    known?.() ?? counted(matching),
  ])
  return { data, pagination: paginationOf(number, limit, total, last) }
}

const counted = async <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): Promise<number> => {
  const counting = query.clearSelect().select(sql<number>`count(*)`.as('total'))
  // Kysely cannot know what a cleared select of an open row type becomes.
  const { total } = await (
    counting as unknown as SelectQueryBuilder<DB, TB, { total: number }>
  ).executeTakeFirstOrThrow()
  return total
}

/** Where the pages of a list end, since the rows before a page have to be passed to reach it, and how to see further. */
export interface LastRow {
  row: number
  otherwise: string
}
const LAST_ROW: LastRow = { row: 10_000, otherwise: 'narrow the filters' }
/** For a query to which passing rows costs no more than counting them. */
export const ENDLESS: LastRow = { row: Infinity, otherwise: '' }

export const pageBounds = (
  { page: number = 1, pageSize: limit = DEFAULT_PAGE_SIZE }: PageQuery,
  last: LastRow = LAST_ROW,
) => {
  const offset = (number - 1) * limit
  if (offset + limit > last.row) throw badField('page', endOf(last))
  return { page: number, limit, offset }
}

const endOf = ({ row, otherwise }: LastRow) =>
  `Lists end at row ${row.toLocaleString('en')}. To see more, ${otherwise}.`

export const paginationOf = (number: number, pageSize: number, total: number, last: LastRow = LAST_ROW): Pagination => {
  const pages = { page: number, pageSize, total, totalPages: Math.max(1, Math.ceil(total / pageSize)) }
  const lastPage = Math.floor(last.row / pageSize)
  return lastPage < pages.totalPages ? { ...pages, end: { page: lastPage, message: endOf(last) } } : pages
}

/** As a person looks words up, whatever locale the server was made with: by their bytes `adidas` and `Özdemir` would come after `Zoe`. */
export const inWords = (column: RawBuilder<unknown>) => sql`${column} collate "und-x-icu"`

/** The column for an allowed sort name; 400 naming the field otherwise. */
export const sortColumn = (name: string, allowed: ReadonlyMap<string, string>) => {
  const column = allowed.get(name)
  if (column === undefined)
    throw badField('sort', `The list can’t be sorted by this. Choose one of: ${[...allowed.keys()].join(', ')}`)
  return column
}

/** The text somewhere in the column, whatever accents, case and width either is written with. */
export const contains = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`searched(${column}) like '%' || ${asTyped(text)} || '%'`
/** The same, at its beginning. */
export const beginsWith = (column: RawBuilder<unknown>, text: string) =>
  sql<boolean>`searched(${column}) like ${asTyped(text)} || '%'`
/** Folding comes before wildcards are escaped, since a wide `％` folds to one. */
const asTyped = (text: string) => sql`regexp_replace(searched(${text}::text), '([\\\\%_])', '\\\\\\1', 'g')`

/** Whether a trigram index has something to hold on to. */
export const hasTrigram = (text: string) => Array.from(text).length >= 3
/** A LIKE pattern for a text somewhere inside: wildcards in it stand for themselves. */
export const containing = (text: string) => `%${escapeLike(text)}%`
export const startingWith = (text: string) => `${escapeLike(text)}%`
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
