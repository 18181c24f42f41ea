import { afterAll, beforeEach, expect, test } from 'vitest'
import { openFetchPublic } from '#server/outside/fetch-public.ts'
import { startSites } from '#server/test/sites.ts'
import { openDiscovery } from './discover.ts'

const NOW = new Date('2026-11-29T12:00:00Z')
const sites = await startSites({})
const discover = () => openDiscovery(openFetchPublic({ agent: 'Leadroom/1', ...sites.ways }), () => NOW)

beforeEach(() => {
  sites.asked.length = 0
  for (const name of Object.keys(sites.sites)) delete sites.sites[name]
})
afterAll(() => sites.stop())

/** One post in so many days, the last of them yesterday. */
const feed = (title: string, days = 10, posts = 6) => {
  const items = Array.from({ length: posts }, (_, at) => {
    const date = new Date(NOW.getTime() - 86_400_000 * (1 + at * days))
    return `<item><title>Post ${at}</title><link>http://rival.example/${at}</link><pubDate>${date.toUTCString()}</pubDate></item>`
  })
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title><link>http://rival.example/</link>${items.join('')}</channel></rss>`
}
const page = (head: string, body = '') => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`
const named = (href: string, type = 'application/rss+xml') => `<link rel="alternate" type="${type}" href="${href}">`

test('feeds that a site names are found with their posts, those of comments last, each once', async () => {
  sites.sites['rival.example'] = {
    '/': page(
      `<title>Pumps &amp; more | Rival</title><base href="/blog/">${named('/comments/feed')}${named('rss')}${named('/blog/rss#top')}
       ${named('/atom', 'application/atom+xml; charset=utf-8')}${named('/missing')}${named('javascript:alert(1)')}`,
      '<a href="/feed/">Feed</a><a href="/about">About</a>',
    ),
    '/comments/feed': feed('Comments for Rival'),
    '/blog/rss': feed('Rival blog'),
    '/atom': `<feed xmlns="http://www.w3.org/2005/Atom"><title>Rival news</title><id>a</id><updated>2026-11-20T00:00:00Z</updated></feed>`,
    '/feed/': { status: 301, headers: { location: '/blog/rss' } },
  }

  const found = await discover()('http://rival.example/')

  expect(found).toMatchObject({ site: 'http://rival.example', name: 'Rival', sentence: 'Found 3 feeds.' })
  expect(found.feeds).toEqual([
    {
      url: 'http://rival.example/blog/rss',
      kind: 'rss',
      title: 'Rival blog',
      last_post_at: '2026-11-28T12:00:00.000Z',
      posts_a_month: 3.5,
      why: 'Named by the site',
      found_by: 'link',
    },
    expect.objectContaining({
      url: 'http://rival.example/atom',
      kind: 'atom',
      last_post_at: null,
      posts_a_month: null,
    }),
    expect.objectContaining({ title: 'Comments for Rival' }),
  ])
})

test('a site without a word about its feeds is looked at in the usual places, as far as its robots.txt allows', async () => {
  const site = {
    '/': page('<meta property="og:site_name" content="Rival GmbH">'),
    '/feed': feed('Rival'),
    '/rss.xml': feed('Rival, too'),
  }
  sites.sites['rival.example'] = site
  sites.sites['strict.example'] = { ...site, '/robots.txt': 'User-agent: leadroom\nDisallow: /feed\nDisallow: /atom' }

  const [rival, strict] = await Promise.all(['http://rival.example', 'http://strict.example'].map(discover()))

  expect(rival).toMatchObject({ name: 'Rival GmbH', sentence: 'Found 2 feeds.' })
  expect(rival?.feeds.map(({ found_by, why }) => [found_by, why])).toEqual(
    [1, 2].map(() => ['guess', 'Found at a common address']),
  )
  expect(strict?.feeds.map(({ url }) => url)).toEqual(['http://strict.example/rss.xml'])
  const asked = sites.asked.map(({ url }) => url)
  expect(asked).toContain('rival.example/atom.xml')
  expect(asked).not.toContain('strict.example/atom.xml')
})

test('a feed that was typed is taken whatever robots.txt says; its site is not searched', async () => {
  sites.sites['rival.example'] = { '/robots.txt': 'User-agent: *\nDisallow: /', '/posts.xml': feed('Rival') }

  const found = await discover()(' http://rival.example/posts.xml ')

  expect(found).toMatchObject({ sentence: 'Found 1 feed.', feeds: [{ found_by: 'typed', title: 'Rival' }] })
  expect(sites.asked.map(({ url }) => url).sort()).toEqual(['rival.example/posts.xml', 'rival.example/robots.txt'])
})

test('without feeds the sitemap is offered: the one that robots.txt names, else the usual one', async () => {
  const map = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc>http://rival.example/1</loc></url><url><loc>http://rival.example/2</loc></url></urlset>`
  sites.sites['rival.example'] = {
    '/': page(''),
    '/robots.txt': 'Sitemap: http://rival.example/maps/all.xml',
    '/maps/all.xml': map,
  }
  sites.sites['other.example'] = { '/': page(''), '/sitemap.xml': map }
  sites.sites['none.example'] = { '/': page('') }

  const found = await Promise.all(['rival', 'other', 'none'].map((name) => discover()(`http://${name}.example/`)))

  expect(found.map(({ feeds }) => feeds.map(({ url, kind, title, found_by }) => [url, kind, title, found_by]))).toEqual(
    [
      [['http://rival.example/maps/all.xml', 'sitemap', 'Sitemap with 2 addresses', 'robots']],
      [['http://other.example/sitemap.xml', 'sitemap', 'Sitemap with 2 addresses', 'guess']],
      [],
    ],
  )
  expect(found.map(({ sentence }) => sentence)).toEqual([
    'No feed was found. You can follow the sitemap instead.',
    'No feed was found. You can follow the sitemap instead.',
    'No feed and no sitemap were found, so this site can’t be followed.',
  ])
})

test('an address that is wrong or private is refused for its field; a site that does not answer is a sentence', async () => {
  await expect(discover()('http://127.0.0.1/')).rejects.toMatchObject({
    status: 400,
    errors: [{ field: 'url', message: 'The address leads into a private network.' }],
  })
  await expect(discover()('ftp://rival.example')).rejects.toMatchObject({ status: 400 })
  expect(await discover()('missing.example')).toMatchObject({ feeds: [], sentence: 'No website has this name.' })
})

test(
  'a page with more links than anybody has, and one that a reader chokes on, end in time',
  { tags: 'slow' },
  async () => {
    sites.sites['rival.example'] = {
      '/': page(Array.from({ length: 5_000 }, (_, at) => named(`/feed/${at}`)).join('')),
      '/deep': '<div>'.repeat(100_000),
      '/attributes': `<p ${Array.from({ length: 200_000 }, (_, at) => `a${at}=1`).join(' ')}>`,
    }

    const found = await Promise.all(
      ['', 'deep', 'attributes'].map((path) => discover()(`http://rival.example/${path}`)),
    )

    expect(found.map(({ feeds }) => feeds)).toEqual([[], [], []])
    expect(sites.asked.filter(({ url }) => /\/feed\/\d/.test(url)).length).toBe(10)
  },
)
