import { afterAll, expect, test } from 'vitest'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { competitorsOf } from '#server/test/competitors.ts'
import { startSites, type Page } from '#server/test/sites.ts'
import { pollFeeds } from './poll.ts'

const web = await startSites({ 'rival.example': {}, 'other.example': {} })
const app = await startTestApp({}, undefined, web.ways)
afterAll(async () => {
  await app.stop()
  await web.stop()
})
const { competitor, feed, editor, posts, polls, stateOf } = competitorsOf(app)

const DAY = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toUTCString()
const YESTERDAY = daysAgo(1)
const LONG = Array.from({ length: 90 }, (_, at) => `word${at % 47} pump${at}`).join(' ')
interface Item {
  title?: string
  link?: string
  guid?: string
  date?: string | null
  text?: string
}
const item = ({ title = 'A post', link, guid, date = YESTERDAY, text = 'Some words.' }: Item) =>
  `<item><title>${title}</title>${link === undefined ? '' : `<link>${link}</link>`}${guid === undefined ? '' : `<guid isPermaLink="false">${guid}</guid>`}${date === null ? '' : `<pubDate>${date}</pubDate>`}<description><![CDATA[${text}]]></description></item>`
const rss = (...items: Item[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Rival</title><link>https://rival.example/</link>${items.map(item).join('')}</channel></rss>`

/** A company whose competitor has one feed, which answers what is set. */
const following = async (url = 'http://rival.example/feed', fields: Record<string, unknown> = {}) => {
  const ada = await editor()
  const rival = await competitor(ada, 'Rival', { site: 'https://rival.example/', host: 'rival.example' })
  const id = await feed(ada, rival, url, fields)
  const state = () => stateOf(ada, id)
  const answers = (page: Page) => (web.sites['rival.example'] = { '/feed': page, '/moved': page })
  return { ada, rival, id, state, answers }
}
const poll = async (person: TestPerson, now?: () => Date) => {
  await app.sql(
    person.companyId,
    `update feed_states set next_at = now() - interval '1 second' where company_id = $1`,
    [person.companyId],
  )
  const read = pollFeeds({ fetchPublic: app.services.fetchPublic, apartMs: 0, random: () => 0, ...(now && { now }) })
  await read(app.services.tenants, person.companyId)
}
const titles = async (person: TestPerson) => (await posts(person)).map(({ title }) => title)
const hoursUntil = ({ next_at }: { next_at: string }) => Math.round((Date.parse(next_at) - Date.now()) / 3_600_000)

test('the first poll stores all as old news, the next one what is new, and the same text nothing', async () => {
  const { ada, state, answers } = await following()
  answers(rss({ title: 'One', link: 'https://rival.example/1', text: LONG }, { title: 'Two', link: '/2', date: null }))
  await poll(ada)
  const first = await posts(ada)
  answers(
    rss(
      { title: 'Three', link: '/3' },
      { title: 'One', link: '/1?utm_source=x', text: LONG },
      { title: 'Two', link: '/2', date: null },
    ),
  )
  await poll(ada)
  await poll(ada)

  expect(first).toMatchObject([
    { title: 'Two', old_news: true, date_known: false, published_at: null, understood_at: null },
    { title: 'One', old_news: true, date_known: true, words: 180, url: 'https://rival.example/1' },
  ])
  expect(await titles(ada)).toEqual(['Two', 'One', 'Three'])
  expect((await posts(ada)).map(({ old_news }) => old_news)).toEqual([true, true, false])
  expect(
    (await posts(ada)).every(({ id, cluster_id, sort_at, seen_at }) => id === cluster_id && sort_at <= seen_at),
  ).toBe(true)
  expect(await polls(ada)).toMatchObject([
    { outcome: 'baseline', new: 2 },
    { outcome: 'new', new: 1, changed: 0 },
    { outcome: 'unchanged' },
  ])
  expect(await state()).toMatchObject({ state: 'ok', title: 'Rival', failures: 0, token: null })
})

test('a changed title and text are revisions of the post, and it waits to be understood again', async () => {
  const { ada, answers } = await following()
  answers(rss({ title: 'Old title', link: '/1', text: LONG }))
  await poll(ada)
  await app.sql(ada.companyId, 'update competitor_posts set understood_at = now() where company_id = $1', [
    ada.companyId,
  ])
  answers(rss({ title: 'New title', link: '/1', text: `${LONG} more` }))
  await poll(ada)

  expect(await posts(ada)).toMatchObject([{ title: 'New title', words: 181, revisions: 2, understood_at: null }])
  const revisions = await app.sql(
    ada.companyId,
    'select field, old, new from competitor_post_revisions where company_id = $1 order by field',
    [ada.companyId],
  )
  expect(revisions).toMatchObject([
    { field: 'text', old: LONG, new: `${LONG} more` },
    { field: 'title', old: 'Old title', new: 'New title' },
  ])
})

test('one guid for all is no guid; a guid that changes is another of the same post', async () => {
  const { ada, answers } = await following()
  answers(rss({ title: 'One', link: '/1', guid: 'same' }, { title: 'Two', link: '/2', guid: 'same' }))
  await poll(ada)
  answers(rss({ title: 'Three', link: '/3', guid: 'same', date: daysAgo(0.5) }))
  await poll(ada)
  answers(rss({ title: 'Three', link: '/3', guid: 'other', date: daysAgo(0.5) }))
  await poll(ada)

  expect(await titles(ada)).toEqual(['Two', 'One', 'Three'])
})

test('a post that moves to another address with another guid stays the same post, and so does a whole site', async () => {
  const { ada, answers } = await following()
  const all = Array.from({ length: 6 }, (_, at) => ({
    title: `A long and telling title number ${at} of many`,
    text: `${LONG} ${at} of ${at}`,
    date: daysAgo(9 - at),
  }))
  answers(rss(...all.map((each, at) => ({ ...each, link: `/old/${at}`, guid: `old-${at}` }))))
  await poll(ada)
  answers(
    rss(
      ...all.map((each, at) =>
        at === 0 ? { ...each, link: '/new/0', guid: 'new-0' } : { ...each, link: `/old/${at}` },
      ),
    ),
  )
  await poll(ada)
  answers(
    rss(
      ...all.map((each, at) => ({
        ...each,
        text: 'Short.',
        link: `https://blog.rival.example/${at}`,
        guid: `wp-${at}`,
        date: null,
      })),
    ),
  )
  await poll(ada)

  expect(await posts(ada)).toHaveLength(6)
})

test('O17: no date pins a post to the top, and one that cannot be is not shown', async () => {
  const { ada, answers } = await following()
  const dates = [
    'Thu, 01 Jan 1970 00:00:00 GMT',
    '2099-01-01T00:00:00Z',
    'Tue, 10 Nov 2026 24:61:00 GMT',
    'Tues, 26 May 2026 10:00 EST',
    'sab, 07 gen 2026 10:00',
    null,
  ]
  answers(rss(...dates.map((date, at) => ({ title: `Post ${at}`, link: `/${at}`, date }))))
  await poll(ada)

  const stored = (await posts(ada)).toReversed()
  expect(stored.map(({ published_at }) => published_at)).toEqual([
    null,
    null,
    null,
    expect.stringContaining('2026-05-26T15:00:00'),
    expect.stringContaining('2026-01-07T10:00:00'),
    null,
  ])
  expect(stored.every(({ sort_at, seen_at }) => sort_at <= seen_at)).toBe(true)
})

test('O20: a site is asked with what it has sent, word for word, and whole once a week', async () => {
  const { ada, id, answers } = await following()
  const asked = () => web.asked.at(-1)!.headers
  answers({
    type: 'application/xml',
    headers: { etag: 'W/no-quotes-gzip', 'last-modified': 'yesterday' },
    body: rss({ link: '/1' }),
  })
  await poll(ada)
  answers({ status: 304 })
  await poll(ada)
  expect(asked()).toMatchObject({ 'if-none-match': 'W/no-quotes-gzip', 'if-modified-since': 'yesterday' })
  await poll(ada, () => new Date(Date.now() + 8 * DAY))
  expect(asked()['if-none-match']).toBeUndefined()
  // Without a condition, it is no answer.
  expect((await polls(ada)).map(({ outcome }) => outcome)).toEqual(['baseline', 'not_modified', 'failed'])
  await app.sql(ada.companyId, 'update feed_states set last_full_at = now() where company_id = $1 and feed_id = $2', [
    ada.companyId,
    id,
  ])
  await poll(ada)
  expect((await stateOf(ada, id)).failures).toBe(0)
})

test('O20: failures make it rarer and never stop it, and what the site wants is done', async () => {
  const { ada, state, answers } = await following()
  const failing = async (status: number, headers: Record<string, string> = {}) => {
    answers({ status, headers })
    await poll(ada)
    return state()
  }
  expect(await failing(403)).toMatchObject({
    state: 'failing',
    failures: 1,
    sentence: 'The site refuses us (403). Ask its owner, or use the sitemap.',
  })
  expect(hoursUntil(await failing(500))).toBe(4)
  const third = await failing(500)
  expect([third.state, hoursUntil(third)]).toEqual(['broken', 7])
  for (let at = 0; at < 8; at++) await failing(500)
  expect(hoursUntil(await failing(500))).toBe(22)
  expect(hoursUntil(await failing(429, { 'retry-after': String(50 * 3600) }))).toBe(50)
  expect(hoursUntil(await failing(503, { 'retry-after': new Date(Date.now() + 3 * DAY).toUTCString() }))).toBe(72)
  expect(hoursUntil(await failing(429, { 'retry-after': '99999999999' }))).toBe(168)
  expect(hoursUntil(await failing(429, { 'retry-after': 'soon' }))).toBe(22)
  answers(rss({ link: '/1' }))
  await poll(ada)
  expect(await state()).toMatchObject({ state: 'ok', failures: 0, sentence: '' })
  await failing(410)
  await failing(410)
  const gone = await failing(410)
  expect([gone.state, hoursUntil(gone)]).toEqual(['gone', 168])
})

test('a web page is said to be one; a feed that ends in the middle is read as far as it goes', async () => {
  const { ada, state, answers } = await following()
  answers('<!doctype html><html><body>Hello</body></html>')
  await poll(ada)
  expect((await state()).sentence).toBe(
    'The address answers a web page, not a feed. Look for the feeds of the site and use one.',
  )
  answers({
    type: 'application/xml',
    body: rss({ title: 'One', link: '/1' }, { title: 'Two', link: '/2' }).slice(0, -60),
  })
  await poll(ada)
  expect(await titles(ada)).toEqual(['One'])
})

test('a permanent redirect is followed at once and stored after a week; from http to https at once', async () => {
  const { ada, id, state, answers } = await following()
  const url = async () =>
    (
      await app.sql(ada.companyId, 'select url from competitor_feeds where company_id = $1 and id = $2', [
        ada.companyId,
        id,
      ])
    )[0].url
  answers(rss({ title: 'One', link: '/1' }))
  web.sites['rival.example']!['/feed'] = { status: 301, headers: { location: '/moved' } }
  await poll(ada)
  expect(await state()).toMatchObject({ state: 'moved', redirect_url: 'http://rival.example/moved' })
  expect(await url()).toBe('http://rival.example/feed')
  await poll(ada, () => new Date(Date.now() + 8 * DAY))
  expect(await url()).toBe('http://rival.example/moved')
  expect(await titles(ada)).toEqual(['One'])
})

test('the same text at two competitors is one cluster, led by the first', async () => {
  const { ada, answers } = await following()
  const other = await competitor(ada, 'Other')
  await feed(ada, other, 'http://other.example/feed')
  answers(
    rss(
      { title: 'Late', link: '/late', text: LONG, date: daysAgo(2) },
      { title: 'Different', link: '/d', text: LONG.replaceAll('word', 'other').replaceAll('pump', 'valve') },
    ),
  )
  web.sites['other.example'] = {
    '/feed': rss({
      title: 'Early',
      link: 'http://other.example/early',
      text: `${LONG} end`,
      date: daysAgo(2.1),
    }).replaceAll('rival', 'other'),
  }
  await poll(ada)

  const stored = new Map((await posts(ada)).map((post) => [post.title, post]))
  expect(stored.get('Late').cluster_id).toBe(stored.get('Early').id)
  expect(stored.get('Early').leads).toBe(true)
  expect(stored.get('Different').leads).toBe(true)
})

test('what a site writes is text: no script, no style, no address but of the web', async () => {
  const { ada, answers } = await following()
  answers(
    rss({
      title: '<![CDATA[<b>Bold</b> &amp; <script>alert(1)</script>safe]]>',
      link: '/1',
      text: '<div onclick="x()"><p style="color:red">Hi <a href="javascript:alert(1)">there</a> <a href="/more">more</a></p><img src=x onerror=alert(1)><script>alert(2)</script></div>',
    }),
  )
  await poll(ada)

  const [post] = await posts(ada)
  expect(post).toMatchObject({ title: 'Bold & safe', text: 'Hi there more' })
  expect(post?.html).not.toMatch(/script|onclick|style|img|javascript/)
  expect(post?.html).toContain('<a href="http://rival.example/more" rel="noopener noreferrer nofollow ugc">more</a>')
})

test('words that are wanted or not decide which new posts are stored; a paused feed is read when somebody checks it', async () => {
  const { ada, answers, id } = await following('http://rival.example/feed', {
    keep_words: ['pump'],
    mute_words: ['job offer'],
    paused: true,
  })
  answers(
    rss({ title: 'Pump news', link: '/1' }, { title: 'Job offer: pump', link: '/2' }, { title: 'Valves', link: '/3' }),
  )
  await poll(ada)
  expect(await titles(ada)).toEqual([])
  await app.sql(ada.companyId, 'update feed_states set wanted_at = now() where company_id = $1 and feed_id = $2', [
    ada.companyId,
    id,
  ])
  await poll(ada)
  expect(await titles(ada)).toEqual(['Pump news'])
})

test('what was changed or removed while it was read stores nothing', async () => {
  const { ada, id, answers } = await following()
  answers((_, response) => {
    void app
      .sql(ada.companyId, 'update feed_states set token = null where company_id = $1 and feed_id = $2', [
        ada.companyId,
        id,
      ])
      .then(() => response.writeHead(200, { 'content-type': 'application/xml' }).end(rss({ link: '/1' })))
  })
  await poll(ada)

  expect(await posts(ada)).toEqual([])
  expect(await polls(ada)).toEqual([])
})
