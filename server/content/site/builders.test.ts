import { parseAtomFeed, parseRssFeed } from 'feedsmith'
import { Readable } from 'node:stream'
import { parseSitemap, parseSitemapIndex } from 'sitemap'
import { expect, test } from 'vitest'
import { escapeHtml } from '#server/kit/plain-page.ts'
import { fillIn } from './addresses.ts'
import { atomFeed, rssFeed, type Feed } from './feeds.ts'
import { blogPage, postPage, previewPage } from './hosted.ts'
import type { LiveImage, LivePost, LiveSite } from './live-post.ts'
import { postJson, postSummary } from './post-json.ts'
import { sitemap, sitemapIndex } from './sitemap.ts'

const HOSTILE = `</script><script>alert(1)</script>"'><img src=x onerror=alert(2)>&amp;]]>\u2028\u2029.`
const PLACE = { publicUrl: 'https://app.firm.example', key: 'the-key' }
const SITE: LiveSite = { name: 'Notes', site_url: '', locale: 'en', publisher: 'Firm GmbH', logo: null, share: null }
const PATTERN = { ...SITE, site_url: 'https://www.firm.example/blog/{slug}' }

const image: LiveImage = {
  id: 1,
  key: 'k',
  width: 1920,
  height: 1080,
  alt: 'A pump',
  focal_x: 0.5,
  focal_y: 0.5,
  state: 'ready',
  url: '/i/k/1920.webp',
  small_url: '/i/k/480.webp',
  jpeg_url: '/i/k/960.jpg',
  social_url: '/i/k/social.jpg',
  sources: [{ type: 'image/webp', srcset: '/i/k/480.webp 480w, /i/k/1920.webp 1920w' }],
  decorative: false,
  caption: '',
}
const post = (more: Partial<LivePost> = {}): LivePost => ({
  post_no: 12,
  slug: 'sizing-a-pump',
  title: 'Sizing a pump',
  excerpt: 'What to measure first.',
  html: '<p>Measure the head.</p>',
  hosted: '<p>Measure the head.</p>',
  faq: [{ id: 'a', question: 'How much?', answer: 'See https://firm.example/a?b=1&c=2.\n\nThen ask.' }],
  authors: [{ name: 'Grace', slug: 'grace', role: 'Engineer', bio: 'Pumps.', photo: image, links: [] }],
  categories: [{ name: 'Pumps', slug: 'pumps' }],
  image,
  published_at: '2026-11-02T08:00:00Z',
  updated_at: '2026-11-09T08:00:00Z',
  words: 4,
  reading_minutes: 1,
  outline: [],
  seo: { title: '', description: '', canonical_url: null, noindex: false, image },
  previous: { title: 'Before', slug: 'before' },
  next: null,
  ...more,
})
const hostile = () =>
  post({
    title: HOSTILE,
    excerpt: HOSTILE,
    faq: [{ id: 'a', question: HOSTILE, answer: HOSTILE }],
    authors: [
      {
        name: HOSTILE,
        slug: 'x',
        role: HOSTILE,
        bio: HOSTILE,
        photo: { ...image, alt: HOSTILE },
        links: [{ label: HOSTILE, url: 'https://a.example/"x' }],
      },
    ],
    categories: [{ name: HOSTILE, slug: 'x' }],
    image: { ...image, alt: HOSTILE, caption: HOSTILE },
    seo: {
      title: HOSTILE,
      description: HOSTILE,
      canonical_url: 'https://a.example/?"><script>',
      noindex: false,
      image: { ...image, alt: HOSTILE },
    },
    previous: { title: HOSTILE, slug: 'before' },
  })
const feedOf = (posts: readonly LivePost[], site = SITE): Feed => ({
  title: site.name,
  locale: site.locale,
  publisher: site.publisher,
  feedId: 'feed-id',
  host: 'app.firm.example',
  blog: 'https://www.firm.example/blog/',
  self: 'https://app.firm.example/site/the-key/feed.atom',
  posts: posts.map((each) => ({
    ...JSON.parse(fillIn(JSON.stringify(postJson(site, each)), PLACE)),
    post_no: each.post_no,
  })),
})
const graphOf = (text: string) => JSON.parse(text)['@graph']

test('the address of a post is that of the company’s own site, or ours', () => {
  const ours = fillIn(JSON.stringify(postJson(SITE, post())), PLACE)
  const theirs = fillIn(JSON.stringify(postJson(PATTERN, post())), PLACE)

  expect(JSON.parse(ours).url).toBe('https://app.firm.example/site/the-key/blog/sizing-a-pump')
  expect(JSON.parse(theirs)).toMatchObject({
    url: 'https://www.firm.example/blog/sizing-a-pump',
    previous: { url: 'https://www.firm.example/blog/before' },
    image: {
      url: 'https://app.firm.example/i/k/1920.webp',
      sources: [{ srcset: 'https://app.firm.example/i/k/480.webp 480w, https://app.firm.example/i/k/1920.webp 1920w' }],
    },
  })
})

