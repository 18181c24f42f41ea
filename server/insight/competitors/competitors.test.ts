import { afterAll, expect, test } from 'vitest'
import { competitors } from '#contract/insight/competitors.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { competitorsOf } from '#server/test/competitors.ts'
import { startSites } from '#server/test/sites.ts'
import { undoLast } from '#server/test/undo.ts'

const web = await startSites({
  'rival.example': {
    '/': '<html><head><title>Rival</title><link rel="alternate" type="application/rss+xml" href="/feed"></head></html>',
    '/feed':
      '<rss version="2.0"><channel><title>Rival news</title><item><title>One</title><link>http://rival.example/1</link></item></channel></rss>',
  },
})
const app = await startTestApp({}, undefined, web.ways)
afterAll(async () => {
  await app.stop()
  await web.stop()
})
const { competitor, feed, post, editor } = competitorsOf(app)
const { list, discover, add, update, remove, addFeed, updateFeed, removeFeed, checkFeed, polls } = competitors

const named = async (person: TestPerson, body = {}) => (await person.call(list, { body })).data.map(({ name }) => name)
const refusal = async (call: Promise<unknown>) => {
  const { status, failure } = Object(await call.catch((error: unknown) => error))
  return [status, failure?.errors?.[0]?.field ?? failure?.message]
}
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('a competitor is added with its feeds, changed, paused and deleted; each is undone', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const { data } = await ada.call(add, {
    body: {
      name: ' Rival ',
      site: 'rival.example',
      feeds: [{ url: 'http://rival.example/feed', kind: 'atom', found_by: 'link' }],
    },
  })
  expect(data).toMatchObject({
    name: 'Rival',
    site: 'https://rival.example/',
    own: false,
    posts: 0,
    unread: 0,
    feeds: [{ kind: 'atom', state: 'ok', interval_min: 60 }],
  })
  expect(data.weeks).toHaveLength(13)
  expect(await named(eve)).toEqual([])
  await expect(eve.call(update, { params: { id: data.id }, body: { name: 'Mine' } })).rejects.toThrow(
    '404 Competitor not found',
  )

  const paused = await ada.call(update, {
    params: { id: data.id },
    body: { paused: true, note: 'Sells pumps', version: data.version },
  })
  expect(paused.data).toMatchObject({ paused: true, feeds: [{ state: 'paused' }] })
  const clash = await ada
    .call(update, { params: { id: data.id }, body: { note: 'Other', version: data.version } })
    .catch((error: unknown) => error)
  expect(Object(clash).failure).toMatchObject({ code: 'version_conflict', details: { fields: ['note'] } })
  await undoLast(ada)
  expect((await ada.call(list, { body: {} })).data).toMatchObject([{ paused: false, note: '' }])
  await ada.call(remove, { params: { id: data.id } })
  expect(await named(ada)).toEqual([])
  await undoLast(ada)
  expect((await ada.call(list, { body: {} })).data).toMatchObject([
    { name: 'Rival', feeds: [{ url: 'http://rival.example/feed' }] },
  ])
})

test('bad input names its field and stores nothing', async () => {
  const ada = await editor()
  await competitor(ada, 'Rival')
  const adding = (body: object) =>
    refusal(ada.call(add, { body: { name: 'New', site: 'https://new.example', ...body } }))
  expect(await adding({ name: ' ' })).toEqual([400, 'name'])
  expect(await adding({ name: 'RIVAL' })).toEqual([409, 'name'])
  expect(await adding({ site: 'http://127.0.0.1/' })).toEqual([400, 'site'])
  expect(await adding({ site: 'ftp://new.example' })).toEqual([400, 'site'])
  expect(await adding({ feeds: [{ url: 'http://[::1]/feed' }] })).toEqual([400, 'feeds.0.url'])
  expect(await adding({ colour: 'red' })).toEqual([400, 'colour'])
  expect(await named(ada)).toEqual(['Rival'])
  expect(await refusal(ada.call(list, { body: { sort: 'secrets' } }))).toEqual([400, 'sort'])
  expect(await refusal(ada.call(list, { body: { from_date: '2026-02-02', to_date: '2026-02-01' } }))).toEqual([
    400,
    'to_date',
  ])
})

