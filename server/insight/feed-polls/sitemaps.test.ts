import { afterAll, expect, test } from 'vitest'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { competitorsOf } from '#server/test/competitors.ts'
import { startSites } from '#server/test/sites.ts'
import { pollFeeds } from './poll.ts'

const web = await startSites({ 'rival.example': {} })
const app = await startTestApp({}, undefined, web.ways)
afterAll(async () => {
  await app.stop()
  await web.stop()
})
const { competitor, feed, editor, posts, polls, stateOf } = competitorsOf(app)

const read = pollFeeds({ fetchPublic: app.services.fetchPublic, apartMs: 0 })
const poll = async ({ companyId }: TestPerson) => {
  await app.sql(companyId, `update feed_states set next_at = now() - interval '1 second' where company_id = $1`, [
    companyId,
  ])
  await read(app.services.tenants, companyId)
}
const sitemap = (paths: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map((path) => `<url><loc>http://rival.example${path}</loc><lastmod>${new Date().toISOString()}</lastmod></url>`)
    .join('')}</urlset>`
const article = (title: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${'<p>A paragraph about pumps and valves, with enough words to be an article of its own.</p>'.repeat(8)}</article></body></html>`

test('O22: of a sitemap only addresses that were never there are new, whatever its order and dates', async () => {
  const ada = await editor()
  const site = web.sites['rival.example']!
  const id = await feed(ada, await competitor(ada), 'http://rival.example/sitemap.xml', {
    kind: 'sitemap',
    path_prefix: '/blog/',
  })
  const old = Array.from({ length: 10_000 }, (_, at) => `/blog/post-${at}`)
  site['/sitemap.xml'] = sitemap([...old, '/about'])
  await poll(ada)
  expect(await posts(ada)).toEqual([])
  site['/sitemap.xml'] = sitemap(old.toReversed())
  await poll(ada)
  expect(await posts(ada)).toEqual([])

  site['/blog/a-new-pump'] = article('A new pump for you')
  site['/sitemap.xml'] = sitemap(['/blog/a-new-pump', ...old, '/blog/gone-at-once', '/careers'])
  await poll(ada)
  await poll(ada)
  expect((await posts(ada)).map(({ title, source }) => ({ title, source }))).toEqual([
    { title: 'gone at once', source: 'page' },
    { title: 'A new pump for you', source: 'page' },
  ])
  expect((await polls(ada)).map(({ outcome }) => outcome)).toEqual(['baseline', 'unchanged', 'new', 'unchanged'])
  expect(await stateOf(ada, id)).toMatchObject({ state: 'ok', failures: 0 })
})

test('the sitemaps that one names are read, and a page that is none is said to be so', async () => {
  const ada = await editor()
  const site = web.sites['rival.example']!
  const id = await feed(ada, await competitor(ada), 'http://rival.example/index.xml', { kind: 'sitemap' })
  site['/index.xml'] = `<sitemapindex><sitemap><loc>http://rival.example/one.xml</loc></sitemap></sitemapindex>`
  site['/one.xml'] = sitemap(['/one'])
  await poll(ada)
  site['/index.xml'] = `<sitemapindex><sitemap><loc>http://rival.example/one.xml</loc></sitemap> </sitemapindex>`
  site['/one.xml'] = sitemap(['/one', '/two'])
  await poll(ada)
  expect((await posts(ada)).map(({ url }) => url)).toEqual(['http://rival.example/two'])
  site['/index.xml'] = '<html>Hello</html>'
  await poll(ada)
  expect((await stateOf(ada, id)).sentence).toMatch('The address answers something that is not a sitemap.')
})
