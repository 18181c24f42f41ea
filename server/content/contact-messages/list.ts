import { sql } from 'kysely'
import type { ContactRow } from '#contract/content/contact-message.ts'
import type { CONTACT_SORTS, contactMessages } from '#contract/content/contact-messages.ts'
import type { PersonRef, QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { withinDays } from '#server/kit/day.ts'
import { containing, hasTrigram, inWords, pageBounds, paginationOf, sortColumn } from '#server/kit/page.ts'
import type { CountedList } from '#server/platform/counted-lists/counts.ts'
import { idsIn, idsInOrder, pageFromTheTop } from '#server/platform/counted-lists/page.ts'
import { staffMatches } from '#server/platform/people/staff-found.ts'
import type { Selectable } from '#server/platform/selections/select.ts'
import { contactRows } from './rows.ts'

export const MESSAGES: Selectable = {
  entity: 'contact_messages',
  alias: 'm',
  none: 'None of these messages exist any more.',
}
export const messageThere = () => sql<boolean>`m.deleted_at is null`

type Query = QueryOf<typeof contactMessages.list>
type ListCaller = Caller & { timeZone: string }

const SORTS: ReadonlyMap<string, string> = new Map<(typeof CONTACT_SORTS)[number], string>([
  ['created_at', 'm.created_at'],
  ['status', 'm.status'],
  ['handled_by', 'handled_by'],
])

interface CountedFilter {
  status?: readonly string[]
}
/** Always put together in the same order: the text of a filter is its key. */
const countedOf = ({ status }: Query): CountedFilter => (status ? { status: status.toSorted() } : {})
const matches = ({ status }: CountedFilter) =>
  status ? sql<boolean>`m.status = any (${status}::text[])` : sql<boolean>`true`

/** How the list gets its total. */
export const CONTACT_LIST: CountedList<CountedFilter> = {
  entity: 'contact_messages',
  rows: 'contact_messages',
  deltas: 'contact_count_deltas',
  alias: 'm',
  matches,
  listed: ({ companyId }, filter) =>
    sql<boolean>`m.company_id = ${companyId} and ${messageThere()} and ${matches(filter)}`,
}

const saying = (text: string) =>
  hasTrigram(text)
    ? sql<boolean>`m.id in (select search_contact_messages(fold(${containing(text)})))`
    : sql<boolean>`m.search_text like fold(${containing(text)})`

/** The rest of the filter, which is counted each time. */
const further = ({ timeZone }: ListCaller, query: Query) => {
  const { handled_by, source } = query
  const text = query.search?.trim()
  return [
    ...withinDays(sql.ref('m.created_at'), query, timeZone),
    ...(handled_by ? [sql<boolean>`m.handled_by = any (${handled_by}::int[])`] : []),
    ...(source ? [sql<boolean>`m.source = any (${source}::text[])`] : []),
    ...(text ? [saying(text)] : []),
  ]
}

/** What a filter finds, and in which order. */
export const messagesInOrder = (tenant: Tenant, caller: ListCaller, query: Query) => {
  const column = sortColumn(query.sort ?? 'created_at', SORTS)
  const direction = sql.raw(query.order ?? 'desc')
  const shown =
    column === 'handled_by' ? inWords(sql`(select s.name from staff s where s.id = m.handled_by)`) : sql.ref(column)
  return {
    matching: sql<boolean>`${sql.join([CONTACT_LIST.listed(tenant, countedOf(query)), ...further(caller, query)], sql` and `)}`,
    order:
      column === 'm.created_at'
        ? sql`m.created_at ${direction}, m.id ${direction}`
        : sql`${shown} ${direction} nulls last, m.created_at desc, m.id desc`,
  }
}

export const contactList = async (tenant: Tenant, caller: ListCaller, query: Query) => {
  const { page, limit } = pageBounds(query)
  if (further(caller, query).length === 0) {
    const rows = (slot: string) => contactRows(tenant, caller, idsIn(slot))
    const { data, total } = await pageFromTheTop(
      tenant,
      CONTACT_LIST,
      countedOf(query),
      pageIds(tenant, caller, query),
      rows,
    )
    return { data, pagination: paginationOf(page, limit, total) }
  }
  const { matching } = messagesInOrder(tenant, caller, query)
  const [data, counted] = await Promise.all([
    firstMessages(tenant, caller, query),
    sql<{ total: number }>`select count(*) as total from contact_messages m where ${matching}`.execute(tenant.db),
  ])
  return { data, pagination: paginationOf(page, limit, counted.rows[0]?.total ?? 0) }
}

/** The rows of a page, without how many there are. */
export const firstMessages = async (tenant: Tenant, caller: ListCaller, query: Query): Promise<ContactRow[]> => {
  const slot = tenant.slot()
  const ids = pageIds(tenant, caller, query)(sql`true`)
  const [, rows] = await Promise.all([
    sql`select set_config(${slot}, array_to_string(array(${ids}), ','), true)`.execute(tenant.db),
    contactRows(tenant, caller, idsIn(slot)),
  ])
  return rows
}

const pageIds = (tenant: Tenant, caller: ListCaller, query: Query) => {
  const { limit, offset } = pageBounds(query)
  return idsInOrder(CONTACT_LIST, { ...messagesInOrder(tenant, caller, query), limit, offset })
}

const MOST_PEOPLE = 100

/** People who handle messages, those who have left too, and those who can be given some. */
export const filterOptions = async ({ db, companyId }: Tenant, search: string | undefined) => {
  const people = (where: ReturnType<typeof staffMatches>) =>
    sql<PersonRef>`
      select s.id, s.name from staff s where ${where} and ${staffMatches(search)}
      order by ${inWords(sql.ref('s.name'))}, s.id limit ${MOST_PEOPLE}`.execute(db)
  const [handling, able] = await Promise.all([
    people(
      sql`exists (select from contact_messages m where m.company_id = ${companyId} and m.handled_by = s.id and ${messageThere()})`,
    ),
    people(mayHandle()),
  ])
  return { handled_by: handling.rows, assignable: able.rows }
}

/** Whether a colleague `s` of `staff` can be given messages. */
export const mayHandle = () => sql<boolean>`(s.status = 'active' and 'contact_us_edit' = any (s.permissions))`
