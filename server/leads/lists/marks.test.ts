import { afterAll, expect, test } from 'vitest'
import { seeded } from '#server/demo/random.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { LIST_KEYS } from '#server/test/journey.ts'
import { SEED } from '#server/test/random.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { checkCounts } from '#server/leads/totals/check-counts.ts'

const LEADS = 2_400

const app = await startTestApp()
afterAll(() => app.stop())

/** Leads of which many share a moment, as an import leaves them; one in three is valid. */
const withManyLeads = async () => {
  const ada = await app.signIn({ can: [...LIST_KEYS, 'valid_leads_assign'] })
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, source, status, assigned_qa, created_at, validated_at)
     select $1, 'n', case when i % 5 = 0 then 'event' else 'import' end, case when i % 3 = 0 then 'valid' else 'new' end, case when i % 3 = 0 then $2::int end,
       timestamptz '2026-03-01Z' + (i / 170) * interval '1 hour', case when i % 3 = 0 then timestamptz '2026-03-09Z' + (i / 450) * interval '1 hour' end
     from generate_series(1, $3::int) i`,
    [ada.companyId, ada.id, LEADS],
  )
  return ada
}

const page = async (person: TestPerson, list: string, number: number, query = '') => {
  const { status, json, text } = await person.send('GET', `/marketing/${list}?pageSize=100&page=${number}&${query}`)
  if (status !== 200) throw new Error(`${status} ${text}`)
  return { ids: json.data.map(({ id }: { id: number }) => id) as number[], total: json.pagination.total as number }
}

const inOrder = async ({ companyId }: TestPerson, where: string, moment: string): Promise<number[]> =>
  (
    await app.owner.query(
      `select id::int from leads where company_id = $1 and deleted_at is null and ${where} order by ${moment} desc, id desc`,
      [companyId],
    )
  ).rows.map(({ id }) => id)

const marksOf = async ({ companyId }: TestPerson): Promise<any[]> =>
  (await app.owner.query('select * from lead_marks where company_id = $1', [companyId])).rows

const countsOf = async ({ companyId }: TestPerson) =>
  (await app.owner.query('select * from lead_counts where company_id = $1', [companyId])).rowCount

/** What is kept behind an answer is there a little later. */
const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}

test.each(
  [
    { list: 'marketing_leads_list', query: '', where: 'true', moment: 'created_at' },
    { list: 'marketing_leads_list', query: 'source=import', where: `source = 'import'`, moment: 'created_at' },
    { list: 'all_leads', query: '', where: `status = 'new'`, moment: 'created_at' },
  ].slice(0, howMany(1, 3)),
)('every page of $list $query holds its rows, from the marks as without them, whatever changes', async (each) => {
  const { list, query, where, moment } = each
  const random = seeded(SEED)
  const ada = await withManyLeads()
  const bob = await withManyLeads()
  const agree = async (from = 11) => {
    const wanted = await inOrder(ada, where, moment)
    const seen: number[] = []
    for (let number = from; number <= Math.ceil(wanted.length / 100); number++) {
      const { ids, total } = await page(ada, list, number, query)
      expect(total).toBe(wanted.length)
      seen.push(...ids)
    }
    expect(seen).toEqual(wanted.slice((from - 1) * 100))
    expect((await page(ada, list, 500, query)).ids).toEqual([])
  }

  await agree(1)
  await until(async () => (await marksOf(ada)).length === 1)
  const [{ moments }] = await marksOf(ada)
  expect(moments.length).toBeGreaterThan(5)
  await agree()
  for (let round = 0; round < 2; round++) {
    const between = [random.between(2, 9), random.between(0, 1)]
    await app.sql(ada.companyId, 'update leads set deleted_at = now() where company_id = $1 and id % $2 = $3', [
      ada.companyId,
      ...between,
    ])
    await app.sql(bob.companyId, 'update leads set deleted_at = now() where company_id = $1', [bob.companyId])
    await app.sql(
      ada.companyId,
      `insert into leads (company_id, name, source, created_at) select $1, 'n', 'import', timestamptz '2026-03-01Z' + $2 * interval '1 hour' from generate_series(1, $3::int)`,
      [ada.companyId, random.between(0, 20), random.between(1, 150)],
    )
    await app.sql(
      ada.companyId,
      `update leads set created_at = created_at + interval '3 hours', source = 'import' where company_id = $1 and id % $2 = 1`,
      [ada.companyId, random.between(3, 9)],
    )
    await agree()
  }
  expect((await checkCounts(app.services.tenants, ada.companyId)).drifts).toEqual([])
})

test.each(
  [
    { list: 'valid_leads', query: 'sort=validated_at&order=asc', where: `status = 'valid'`, moment: 'validated_at' },
    { list: 'marketing_leads_list', query: 'order=asc', where: 'true', moment: 'created_at' },
    {
      list: 'marketing_leads_list',
      query: 'order=asc&source=import',
      where: `source = 'import'`,
      moment: 'created_at',
    },
    { list: 'all_leads', query: 'sort=created_at&order=asc', where: `status = 'new'`, moment: 'created_at' },
  ].slice(0, howMany(1, 4)),
)('the oldest first, $list $query is the usual order from its other end, also while leads are added', async (each) => {
  const { list, query, where, moment } = each
  const ada = await withManyLeads()
  const bob = await withManyLeads()
  await app.sql(
    ada.companyId,
    `update leads set status = 'valid', assigned_qa = $2, validated_at = created_at where company_id = $1 and status = 'new' and id % 4 = 0`,
    [ada.companyId, ada.id],
  )
  const oldest = async () => (await inOrder(ada, where, moment)).reverse()
  const pages = async (wanted: number[]) => {
    const first = 10
    const last = Math.ceil(wanted.length / 100)
    const seen: number[] = []
    for (let number = first; number <= last; number++) seen.push(...(await page(ada, list, number, query)).ids)
    return { seen, wanted: wanted.slice((first - 1) * 100), beyond: (await page(ada, list, last + 1, query)).ids }
  }
  const add = (person: TestPerson, status: string) =>
    app.sql(
      person.companyId,
      `insert into leads (company_id, name, source, status, assigned_qa, created_at, validated_at)
       select $1, 'n', 'import', $2, case when $2 = 'valid' then $3::int end, timestamptz '2026-04-01Z', case when $2 = 'valid' then timestamptz '2026-04-01Z' end
       from generate_series(1, 37)`,
      [person.companyId, status, person.id],
    )

  for (let round = 0; round < 2; round++) {
    const before = await oldest()
    const [{ seen, wanted }] = await Promise.all([
      pages(before),
      (async () => {
        for (let times = 0; times < 6; times++)
          for (const person of [ada, bob]) await add(person, times % 2 ? 'new' : 'valid')
      })(),
    ])
    expect(seen.slice(0, wanted.length)).toEqual(wanted)
    const now = await pages(await oldest())
    expect(now).toEqual({ seen: now.wanted, wanted: now.wanted, beyond: [] })
    await app.sql(ada.companyId, 'update leads set deleted_at = now() where company_id = $1 and id % 9 = $2', [
      ada.companyId,
      round,
    ])
    const fewer = await pages(await oldest())
    expect(fewer).toEqual({ seen: fewer.wanted, wanted: fewer.wanted, beyond: [] })
    await until(async () => (await marksOf(ada)).length === 1)
  }
})

test('marks that many changes lie behind are brought up to this moment, without a look at the leads', async () => {
  const ada = await withManyLeads()
  const far = () => page(ada, 'marketing_leads_list', 20)
  await far()
  await until(async () => (await marksOf(ada)).length === 1)
  const [before] = await marksOf(ada)
  await app.sql(ada.companyId, `update leads set enquiry_status = 'won' where company_id = $1 and status = 'valid'`, [
    ada.companyId,
  ])
  await app.sql(
    ada.companyId,
    'update leads set deleted_at = now() where company_id = $1 and id in (select id from leads where company_id = $1 order by created_at desc limit 7)',
    [ada.companyId],
  )

  await far()

  await until(async () => (await marksOf(ada))[0].snapshot !== before.snapshot)
  const [after] = await marksOf(ada)
  expect(after.moments).toEqual(before.moments)
  expect(after.ranks.map(Number)).toEqual(before.ranks.map((rank: string) => Number(rank) - 7))
  expect((await far()).ids).toEqual((await inOrder(ada, 'true', 'created_at')).slice(1900, 2000))
})

test('Valid goes down by the time of the verdict', async () => {
  const ada = await withManyLeads()
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, source, status, assigned_qa, validated_at) select $1, 'n', 'event', 'valid', $2::int, timestamptz '2026-03-09Z' from generate_series(1, 700)`,
    [ada.companyId, ada.id],
  )
  const wanted = await inOrder(ada, `status = 'valid'`, 'validated_at')

  for (let round = 0; round < 2; round++) {
    for (const number of [11, 13, 15])
      expect((await page(ada, 'valid_leads', number)).ids).toEqual(wanted.slice((number - 1) * 100, number * 100))
    await until(async () => (await marksOf(ada)).length === 1)
  }
})