test('JSON-LD says what the page says, and ends no script element', () => {
  const { json_ld } = postJson(PATTERN, post())
  const [posting, faq] = graphOf(json_ld)
  expect(posting).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'Sizing a pump',
    datePublished: '2026-11-02T08:00:00Z',
    dateModified: '2026-11-09T08:00:00Z',
    author: [{ '@type': 'Person', name: 'Grace' }],
    publisher: { name: 'Firm GmbH' },
    mainEntityOfPage: 'https://www.firm.example/blog/sizing-a-pump',
  })
  expect(faq).toMatchObject({ '@type': 'FAQPage', mainEntity: [{ name: 'How much?' }] })

  const risky = postJson(PATTERN, hostile()).json_ld
  expect(risky).not.toMatch(/[<>&\u2028\u2029]/)
  expect(graphOf(risky)[1].mainEntity[0].name).toBe(HOSTILE)
  expect([...graphOf(risky)[0].headline].length).toBeLessThanOrEqual(110)
  expect(graphOf(postJson(SITE, post({ faq: [] })).json_ld)).toHaveLength(1)
})

test('feeds are read back as they were meant, hostile texts to the letter', () => {
  const atom = parseAtomFeed(atomFeed(feedOf([post(), hostile()])))
  const rss = parseRssFeed(rssFeed(feedOf([post(), hostile()])))

  expect(atom).toMatchObject({ id: 'tag:app.firm.example,2026:feed-id', title: { value: 'Notes' } })
  expect(atom.entries?.[0]).toMatchObject({
    id: 'tag:app.firm.example,2026:feed-id/12',
    title: { value: 'Sizing a pump' },
    content: { type: 'html', value: '<p>Measure the head.</p>' },
  })
  expect(atom.entries?.[1]).toMatchObject({ title: { value: HOSTILE }, authors: [{ name: HOSTILE }] })
  expect(rss.items?.[0]).toMatchObject({
    title: 'Sizing a pump',
    guid: { value: 'tag:app.firm.example,2026:feed-id/12', isPermaLink: false },
    content: { encoded: expect.stringContaining('<p>Measure the head.</p>') },
  })
  expect(rss.items?.[1]).toMatchObject({
    title: HOSTILE,
    // Readers take it for HTML.
    description: escapeHtml(HOSTILE),
    dc: { creators: [HOSTILE] },
  })
})

test('what names a post in a feed stays when its address changes', () => {
  const ids = [post(), post({ slug: 'pump-sizes' })].map(
    (each) => parseAtomFeed(atomFeed(feedOf([each]))).entries?.[0]?.id,
  )
  expect(ids[0]).toBe(ids[1])
})

test('a sitemap has each post with its last change and picture', async () => {
  const { url, updated_at } = postSummary(PATTERN, post())
  const read = await parseSitemap(
    Readable.from([await sitemap([{ url, updated_at, image: 'https://a.example/i?x=1&y' }])]),
  )
  const index = await parseSitemapIndex(
    Readable.from([await sitemapIndex([{ url: 'https://a.example/1', lastmod: updated_at }])]),
  )

  expect(read).toMatchObject([
    {
      url: 'https://www.firm.example/blog/sizing-a-pump',
      lastmod: '2026-11-09T08:00:00.000Z',
      img: [{ url: 'https://a.example/i?x=1&y' }],
    },
  ])
  expect(index).toMatchObject([{ url: 'https://a.example/1' }])
})

test('the page of a post has hostile texts as text, no script, and its cards', () => {
  const page = fillIn(postPage(SITE, hostile()), PLACE)

  expect(page).not.toMatch(/<script(?! type="application\/ld\+json")|<img src=x/)
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).toContain('<h1>&lt;/script&gt;&lt;script&gt;alert(1)')
  const plain = fillIn(postPage(PATTERN, post()), PLACE)
  expect(plain).toContain('<link rel="canonical" href="https://www.firm.example/blog/sizing-a-pump" />')
  expect(plain).toContain('<meta property="og:image" content="https://app.firm.example/i/k/social.jpg" />')
  expect(plain).toContain('href="/site/the-key/blog/before"')
})

test('search engines find a post with us only where the company has no site of its own', () => {
  expect(postPage(SITE, post())).not.toContain('noindex')
  expect(postPage(PATTERN, post())).toContain('<meta name="robots" content="noindex" />')
  expect(postPage(SITE, post({ seo: { ...post().seo, noindex: true } }))).toContain('noindex')
  expect(blogPage(PATTERN, { posts: [postSummary(PATTERN, post())], page: 1, totalPages: 1 })).toContain('noindex')
})

test('a preview says that it is one, and nothing for search engines', () => {
  const page = previewPage(SITE, post(), 'Preview of version 3')
  expect(page).toContain('Preview of version 3')
  expect(page).toContain('<meta name="robots" content="noindex, noarchive" />')
  expect(page).not.toContain('ld+json')
})
