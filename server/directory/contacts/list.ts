import { sql, type RawBuilder } from 'kysely'
import { CONTACT_FIELDS, type CONTACT_SORTS, type ContactRow, type contacts } from '#contract/directory/contacts.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import {
  by,
  byCountry,
  byLast,
  firstRows,
  leadsMatch,
  matchingOf,
  oneOf,
  orderBy,
  pageOf,
  quietFor,
  saying,
  type Asked,
  type Orders,
} from '#server/directory/directory-lists/listed.ts'
import type { Caller } from '#server/kit/auth.ts'
import { withinDays } from '#server/kit/day.ts'
import { containing, inWords } from '#server/kit/page.ts'
import type { CountedList } from '#server/platform/counted-lists/counts.ts'
import type { PageOfIds } from '#server/platform/counted-lists/page.ts'
import type { Selectable } from '#server/platform/selections/select.ts'

export const CONTACTS: Selectable = {
  entity: 'directory_contacts',
  alias: 'c',
  none: 'None of these contacts exist any more.',
}
export const contactThere = () => sql<boolean>`c.deleted_at is null`

type Query = QueryOf<typeof contacts.list>
type ListCaller = Pick<Caller, 'timeZone'>

const ORDERS: Orders<(typeof CONTACT_SORTS)[number]> = {
  last_contact_at: byLast('c', 'last_contact_at'),
  name: by('c', inWords(sql.ref('c.name'))),
  company: by('c', inWords(sql.ref('c.company_name'))),
  country: byCountry('c'),
  leads_open: by('c', sql`c.leads_open`),
  leads_all: by('c', sql`c.leads_all`),
  created_at: by('c', sql`c.created_at`),
}

/** What of a filter is in the deltas: a list filtered by nothing else has its total without counting. */
interface CountedFilter {
  country?: readonly string[]
  email_status?: readonly string[]
  leads?: 'open' | 'any' | 'none'
  with_company?: boolean
}

/** Always put together in the same order: the text of a filter is its key. */
const countedOf = ({ country, email_status, leads, has, without }: Query): CountedFilter => ({
  ...(country ? { country: country.toSorted() } : {}),
  ...(email_status ? { email_status: email_status.toSorted() } : {}),
  ...(leads ? { leads } : {}),
  ...(has?.includes('company') ? { with_company: true } : without?.includes('company') ? { with_company: false } : {}),
})