test('a mark that is wrong is found by the check and taken away', async () => {
  const ada = await withManyLeads()
  await page(ada, 'marketing_leads_list', 20)
  // The total is kept beside the marks, and it is totals that the check goes by.
  await until(async () => (await marksOf(ada)).length === 1 && (await countsOf(ada)) === 1)
  const agreed = await checkCounts(app.services.tenants, ada.companyId)
  await app.sql(
    ada.companyId,
    'update lead_marks set ranks = array(select r + 3 from unnest(ranks) r) where company_id = $1',
    [ada.companyId],
  )

  const found = await checkCounts(app.services.tenants, ada.companyId)

  expect(agreed).toMatchObject({ marks: 1, drifts: [] })
  expect(found.drifts).toHaveLength(1)
  expect(await marksOf(ada)).toEqual([])
  expect((await page(ada, 'marketing_leads_list', 20)).ids).toEqual(
    (await inOrder(ada, 'true', 'created_at')).slice(1900, 2000),
  )
})

test('a search that most leads meet is told page by page, with its total, in any order', async () => {
  const ada = await withManyLeads()
  const search = async (query: string) => page(ada, 'marketing_leads_list', 3, query)
  const third = (ids: number[]) => ({ ids: ids.slice(200, 300), total: ids.length })
  const [newest, events] = [
    await inOrder(ada, 'true', 'created_at'),
    await inOrder(ada, `source = 'event'`, 'created_at'),
  ]

  expect(newest).toHaveLength(LEADS)
  await app.sql(ada.companyId, `update leads set company = 'Loomworks' where company_id = $1`, [ada.companyId])
  for (const text of ['n', 'lo', 'oomwork']) {
    expect({ text, ...(await search(`search=${text}`)) }).toEqual({ text, ...third(newest) })
    expect({ text, ...(await search(`search=${text}&source=event`)) }).toEqual({ text, ...third(events) })
    expect(await search(`search=${text}&sort=lead_no&order=asc`)).toEqual(
      third(newest.toSorted((one, other) => one - other)),
    )
  }
  expect(await search('search=oom%25')).toEqual({ ids: [], total: 0 })
})

