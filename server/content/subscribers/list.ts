import { sql, type RawBuilder } from 'kysely'
import type { SUBSCRIBER_SORTS, SubscriberRow, subscribers } from '#contract/content/subscribers.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { dayBounds, withinDays } from '#server/kit/day.ts'
import { containing, hasTrigram, inWords, pageBounds, paginationOf, sortColumn } from '#server/kit/page.ts'
import type { CountedList } from '#server/platform/counted-lists/counts.ts'
import { idsIn, idsInOrder, pageFromTheTop, type PageOfIds } from '#server/platform/counted-lists/page.ts'
import type { Selectable } from '#server/platform/selections/select.ts'

export const SUBSCRIBERS: Selectable = {
  entity: 'newsletter_subscribers',
  alias: 's',
  none: 'None of these subscribers exist any more.',
}
export const subscriberThere = () => sql<boolean>`s.deleted_at is null`

type Query = QueryOf<typeof subscribers.list>
type ListCaller = Pick<Caller, 'timeZone'>

const BOUNCES = sql`(s.hard_bounces + s.soft_bounces)`
const WORDS = ['s.name']
const SORTS: ReadonlyMap<string, string> = new Map<(typeof SUBSCRIBER_SORTS)[number], string>([
  ['createdAt', 's.created_at'],
  ['email', 's.email'],
  ['name', 's.name'],
  ['status', 's.status'],
  ['source', 's.source'],
  ['confirmed_at', 's.confirmed_at'],
  ['last_sent_at', 's.last_mail_at'],
  ['bounces', 'bounces'],
])

/** What of a filter is in the deltas: a list filtered by nothing else has its total without counting. */
interface CountedFilter {
  status?: readonly string[]
  source?: readonly string[]
}

/** Always put together in the same order: the text of a filter is its key. */
const countedOf = ({ status, source }: Query): CountedFilter => ({
  ...(status ? { status: status.toSorted() } : {}),
  ...(source ? { source: source.toSorted() } : {}),
})

