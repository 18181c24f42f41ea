import { afterAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { all, nameOf } from './all.ts'
import { sampleInput, schemaOf } from './sample.ts'
import { bearer, sendInput, SHARED, startWorld } from './world.ts'

const world = await startWorld()
const { quiet, endpoints } = world
const { owner } = world.test
afterAll(() => world.stop())

const asAda = bearer(world.ada)
// A job is shown to its own person alone.
await world.test.sql(world.ada.companyId, 'update jobs set person_id = $2 where company_id = $1', [
  world.ada.companyId,
  world.ada.id,
])
/** Which rows, or what of them: `values` chooses no rows. */
const PAGING = ['page', 'pageSize', 'search', 'sort', 'order', 'values']

/** What the rows show under another name. Days pick rows by the moment that is shown, or what is counted in the row. */
const SHOWN_AS: Readonly<Record<string, readonly string[]>> = {
  from_date: [
    'created_at',
    'updated_at',
    'asked_at',
    'received',
    'last_change',
    'last_lead_at',
    'requestedOn',
    'createdAt',
    'last_contact_at',
    'last_post_at',
    'published_at',
  ],
  to_date: [
    'created_at',
    'updated_at',
    'asked_at',
    'received',
    'last_change',
    'last_lead_at',
    'requestedOn',
    'createdAt',
    'last_contact_at',
    'last_post_at',
    'published_at',
  ],
  // By the day of the verdict, the first contact or the outcome, each of which the status is of.
  days_of: ['status', 'status_at', 'clock'],
  due_at: ['clock'],
  follow_up: ['follow_up_on'],
  reason: ['reason_code'],
  quarantined: ['quarantined_by'],
  due: ['overdue'],
  leadId: ['lead'],
  productId: ['product'],
  state: ['completeness'],
  // What a product is filled with is in its details, and in the columns that people choose.
  attr: ['completeness'],
  vendor: ['vendor', 'open_vendor_updates'],
  product_name: ['products'],
  asked_in: ['created_at'],
  // Who somebody is, by their address, phone or name.
  contact: ['email', 'phone'],
  directory_company: ['company', 'email'],
  // Of posts; a title is in its language.
  topic: ['topics'],
  no_topic: ['topics'],
  published: ['published_at'],
  seen: ['seen_at'],
  language: ['title'],
  cluster: ['also_in'],
  // Of one’s own verdicts.
  verdict: ['own_verdict'],
  changed: ['own_verdict'],
  handled: ['own_verdict'],
  // Of contacts and companies.
  company_id: ['company'],
  has: ['email'],
  without: ['email'],
  leads: ['leads_open'],
  role: ['roles', 'company'],
  quiet_days: ['last_contact_at'],
  demand_from: ['leads_90'],
  not_asked_in: ['last_lead_at'],
  product: ['products', 'record'],
  field: ['changes'],
  changed_since: ['changes'],
  author: ['authors'],
  category: ['category', 'categories'],
  mine: ['created_by'],
  work: ['status', 'changes'],
  only: ['uses', 'alt'],
  status_from: ['status_at'],
  needs: ['state', 'counts'],
  subscriber_id: ['subscriber'],
  mailing_id: ['mailing'],
  about: ['subscriber'],
}

const filtersOf = ({ query, body, filters }: Endpoint) => (filters ? body : query)?.properties ?? {}

/** The fields of the rows that a list answers with; a list that comes as a file has those of the list with the same questions. */
const rowOf = (endpoint: Endpoint): string[] => {
  const { data } = schemaOf(endpoint.reply).properties ?? {}
  const rows = data?.items ?? Object.values(data?.properties ?? {}).find(({ items }) => items)?.items
  if (rows?.properties) return Object.keys(rows.properties)
  const same = endpoints.find((other) => other !== endpoint && other.query === endpoint.query)
  return same ? rowOf(same) : []
}

const lists = endpoints.filter((endpoint) => 'sort' in filtersOf(endpoint) || endpoint.filters)
const sorted = lists.filter((endpoint) => 'sort' in filtersOf(endpoint))

const shows = (endpoint: Endpoint, name: string) =>
  [name, ...(SHOWN_AS[name] ?? [])].some((field) => rowOf(endpoint).includes(field))

const sortedBy = (endpoint: Endpoint, sort: string) => {
  const base = sampleInput(endpoint, SHARED)
  const part = endpoint.query ? 'query' : 'body'
  return sendInput(quiet, endpoint, { ...base, [part]: { ...base[part], sort } }, asAda)
}

/** The tables whose rows may come from an import. */
const imported = (
  await owner.query<{ name: string }>(`
    select regexp_replace(conrelid::regclass::text, '^imported_', '') as name from pg_constraint
    where confrelid = 'imports'::regclass and conrelid::regclass::text !~ '^import_'`)
).rows

/** Only calls of its own area find an import: until this one does, it becomes an import of each table in turn. */
const findingImports = async (endpoint: Endpoint, sort: string) => {
  for (const { name } of imported) {
    const answer = await sortedBy(endpoint, sort)
    if (answer.status !== 404) return answer
    await world.test.sql(world.ada.companyId, 'update imports set entity = $2 where company_id = $1', [
      world.ada.companyId,
      name,
    ])
  }
  return sortedBy(endpoint, sort)
}

/** As the refusal of another one lists them. */
const sortsOf = async (endpoint: Endpoint): Promise<string[]> => {
  const { status, text } = await findingImports(endpoint, 'nothing_of_the_kind')
  expect([nameOf(endpoint), status, JSON.parse(text).errors?.[0].field ?? text]).toEqual([
    nameOf(endpoint),
    400,
    endpoint.wire?.['sort'] ?? 'sort',
  ])
  const [, names = ''] = /Choose one of: (.*)$/.exec(JSON.parse(text).message) ?? []
  return names.split(', ').filter(Boolean)
}

test('there are lists to look at, and each shows rows', () => {
  expect(sorted.length).toBeGreaterThan(12)
  expect(lists.filter((endpoint) => rowOf(endpoint).length === 0).map(nameOf)).toEqual([])
})

test('L5: a list is sorted by what its rows show', () =>
  all(sorted, async (endpoint) => {
    for (const name of await sortsOf(endpoint)) {
      if (!shows(endpoint, name)) return `${nameOf(endpoint)}: ${name} is not in its rows`
      const { status, text } = await sortedBy(endpoint, name)
      if (status !== 200) return `${nameOf(endpoint)} by ${name}: ${status} ${text}`
    }
  }))

test('L5: and by nothing that is stored besides: a column that the rows do not show is refused', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct column_name::text as name from information_schema.columns
    where table_name in ('leads', 'imports', 'qc_questions', 'qc_answers', 'restricted_domains', 'assignment_entries',
      'people', 'memberships', 'sessions', 'credentials') and table_schema in ('public', 'identity')`,
  )
  expect(rows.length).toBeGreaterThan(80)
  await all(sorted, async (endpoint) => {
    const allowed = await sortsOf(endpoint)
    for (const { name } of rows) {
      if (allowed.includes(name) || name.length > 40) continue
      const { status } = await sortedBy(endpoint, name)
      if (status !== 400) return `${nameOf(endpoint)} by ${name}: ${status}`
    }
  })
})

test('L5: a list is filtered by what its rows show', () => {
  const hidden = lists.flatMap((endpoint) =>
    Object.keys(filtersOf(endpoint))
      .filter((name) => !PAGING.includes(name) && !shows(endpoint, name))
      .map((name) => `${nameOf(endpoint)}: ${name}`),
  )

  expect(hidden).toEqual([])
})
