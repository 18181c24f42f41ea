import { afterAll, expect, test } from 'vitest'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { LIST_KEYS } from '#server/test/journey.ts'

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

test.each([
  { list: 'marketing_leads_list', query: 'source=import', where: `source = 'import'`, moment: 'created_at' },
  { list: 'all_leads', query: '', where: `status = 'new'`, moment: 'created_at' },
  { list: 'valid_leads', query: '', where: `status = 'valid'`, moment: 'validated_at' },
])('the pages of $list $query hold every row once, from either end, whatever changes', async (each) => {
  const { list, query, where, moment } = each
  const ada = await withManyLeads()
  const bob = await withManyLeads()
  const agree = async () => {
    const newest = await inOrder(ada, where, moment)
    for (const [order, wanted] of [
      ['desc', newest],
      ['asc', newest.toReversed()],
    ] as const) {
      const seen: number[] = []
      for (let number = 1; number <= Math.ceil(wanted.length / 100); number++) {
        const { ids, total } = await page(ada, list, number, `${query}&order=${order}`)
        expect(total).toBe(wanted.length)
        seen.push(...ids)
      }
      expect(seen).toEqual(wanted)
      expect((await page(ada, list, 50, `${query}&order=${order}`)).ids).toEqual([])
    }
  }

  await agree()
  await app.sql(ada.companyId, 'update leads set deleted_at = now() where company_id = $1 and id % 7 = 3', [
    ada.companyId,
  ])
  await app.sql(bob.companyId, 'update leads set deleted_at = now() where company_id = $1', [bob.companyId])
  await app.sql(
    ada.companyId,
    `update leads set created_at = created_at + interval '3 hours', source = 'import' where company_id = $1 and id % 5 = 1`,
    [ada.companyId],
  )
  await agree()
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

test('the pages of every order, and of a search, end at row 10,000, with a sentence', async () => {
  const ada = await app.signIn({ can: LIST_KEYS })
  const message = 'Lists end at row 10,000. To see more, narrow the filters.'
  await app.sql(
    ada.companyId,
    `insert into leads (company_id, name, source, status) select $1, 'Xu of cotton', 'import', 'new' from generate_series(1, 10001)`,
    [ada.companyId],
  )

  for (const query of [
    '',
    'order=asc',
    'sort=name',
    'sort=lead_no&order=asc',
    'search=cotton',
    'order=asc&search=xu',
  ]) {
    const answer = (page: number) =>
      ada.send('GET', `/marketing/marketing_leads_list?pageSize=100&page=${page}&${query}`)
    const { status, json } = await answer(100)
    expect([query, status, json.data.length]).toEqual([query, 200, 100])
    expect(json.pagination).toMatchObject({ total: 10_001, totalPages: 101, end: { page: 100, message } })
    const beyond = await answer(101)
    expect([query, beyond.status, beyond.json.errors[0]]).toEqual([query, 400, { field: 'page', message }])
  }
  // What is past the last row of a list that nothing is left of is refused alike: the total decides nothing.
  expect((await ada.send('GET', '/marketing/marketing_leads_list?pageSize=100&page=101&source=event')).status).toBe(400)
})