/** One value by itself is read in the order of its index. */
const oneOf = (column: 's.status' | 's.source', values: readonly string[]) =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any (${values}::text[])`

/** Conditions on `s`: a subscriber, or a delta of the stored counts. */
const matches = ({ status, source }: CountedFilter) =>
  sql<boolean>`${sql.join(
    [sql`true`, ...(status ? [oneOf('s.status', status)] : []), ...(source ? [oneOf('s.source', source)] : [])],
    sql` and `,
  )}`

/** How the list gets its total. */
export const SUBSCRIBER_LIST: CountedList<CountedFilter> = {
  entity: 'newsletter_subscribers',
  rows: 'newsletter_subscribers',
  deltas: 'newsletter_count_deltas',
  alias: 's',
  matches,
  listed: ({ companyId }, filter) =>
    sql<boolean>`s.company_id = ${companyId} and ${subscriberThere()} and ${matches(filter)}`,
}

const saying = (text: string) =>
  hasTrigram(text)
    ? sql<boolean>`s.id in (select search_subscribers(fold(${containing(text)})))`
    : sql<boolean>`s.search_text like fold(${containing(text)})`

/** The rest of the filter, which is counted each time. */
const further = ({ timeZone }: ListCaller, query: Query): RawBuilder<boolean>[] => {
  const text = query.search?.trim()
  const { begin } = dayBounds({ ...(query.status_from && { from_date: query.status_from }) }, timeZone, SINCE)
  return [
    ...withinDays(sql.ref('s.created_at'), query, timeZone, { from: 'fromDate', to: 'toDate' }),
    ...(begin ? [sql<boolean>`s.status_at >= ${begin}`] : []),
    ...(text ? [saying(text)] : []),
  ]
}
const SINCE = { from: 'status_from', to: 'status_from' }

/** What a filter finds, and in which order. */
export const subscribersInOrder = (tenant: Tenant, caller: ListCaller, query: Query) => {
  const column = sortColumn(query.sort ?? 'createdAt', SORTS)
  const shown = column === 'bounces' ? BOUNCES : WORDS.includes(column) ? inWords(sql.ref(column)) : sql.ref(column)
  const direction = sql.raw(query.order ?? 'desc')
  return {
    matching: sql<boolean>`${sql.join([SUBSCRIBER_LIST.listed(tenant, countedOf(query)), ...further(caller, query)], sql` and `)}`,
    // As its index has it, but for what may be empty.
    order: sql`${shown} ${direction}${sql.raw(MAY_BE_EMPTY.includes(column) ? ' nulls last' : '')}, s.id ${direction}`,
  }
}
const MAY_BE_EMPTY = ['s.confirmed_at', 's.last_mail_at']

export const subscriberList = async (tenant: Tenant, caller: ListCaller, query: Query) => {
  const { page, limit } = pageBounds(query)
  if (further(caller, query).length === 0) {
    const rows = (slot: string) => subscriberRows(tenant, idsIn(slot))
    const ids = pageIds(tenant, caller, query)
    const { data, total } = await pageFromTheTop(tenant, SUBSCRIBER_LIST, countedOf(query), ids, rows)
    return { data, pagination: paginationOf(page, limit, total) }
  }
  if (query.search?.trim()) return found(tenant, caller, query)
  const { matching } = subscribersInOrder(tenant, caller, query)
  const [data, { rows }] = await Promise.all([
    firstSubscribers(tenant, caller, query),
    sql<{ total: number }>`select count(*) as total from newsletter_subscribers s where ${matching}`.execute(tenant.db),
  ])
  return { data, pagination: paginationOf(page, limit, rows[0]?.total ?? 0) }
}

/** What is searched for is looked for once: the same rows are counted and put in order. */
const found = async (tenant: Tenant, caller: ListCaller, query: Query) => {
  const { page, limit, offset } = pageBounds(query)
  const { matching, order } = subscribersInOrder(tenant, caller, query)
  const slot = tenant.slot()
  const [{ rows }, data] = await Promise.all([
    sql<{ total: number }>`
      with s as materialized (
        select s.id, s.created_at, s.email, s.name, s.status, s.source, s.confirmed_at, s.last_mail_at, s.hard_bounces, s.soft_bounces
        from newsletter_subscribers s where ${matching}
      )
      select (select count(*) from s) as total,
        set_config(${slot}, array_to_string(array(select s.id from s order by ${order} limit ${limit} offset ${offset}), ','), true)`.execute(
      tenant.db,
    ),
    subscriberRows(tenant, idsIn(slot)),
  ])
  return { data, pagination: paginationOf(page, limit, rows[0]?.total ?? 0) }
}

/** The rows of a page, without how many there are. */
export const firstSubscribers = async (tenant: Tenant, caller: ListCaller, query: Query): Promise<SubscriberRow[]> => {
  const slot = tenant.slot()
  const ids = pageIds(tenant, caller, query)(sql`true`)
  const [, rows] = await Promise.all([
    sql`select set_config(${slot}, array_to_string(array(${ids}), ','), true)`.execute(tenant.db),
    subscriberRows(tenant, idsIn(slot)),
  ])
  return rows
}

const pageIds = (tenant: Tenant, caller: ListCaller, query: Query) => {
  const { limit, offset } = pageBounds(query)
  return idsInOrder(SUBSCRIBER_LIST, { ...subscribersInOrder(tenant, caller, query), limit, offset })
}

/** All that a list shows of the subscriber `s`. */
export const ROW = sql`s.id, s.email, s.name, s.status, s.status_at, s.source, s.created_at as "createdAt", s.confirmed_at,
  s.unsubscribed_at, s.last_mail_at as last_sent_at, json_build_object('hard', s.hard_bounces, 'soft', s.soft_bounces) as bounces, s.version`

const subscriberRows = async ({ db, companyId }: Tenant, ids: PageOfIds): Promise<SubscriberRow[]> => {
  const { rows } = await sql<SubscriberRow>`
    select ${ROW} from ${ids} as page (id, place)
    join newsletter_subscribers s on s.company_id = ${companyId} and s.id = page.id order by page.place`.execute(db)
  return rows
}
