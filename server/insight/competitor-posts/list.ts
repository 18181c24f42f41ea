import { sql, type RawBuilder } from 'kysely'
import type { competitorPosts, POST_SORTS } from '#contract/insight/competitor-posts.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { withinDays } from '#server/kit/day.ts'
import { containing, hasTrigram, inWords, pageBounds, paginationOf, sortColumn } from '#server/kit/page.ts'
import type { CountedList } from '#server/platform/counted-lists/counts.ts'
import { idsIn, idsInOrder, pageFromTheTop } from '#server/platform/counted-lists/page.ts'
import { postRows } from './rows.ts'
import { termsOf, type Term } from './search-terms.ts'

export type PostQuery = Omit<BodyOf<typeof competitorPosts.list>, 'id'>
export type ListCaller = Pick<Caller, 'personId' | 'timeZone'>

/** What of a filter is in the deltas: a list filtered by nothing else has its total without counting. */
interface CountedFilter {
  competitor?: readonly number[]
  coverage?: readonly string[]
  leads?: true
}

const matches = ({ competitor, coverage, leads }: CountedFilter) =>
  sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(competitor ? [oneOf('p.competitor_id', competitor, 'bigint[]')] : []),
      ...(coverage ? [oneOf('p.coverage', coverage, 'text[]')] : []),
      ...(leads ? [sql`p.leads`] : []),
    ],
    sql` and `,
  )}`

/** One value alone is read in the order of its index. */
const oneOf = (column: string, values: readonly unknown[], type: string) =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any (${values}::${sql.raw(type)})`

/** How the list gets its total. */
export const POST_LIST: CountedList<CountedFilter> = {
  entity: 'competitor_posts',
  rows: 'competitor_posts',
  deltas: 'competitor_post_deltas',
  alias: 'p',
  matches,
  listed: ({ companyId }, filter) =>
    sql<boolean>`p.company_id = ${companyId} and p.hidden_at is null and ${matches(filter)}`,
}

/** Those that are followed, in the order of their names, and whether there are others, whose posts are not listed. */
const followed = async ({ db, companyId }: Tenant) => {
  const { rows } = await sql<{ id: number; there: boolean }>`
    select id, deleted_at is null as there from competitors
    where company_id = ${companyId} order by ${inWords(sql.ref('name'))}, id`.execute(db)
  return { ids: rows.filter(({ there }) => there).map(({ id }) => id), others: rows.some(({ there }) => !there) }
}

/** Always put together in the same order: the text of a filter is its key. */
const countedOf = ({ competitor, coverage, cluster }: PostQuery, { ids, others }: Followed): CountedFilter => {
  const shown = competitor ? ids.filter((id) => competitor.includes(id)) : others ? ids : undefined
  return {
    ...(shown && { competitor: shown.toSorted((one, other) => one - other) }),
    ...(coverage && { coverage: coverage.toSorted() }),
    // What some competitors publish is listed also where another one published it first.
    ...(cluster !== 'all' && !competitor && { leads: true }),
  }
}
type Followed = Awaited<ReturnType<typeof followed>>

const has = (companyId: number, table: string, condition: RawBuilder<unknown>) => sql<boolean>`exists (
  select from ${sql.table(table)} x where x.company_id = ${companyId} and x.post_id = p.id and ${condition})`

/** Read by the person: said so, or brought by the first poll of its feed and never said otherwise. */
export const isRead = (companyId: number, personId: number) => sql<boolean>`coalesce((
  select x.read_at is not null from competitor_post_reads x
  where x.company_id = ${companyId} and x.person_id = ${personId} and x.post_id = p.id), p.old_news)`

const saying = ({ not, field, text }: Term) => {
  const column = field ? sql`fold(coalesce(${sql.ref(`p.${field}`)}, ''))` : sql.ref('p.search_text')
  return sql<boolean>`${column} ${sql.raw(not ? 'not like' : 'like')} fold(${containing(text)})`
}

/** The longest of the words finds the posts; the others are looked for in those. */
const searching = (search: string): RawBuilder<boolean>[] => {
  const terms = termsOf(search)
  const [longest] = terms
    .filter(({ not, text }) => !not && hasTrigram(text))
    .toSorted((one, other) => other.text.length - one.text.length)
  const found = longest && sql<boolean>`p.id in (select search_competitor_posts(fold(${containing(longest.text)})))`
  const rest = terms.filter((term) => term !== longest || term.field !== undefined)
  return [...(found ? [found] : []), ...rest.map(saying)]
}

