import { sql, type RawBuilder } from 'kysely'
import { COMPANY_FIELDS, type COMPANY_SORTS, type companies, type CompanyRow } from '#contract/directory/companies.ts'
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
import { inWords } from '#server/kit/page.ts'
import type { CountedList } from '#server/platform/counted-lists/counts.ts'
import type { PageOfIds } from '#server/platform/counted-lists/page.ts'
import type { Selectable } from '#server/platform/selections/select.ts'

export const COMPANIES: Selectable = {
  entity: 'directory_companies',
  alias: 'f',
  none: 'None of these companies exist any more.',
}
export const companyThere = () => sql<boolean>`f.deleted_at is null`

type Query = QueryOf<typeof companies.list>
type ListCaller = Pick<Caller, 'timeZone'>

const ORDERS: Orders<(typeof COMPANY_SORTS)[number]> = {
  last_contact_at: byLast('f', 'last_contact_at'),
  name: by('f', inWords(sql.ref('f.name'))),
  domain: by('f', sql`f.domain`),
  country: byCountry('f'),
  contacts: by('f', sql`f.contact_count`),
  leads_open: by('f', sql`f.leads_open`),
  leads_all: by('f', sql`f.leads_all`),
  valid_rate: byLast('f', 'valid_rate'),
}

/** What of a filter is in the deltas: a list filtered by nothing else has its total without counting. */
interface CountedFilter {
  country?: readonly string[]
  leads?: 'open' | 'any' | 'none'
}

/** Always put together in the same order: the text of a filter is its key. */
const countedOf = ({ country, leads }: Query): CountedFilter => ({
  ...(country ? { country: country.toSorted() } : {}),
  ...(leads ? { leads } : {}),
})

/** Conditions on `f`: a company, or a delta of the stored counts. */
const matches = ({ country, leads }: CountedFilter) =>
  sql<boolean>`${sql.join(
    [sql`true`, ...(country ? [oneOf('f.country', country)] : []), ...(leads ? [leadsMatch('f', leads)] : [])],
    sql` and `,
  )}`

/** How the list gets its total. */
export const COMPANY_LIST: CountedList<CountedFilter> = {
  entity: 'directory_companies',
  rows: 'directory_companies',
  deltas: 'directory_company_deltas',
  alias: 'f',
  matches,
  listed: ({ companyId }, filter) =>
    sql<boolean>`f.company_id = ${companyId} and ${companyThere()} and ${matches(filter)}`,
}

/** The rest of the filter, which is counted each time. */
const further = ({ timeZone }: ListCaller, query: Query): RawBuilder<boolean>[] => {
  const { role, tags, quiet_days } = query
  const text = query.search?.trim()
  return [
    ...(role ? [sql<boolean>`f.roles && ${role}::text[]`] : []),
    ...(tags ? [sql<boolean>`f.tags && ${tags}::text[]`] : []),
    ...(quiet_days === undefined ? [] : [quietFor('f', quiet_days)]),
    ...withinDays(sql.ref('f.last_contact_at'), query, timeZone),
    ...(text ? [saying('f', 'search_companies', text)] : []),
  ]
}

const asked = (tenant: Tenant, caller: ListCaller, query: Query): Asked<CountedFilter, CompanyRow> => ({
  list: COMPANY_LIST,
  counted: countedOf(query),
  further: further(caller, query),
  order: orderBy(ORDERS, 'last_contact_at', query),
  rows: (ids) => companyRows(tenant, ids),
})

export const companyList = (tenant: Tenant, caller: ListCaller, query: Query) =>
  pageOf(tenant, asked(tenant, caller, query), query)

export const firstCompanies = (tenant: Tenant, caller: ListCaller, query: Query) =>
  firstRows(tenant, asked(tenant, caller, query), query)

/** What a filter finds, and in which order. */
export const companiesInOrder = (tenant: Tenant, caller: ListCaller, query: Query) => {
  const wanted = asked(tenant, caller, query)
  return { matching: matchingOf(tenant, wanted), order: wanted.order }
}

/** All that a list shows of the company `f`. */
export const ROW = sql`f.id, f.name, f.domain, f.domain_count as domains, f.website, f.phone, f.country, f.contact_count as contacts,
  array(select field from unnest(${sql.lit(`{${COMPANY_FIELDS.join()}}`)}::text[]) field where f.own ? field) as by_person,
  f.leads_open, f.leads_all, f.valid_rate, f.last_contact_at, f.tags, f.roles, f.version`

const companyRows = async ({ db, companyId }: Tenant, ids: PageOfIds): Promise<CompanyRow[]> => {
  const { rows } = await sql<CompanyRow>`
    select ${ROW} from ${ids} as page (id, place)
    join directory_companies f on f.company_id = ${companyId} and f.id = page.id order by page.place`.execute(db)
  return rows
}

const MOST_OPTIONS = 50

/** Companies to choose from. */
export const companyOptions = async (
  { db, companyId }: Tenant,
  { search, ids }: { search?: string; ids?: readonly number[] },
) => {
  const text = search?.trim()
  const { rows } = await sql<{ id: number; name: string; domain: string | null }>`
    select f.id, f.name, f.domain from directory_companies f
    where f.company_id = ${companyId} and ${companyThere()}
      ${ids ? sql`and f.id = any (${ids}::bigint[])` : sql``} ${text ? sql`and ${saying('f', 'search_companies', text)}` : sql``}
    order by ${inWords(sql.ref('f.name'))}, f.id limit ${MOST_OPTIONS}`.execute(db)
  return rows
}