test('in another order, and in a search, pages end at row 10,000, with a sentence; in the usual order they go on', async () => {
  const ada = await app.signIn({ can: LIST_KEYS })
  const answer = async (query: string) => {
    const { status, json } = await ada.send('GET', `/marketing/marketing_leads_list?pageSize=100&${query}`)
    return status === 200 ? 200 : [status, json.errors[0]]
  }
  const sorted = 'Lists end at row 10,000. To see more, narrow the filters or use the default order'
  const searched = 'Lists end at row 10,000. To see more, narrow the search or the filters'
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, source, status) select $1, 'Xu of cotton', 'import', 'new' from generate_series(1, 10001)`,
    [ada.companyId],
  )

  for (const [query, message] of [
    ['sort=name', sorted],
    ['sort=lead_no&order=asc', sorted],
    ['search=cotton', searched],
    ['order=asc&search=xu', searched],
  ] as const) {
    const { status, json } = await ada.send('GET', `/marketing/marketing_leads_list?pageSize=100&page=100&${query}`)
    expect([query, status, json.data.length]).toEqual([query, 200, 100])
    expect(json.pagination).toMatchObject({ total: 10_001, totalPages: 101, end: { page: 100, message } })
    expect([query, await answer(`page=101&${query}`)]).toEqual([query, [400, { field: 'page', message }]])
  }
  const { json } = await ada.send('GET', '/marketing/marketing_leads_list?pageSize=100&page=101')
  expect([json.data.length, json.pagination]).toEqual([1, { page: 101, pageSize: 100, total: 10_001, totalPages: 101 }])
  expect(await answer('page=50000&sort=created_at&order=desc')).toBe(200)
  expect(await answer('page=50000&sort=created_at&order=asc')).toBe(200)
  expect(await answer('page=100000&source=event')).toBe(200)
})
