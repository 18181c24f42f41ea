import type { companies } from '#contract/directory/companies.ts'
import type { contacts } from '#contract/directory/contacts.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { firstCompanies } from '#server/directory/companies/list.ts'
import { firstContacts } from '#server/directory/contacts/list.ts'
import { asking, interleaved, startBare, type Asking } from '../asking.ts'
import { rounded, type Figure } from '../figure.ts'
import { COMPANY, fillSmall, untilQuiet, type Place } from '../place.ts'
import { recording } from '../platform/recorded.ts'

const GOAL = 0.8
const SEARCH_GOAL = 0.5
const GROWTH = 1.3

/** What is measured of a list: its address, its rows without how many there are, and how many make a small one. */
interface Listed<Query extends object> {
  name: string
  path: string
  first(tenant: Tenant, caller: { timeZone: string }, query: Query): Promise<unknown>
  /** What is asked for; the first has the growth. */
  pages: readonly (readonly [name: string, query: Query, goal: number])[]
  small: number
  table: string
  add: string
}

const CONTACTS: Listed<QueryOf<typeof contacts.list>> = {
  name: 'contacts',
  path: '/communication/contacts',
  first: firstContacts,
  pages: [
    ['contacts', {}, GOAL],
    ['contacts: country', { country: ['SE'] }, GOAL],
    ['contacts: open leads', { leads: 'open' }, GOAL],
    ['contacts: by name', { sort: 'name', order: 'asc' }, GOAL],
    ['contacts: last page', { page: 500 }, GOAL],
    ['contacts: search', { search: 'a7c3' }, SEARCH_GOAL],
  ],
  small: 20_000,
  table: 'directory_contacts',
  add: `
    insert into directory_contacts (company_id, name, email, emails, email_status, phone, country, company_name, leads_open, leads_all,
      last_contact_at, created_at)
    select c.id, 'Person ' || m.n, md5(m.n::text) || '@' || m.n % 977 || '.example', md5(m.n::text) || '@' || m.n % 977 || '.example',
      case when m.n % 50 = 1 then 'bounced' else 'ok' end, '+46' || 100000000 + m.n, (array['SE', 'DE', 'IN', 'US', 'FR'])[1 + m.n % 5],
      'Firm ' || m.n % 977, case when m.n % 4 = 0 then 1 else 0 end, m.n % 7, now() - m.n * interval '30 seconds', now() - m.n * interval '40 seconds'
    from identity.companies c
    cross join (select n + (select count(*) from directory_contacts) as n from generate_series(1, $2::int) n) m
    where c.domain = $1`,
}

const COMPANIES: Listed<QueryOf<typeof companies.list>> = {
  name: 'companies',
  path: '/communication/companies',
  first: firstCompanies,
  pages: [
    ['companies', {}, GOAL],
    ['companies: country', { country: ['SE'] }, GOAL],
    ['companies: by valid leads', { sort: 'valid_rate' }, GOAL],
    ['companies: search', { search: '7c3' }, SEARCH_GOAL],
  ],
  small: 10_000,
  table: 'directory_companies',
  add: `
    insert into directory_companies (company_id, name, domain, domains, domain_count, country, contact_count, leads_open, leads_all, valid_rate,
      last_contact_at, created_at)
    select c.id, 'Firm ' || m.n, md5(m.n::text) || '.example', md5(m.n::text) || '.example', 1, (array['SE', 'DE', 'IN', 'US', 'FR'])[1 + m.n % 5],
      m.n % 9, case when m.n % 4 = 0 then 1 else 0 end, m.n % 7, case when m.n % 3 > 0 then m.n % 101 end,
      now() - m.n * interval '30 seconds', now() - m.n * interval '40 seconds'
    from identity.companies c
    cross join (select n + (select count(*) from directory_companies) as n from generate_series(1, $2::int) n) m
    where c.domain = $1`,
}

/** The list of contacts with its exact total, against the bare select that counts nothing; and how that grows with the list. */
export const contactsList = (place: Place, rows: number, rounds: number) => listOf(place, CONTACTS, rows, rounds)
export const companiesList = (place: Place, rows: number, rounds: number) => listOf(place, COMPANIES, rows, rounds)

const listOf = async <Query extends object>(
  place: Place,
  list: Listed<Query>,
  rows: number,
  rounds: number,
): Promise<Figure[]> => {
  const [first] = list.pages
  if (!first) return []
  await fillSmall(place)
  await addRows(place, list, Math.min(list.small, rows))
  const small = await asking(place, (at) => measured(place, at, list, first, rounds))
  await addRows(place, list, rows - list.small)
  return asking(place, async (at) => {
    const figures: Figure[] = []
    for (const page of list.pages) {
      const sides = await measured(place, at, list, page, rounds)
      const [name, , goal] = page
      const growth = page === first ? small.ours / sides.ours : undefined
      figures.push({
        figure: name,
        ratio: rounded(sides.ratio),
        ...(growth === undefined ? {} : { growth: rounded(growth) }),
        rows,
        ours: rounded(sides.ours),
        bare: rounded(sides.bare),
        unit: 'pages/s',
        goal: growth === undefined ? `≥ ${goal}` : `≥ ${goal}, growth ≤ ${GROWTH}`,
        meets: sides.ratio >= goal && (growth ?? 0) <= GROWTH,
      })
    }
    return figures
  })
}

const measured = async <Query extends object>(
  place: Place,
  { services, token, load }: Asking,
  list: Listed<Query>,
  [name, query]: Listed<Query>['pages'][number],
  rounds: number,
) => {
  await untilQuiet(place)
  const caller = await services.auth.callerOfToken(token)
  if (!caller) throw new Error('The token does not hold')
  const select = await recording(() =>
    services.tenants.read(caller.companyId, (tenant) => list.first(tenant, caller, query)),
  )
  const bare = await startBare(place, name.replaceAll(/\W+/g, '-'), select, 'leadroom_login')
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => [value].flat().map((each) => [key, String(each)])),
  )
  const ours = load(`${list.path}?${asked.toString()}`)
  return interleaved(ours, { ...load('/list'), port: bare.port }, rounds).finally(() => bare.stop())
}

/** Rows without a history and without what they are made of. */
const addRows = async ({ owner }: Place, { add, table }: Pick<Listed<never>, 'add' | 'table'>, many: number) => {
  if (many <= 0) return
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(add, [COMPANY, many])
    // What was counted before is not true any more, and nobody has noted the difference.
    await client.query('delete from list_counts')
    await client.query('commit')
    await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release()
  }
}