test('the list counts what was published in a period and before, and is sorted and searched by what it shows', async () => {
  const ada = await editor({ can: ['competitor_posts_list'] })
  const [one, two] = [await competitor(ada, 'Anton'), await competitor(ada, 'zeta')]
  for (const days of [1, 5, 20.5, 40])
    await post(ada, one, `Post of ${days}`, { published_at: ago(days), sort_at: ago(days) })
  await post(ada, two, 'Old news', { published_at: ago(2), sort_at: ago(2), old_news: true })
  await post(ada, two, 'Hidden', { published_at: ago(1), sort_at: ago(1), hidden_at: ago(0) })
  const rows = (await ada.call(list, { body: {} })).data
  expect(rows).toMatchObject([
    { name: 'Anton', posts: 3, posts_before: 1, per_week: 0.7, unread: 4, longest_silence_d: 15 },
    { name: 'zeta', posts: 1, posts_before: 0, unread: 0 },
  ])
  expect(rows[0]!.weeks.reduce((sum, n) => sum + n, 0)).toBe(4)
  expect(await named(ada, { sort: 'name', order: 'desc' })).toEqual(['zeta', 'Anton'])
  expect(await named(ada, { sort: 'posts', order: 'asc' })).toEqual(['zeta', 'Anton'])
  expect(await named(ada, { search: 'ZET' })).toEqual(['zeta'])
  expect((await ada.call(list, { body: { page: 2, pageSize: 10 } })).pagination).toMatchObject({
    total: 2,
    totalPages: 1,
  })
})

test('S9: a company follows 50 competitors and 200 feeds at most, and checks a feed six times an hour', async () => {
  const ada = await editor()
  const rival = await competitor(ada)
  const id = await feed(ada, rival)
  for (let times = 0; times < 6; times++) await ada.call(checkFeed, { body: { id } })
  expect(await refusal(ada.call(checkFeed, { body: { id } }))).toEqual([429, expect.any(String)])
  await app.sql(
    ada.companyId,
    `insert into competitors (company_id, name, site, host) select $1, 'Many ' || n, 'https://m.example/', 'm.example' from generate_series(1, 49) n`,
    [ada.companyId],
  )
  expect(await refusal(ada.call(add, { body: { name: 'One more', site: 'https://new.example' } }))).toEqual([
    409,
    expect.any(String),
  ])
  await app.sql(
    ada.companyId,
    `insert into competitor_feeds (company_id, competitor_id, url, kind, found_by) select $1, $2, 'https://m.example/' || n, 'rss', 'typed' from generate_series(1, 199) n`,
    [ada.companyId, rival],
  )
  expect(await refusal(ada.call(addFeed, { body: { competitor_id: rival, url: 'https://new.example/feed' } }))).toEqual(
    [409, expect.any(String)],
  )
})

test('a feed is added once, changed, and removed with its posts left', async () => {
  const [ada, eve] = [await editor(), await editor()]
  const rival = await competitor(ada)
  const { data } = await ada.call(addFeed, {
    body: { competitor_id: rival, url: 'rival.example/feed', keep_words: ['pump'] },
  })
  expect(data).toMatchObject({ url: 'https://rival.example/feed', keep_words: ['pump'], state: 'ok' })
  expect(
    await refusal(ada.call(addFeed, { body: { competitor_id: rival, url: 'https://rival.example/feed' } })),
  ).toEqual([409, 'url'])
  expect(
    (await ada.call(updateFeed, { params: { id: data.id }, body: { interval_min: 120, paused: true } })).data,
  ).toMatchObject({ interval_min: 120, state: 'paused' })
  expect((await ada.call(polls, { body: { id: data.id } })).data).toEqual([])
  await expect(eve.call(polls, { body: { id: data.id } })).rejects.toThrow('404 Feed not found')
  await ada.call(removeFeed, { params: { id: data.id } })
  await expect(ada.call(polls, { body: { id: data.id } })).rejects.toThrow('404 Feed not found')
  await undoLast(ada)
  expect((await ada.call(polls, { body: { id: data.id } })).data).toEqual([])
})

test('the feeds of a site are found, and who may only read does not look', async () => {
  const ada = await editor()
  const reader = await app.signIn({ can: ['competitor_posts_list'] })
  // The first look waits for a thread to start, on a busy machine longer than a person would.
  const feeds = async () => (await ada.call(discover, { body: { url: 'http://rival.example/' } })).data.feeds
  await expect
    .poll(feeds, { timeout: 120_000 })
    .toMatchObject([{ url: 'http://rival.example/feed', kind: 'rss', title: 'Rival news' }])
  await expect(reader.call(discover, { body: { url: 'http://rival.example/' } })).rejects.toThrow(/^403/)
})