/** The rest of the filter, which is counted each time. */
const further = (
  { companyId }: Tenant,
  { personId, timeZone }: ListCaller,
  { topic, no_topic, read, language, search, ...query }: PostQuery,
): RawBuilder<boolean>[] => [
  ...withinDays(sql.ref('p.sort_at'), query, timeZone),
  ...(topic ? [has(companyId, 'competitor_post_topics', sql`x.topic_id = any (${topic}::bigint[])`)] : []),
  ...(no_topic ? [sql<boolean>`not ${has(companyId, 'competitor_post_topics', sql`true`)}`] : []),
  ...(read === 'unread' ? [sql<boolean>`not ${isRead(companyId, personId)}`] : []),
  ...(read === 'saved'
    ? [has(companyId, 'competitor_post_reads', sql`x.person_id = ${personId} and x.saved_at is not null`)]
    : []),
  ...(language ? [sql<boolean>`split_part(lower(p.language), '-', 1) = any (${language.map(mainOf)}::text[])`] : []),
  ...(query.cluster !== 'all' && query.competitor
    ? [
        sql<boolean>`not exists (select from competitor_posts o where o.company_id = ${companyId} and o.cluster_id = p.cluster_id
          and o.competitor_id = any (${query.competitor}::bigint[]) and o.hidden_at is null and not p.leads
          and (o.leads or (o.sort_at, o.id) < (p.sort_at, p.id)))`,
      ]
    : []),
  ...searching(search ?? ''),
]
/** `en-GB` is English. */
const mainOf = (language: string) => language.toLowerCase().split('-', 1)[0]

const SORTS: ReadonlyMap<string, string> = new Map<(typeof POST_SORTS)[number], string>([
  ['published', 'p.sort_at'],
  ['seen', 'p.seen_at'],
  ['words', 'p.words'],
  ['competitor', 'competitor'],
])

/** What a filter finds, and in which order. */
const postsInOrder = (tenant: Tenant, caller: ListCaller, query: PostQuery, competitors: Followed) => {
  const column = sortColumn(query.sort ?? 'published', SORTS)
  const direction = sql.raw(query.order ?? (column === 'competitor' ? 'asc' : 'desc'))
  const conditions = [POST_LIST.listed(tenant, countedOf(query, competitors)), ...further(tenant, caller, query)]
  return {
    matching: sql<boolean>`${sql.join(conditions, sql` and `)}`,
    order:
      column === 'competitor'
        ? sql`array_position(${competitors.ids}::bigint[], p.competitor_id) ${direction}, p.sort_at desc, p.id desc`
        : sql`${sql.ref(column)} ${direction}, p.id ${direction}`,
  }
}

export const postList = async (tenant: Tenant, caller: ListCaller, query: PostQuery) => {
  const { page, limit, offset } = pageBounds(query)
  const competitors = await followed(tenant)
  const { matching, order } = postsInOrder(tenant, caller, query, competitors)
  const rowsIn = (slot: string) => postRows(tenant, caller.personId, idsIn(slot))
  if (further(tenant, caller, query).length === 0) {
    const ids = idsInOrder(POST_LIST, { matching, order, limit, offset })
    const { data, total } = await pageFromTheTop(tenant, POST_LIST, countedOf(query, competitors), ids, rowsIn)
    return { data, pagination: paginationOf(page, limit, total) }
  }
  // What is looked for is looked for once: the same rows are counted and put in order.
  const slot = tenant.slot()
  const [{ rows }, data] = await Promise.all([
    sql<{ total: number }>`
      with p as materialized (
        select p.id, p.sort_at, p.seen_at, p.words, p.competitor_id from competitor_posts p where ${matching}
      )
      select (select count(*) from p) as total,
        set_config(${slot}, array_to_string(array(select p.id from p order by ${order} limit ${limit} offset ${offset}), ','), true)`.execute(
      tenant.db,
    ),
    rowsIn(slot),
  ])
  return { data, pagination: paginationOf(page, limit, rows[0]?.total ?? 0) }
}

/** The rows of a page, without how many there are. */
export const firstPosts = async (tenant: Tenant, caller: ListCaller, query: PostQuery) => {
  const { limit, offset } = pageBounds(query)
  const wanted = { ...postsInOrder(tenant, caller, query, await followed(tenant)), limit, offset }
  const slot = tenant.slot()
  const ids = idsInOrder(POST_LIST, wanted)(sql`true`)
  const [, rows] = await Promise.all([
    sql`select set_config(${slot}, array_to_string(array(${ids}), ','), true)`.execute(tenant.db),
    postRows(tenant, caller.personId, idsIn(slot)),
  ])
  return rows
}

/** All that a filter finds, as a condition on `p`. */
export const postsMatching = async (tenant: Tenant, caller: ListCaller, query: PostQuery) =>
  postsInOrder(tenant, caller, query, await followed(tenant)).matching