/** Conditions on `c`: a contact, or a delta of the stored counts. */
const matches = ({ country, email_status, leads, with_company }: CountedFilter) =>
  sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(country ? [oneOf('c.country', country)] : []),
      ...(email_status ? [oneOf('c.email_status', email_status)] : []),
      ...(leads ? [leadsMatch('c', leads)] : []),
      ...(with_company === undefined ? [] : [with_company ? sql`c.with_company` : sql`not c.with_company`]),
    ],
    sql` and `,
  )}`

/** How the list gets its total. */
export const CONTACT_LIST: CountedList<CountedFilter> = {
  entity: 'directory_contacts',
  rows: 'directory_contacts',
  deltas: 'directory_contact_deltas',
  alias: 'c',
  matches,
  listed: ({ companyId }, filter) =>
    sql<boolean>`c.company_id = ${companyId} and ${contactThere()} and ${matches(filter)}`,
}

const COLUMN_OF = { email: 'c.email', phone: 'c.phone' } as const
const anyOf = (column: string, values: readonly string[]) =>
  sql<boolean>`fold(${sql.ref(column)}) = any (array(select fold(v) from unnest(${values}::text[]) v))`

/** The rest of the filter, which is counted each time. */
const further = ({ companyId }: Tenant, { timeZone }: ListCaller, query: Query): RawBuilder<boolean>[] => {
  const { company_id, tags, department, designation, role, quiet_days, has = [], without = [] } = query
  const text = query.search?.trim()
  const empty = (field: 'email' | 'phone' | 'company') =>
    field === 'company' ? sql<boolean>`not c.with_company` : sql<boolean>`${sql.ref(COLUMN_OF[field])} is null`
  return [
    ...has.filter((field) => field !== 'company').map((field) => sql<boolean>`not ${empty(field)}`),
    // Both wishes at once match nobody.
    ...without.filter((field) => field !== 'company' || has.includes('company')).map(empty),
    ...(company_id ? [sql<boolean>`c.directory_company_id = any (${company_id}::bigint[])`] : []),
    ...(tags ? [sql<boolean>`c.tags && ${tags}::text[]`] : []),
    ...(department ? [anyOf('c.department', department)] : []),
    ...(designation ? [anyOf('c.designation', designation)] : []),
    ...(role
      ? [
          sql<boolean>`exists (select from directory_companies f
            where f.company_id = ${companyId} and f.id = c.directory_company_id and f.roles && ${role}::text[])`,
        ]
      : []),
    ...(quiet_days === undefined ? [] : [quietFor('c', quiet_days)]),
    ...withinDays(sql.ref('c.last_contact_at'), query, timeZone),
    ...(text ? [saying('c', 'search_contacts', text)] : []),
  ]
}

const asked = (tenant: Tenant, caller: ListCaller, query: Query): Asked<CountedFilter, ContactRow> => ({
  list: CONTACT_LIST,
  counted: countedOf(query),
  further: further(tenant, caller, query),
  order: orderBy(ORDERS, 'last_contact_at', query),
  rows: (ids) => contactRows(tenant, ids),
})

/** What a filter finds, and in which order. */
export const contactsInOrder = (tenant: Tenant, caller: ListCaller, query: Query) => {
  const wanted = asked(tenant, caller, query)
  return { matching: matchingOf(tenant, wanted), order: wanted.order }
}

export const contactList = (tenant: Tenant, caller: ListCaller, query: Query) =>
  pageOf(tenant, asked(tenant, caller, query), query)

export const firstContacts = (tenant: Tenant, caller: ListCaller, query: Query) =>
  firstRows(tenant, asked(tenant, caller, query), query)

/** All that a list shows of the contact `c`, whose company is `f`. */
export const ROW = sql`c.id, c.name, c.designation, c.department,
  case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'domain', f.domain) end as company,
  c.email, c.email_status, c.phone, c.country,
  array(select field from unnest(${sql.lit(`{${CONTACT_FIELDS.join()}}`)}::text[]) field where c.own ? field) as by_person,
  c.leads_open, c.leads_all, c.last_contact_at, c.created_at, c.tags, c.do_not_contact, c.version`
export const OF_COMPANY = sql`left join directory_companies f on f.company_id = c.company_id and f.id = c.directory_company_id`

export const contactRows = async ({ db, companyId }: Tenant, ids: PageOfIds): Promise<ContactRow[]> => {
  const { rows } = await sql<ContactRow>`
    select ${ROW} from ${ids} as page (id, place)
    join directory_contacts c on c.company_id = ${companyId} and c.id = page.id ${OF_COMPANY} order by page.place`.execute(
    db,
  )
  return rows
}

const MOST_OPTIONS = 50

/** What contacts have of these, the most frequent first. */
export const contactFilterOptions = async ({ db, companyId }: Tenant, search: string | undefined) => {
  const text = search?.trim()
  const values = async (value: RawBuilder<unknown>, from: RawBuilder<unknown> = sql``) => {
    const { rows } = await sql<{ value: string }>`
      select ${value} as value from directory_contacts c ${from}
      where c.company_id = ${companyId} and ${contactThere()} and ${value} is not null
        ${text ? sql`and fold(${value}) like fold(${containing(text)})` : sql``}
      group by 1 order by count(*) desc, 1 limit ${MOST_OPTIONS}`.execute(db)
    return rows.map((row) => row.value)
  }
  const [tags, departments, designations, countries] = await Promise.all([
    values(sql`t.tag`, sql`cross join unnest(c.tags) t (tag)`),
    values(sql`c.department`),
    values(sql`c.designation`),
    values(sql`c.country`),
  ])
  return { tags, departments, designations, countries }
}
