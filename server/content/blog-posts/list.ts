import { sql, type RawBuilder } from 'kysely'
import type { blogPosts } from '#contract/content/blog-posts.ts'
import type { POST_SORTS, PostRow } from '#contract/content/post.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { withinDays } from '#server/kit/day.ts'
import { containing, inWords, pageBounds, paginationOf, sortColumn } from '#server/kit/page.ts'
import type { CountedList } from '#server/platform/counted-lists/counts.ts'
import { idsIn, idsInOrder, pageFromTheTop } from '#server/platform/counted-lists/page.ts'
import type { Selectable } from '#server/platform/selections/select.ts'
import { postRows } from '#server/content/post/rows.ts'

export const POSTS: Selectable = {
  entity: 'blog_posts',
  alias: 'p',
  none: 'None of these posts exist any more.',
}
export const postThere = () => sql<boolean>`p.deleted_at is null`

type Query = QueryOf<typeof blogPosts.list>
type ListCaller = Pick<Caller, 'timeZone' | 'personId'>

const SORTS: ReadonlyMap<string, string> = new Map<(typeof POST_SORTS)[number], string>([
  ['updated_at', 'p.updated_at'],
  ['published_at', 'p.published_at'],
  ['title', 'p.title'],
  ['status', 'p.status'],
  ['words', 'p.words'],
  ['created_at', 'p.created_at'],
])

/** What of a filter is in the deltas: a list filtered by nothing else has its total without counting. */
interface CountedFilter {
  status?: readonly string[]
  changes?: readonly string[]
  work?: readonly string[]
}

/** Always put together in the same order: the text of a filter is its key. */
const countedOf = ({ status, changes, work }: Query): CountedFilter => ({
  ...(status ? { status: status.toSorted() } : {}),
  ...(changes ? { changes: changes.toSorted() } : {}),
  ...(work ? { work: work.toSorted() } : {}),
})

/** Conditions on `p`: a post, or a delta of the stored counts. What is done with the draft is the status of a new post. */
const matches = ({ status, changes, work }: CountedFilter) =>
  sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(status ? [sql`p.status = any (${status}::text[])`] : []),
      ...(changes ? [sql`p.changes = any (${changes}::text[])`] : []),
      ...(work ? [sql`(p.status = any (${work}::text[]) or p.changes = any (${work}::text[]))`] : []),
    ],
    sql` and `,
  )}`

/** How the list gets its total. */
export const POST_LIST: CountedList<CountedFilter> = {
  entity: 'blog_posts',
  rows: 'blog_posts',
  deltas: 'blog_count_deltas',
  alias: 'p',
  matches,
  listed: ({ companyId }, filter) =>
    sql<boolean>`p.company_id = ${companyId} and ${postThere()} and ${matches(filter)}`,
}

/** The rest of the filter, which is counted each time. */
const further = ({ timeZone, personId }: ListCaller, query: Query) => {
  const { author, category, updated_by, mine, findings } = query
  const text = query.search?.trim()
  const filedUnder = (table: string, column: string, ids: readonly number[]) =>
    sql<boolean>`exists (select from ${sql.table(table)} f where f.company_id = p.company_id and f.post_id = p.id and f.draft
      and ${sql.ref(`f.${column}`)} = any (${ids}::bigint[]))`
  return [
    ...withinDays(sql.ref('p.updated_at'), query, timeZone),
    ...(author ? [filedUnder('blog_post_authors', 'author_id', author)] : []),
    ...(category ? [filedUnder('blog_post_categories', 'category_id', category)] : []),
    ...(updated_by ? [sql<boolean>`p.updated_by = any (${updated_by}::int[])`] : []),
    ...(mine ? [sql<boolean>`${personId}::int in (p.created_by, p.updated_by)`] : []),
    ...(findings ? [sql<boolean>`p.blocking > 0`] : []),
    ...(text ? [sql<boolean>`p.search_text like fold(${containing(text)})`] : []),
  ]
}

/** What a filter finds, and in which order. */
export const postsInOrder = (tenant: Tenant, caller: ListCaller, query: Query) => {
  const column = sortColumn(query.sort ?? 'updated_at', SORTS)
  const shown: RawBuilder<unknown> = column === 'p.title' ? inWords(sql.ref(column)) : sql.ref(column)
  const direction = sql.raw(query.order ?? 'desc')
  return {
    matching: sql<boolean>`${sql.join([POST_LIST.listed(tenant, countedOf(query)), ...further(caller, query)], sql` and `)}`,
    // As its index has it, but for what may be empty.
    order: sql`${shown} ${direction}${sql.raw(column === 'p.published_at' ? ' nulls last' : '')}, p.id ${direction}`,
  }
}

export const postList = async (tenant: Tenant, caller: ListCaller, query: Query) => {
  const { page, limit } = pageBounds(query)
  if (further(caller, query).length === 0) {
    const ids = pageIds(tenant, caller, query)
    const rows = (slot: string) => postRows(tenant, idsIn(slot))
    const { data, total } = await pageFromTheTop(tenant, POST_LIST, countedOf(query), ids, rows)
    return { data, pagination: paginationOf(page, limit, total) }
  }
  const { matching } = postsInOrder(tenant, caller, query)
  const [data, { rows }] = await Promise.all([
    firstPosts(tenant, caller, query),
    sql<{ total: number }>`select count(*) as total from blog_posts p where ${matching}`.execute(tenant.db),
  ])
  return { data, pagination: paginationOf(page, limit, rows[0]?.total ?? 0) }
}

/** The rows of a page, without how many there are. */
export const firstPosts = async (tenant: Tenant, caller: ListCaller, query: Query): Promise<PostRow[]> => {
  const slot = tenant.slot()
  const ids = pageIds(tenant, caller, query)(sql`true`)
  const [, rows] = await Promise.all([
    sql`select set_config(${slot}, array_to_string(array(${ids}), ','), true)`.execute(tenant.db),
    postRows(tenant, idsIn(slot)),
  ])
  return rows
}

const pageIds = (tenant: Tenant, caller: ListCaller, query: Query) => {
  const { limit, offset } = pageBounds(query)
  return idsInOrder(POST_LIST, { ...postsInOrder(tenant, caller, query), limit, offset })
}

const MOST_TARGETS = 20

/** What a text can link to by its id, those first that begin with the words. */
export const linkTargets = async ({ db, companyId }: Tenant, search = '') => {
  const text = search.trim()
  const like = containing(text)
  const { rows } = await sql<{
    kind: 'post' | 'product'
    id: number
    label: string
    note: string
    live: boolean
  }>`
    select * from (
      (select 'post' as kind, p.id, p.title as label, '/' || p.slug as note, p.live and p.archived_at is null as live from blog_posts p
        where p.company_id = ${companyId} and p.deleted_at is null and p.search_text like fold(${like})
        order by p.updated_at desc, p.id desc limit ${MOST_TARGETS})
      union all
      (select 'product', p.id, p.name, p.code, p.discoverable from products p
        where p.company_id = ${companyId} and p.deleted_at is null and fold(p.name) like fold(${like})
        order by p.id desc limit ${MOST_TARGETS})
    ) t order by not starts_with(fold(label), fold(${text})), kind, ${inWords(sql.ref('label'))}, id limit ${MOST_TARGETS}`.execute(
    db,
  )
  return rows
}
