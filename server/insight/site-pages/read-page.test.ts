import { afterAll, beforeEach, expect, test } from 'vitest'
import { openFetchPublic } from '#server/outside/fetch-public.ts'
import { startSites, type Site } from '#server/test/sites.ts'
import { sitePages } from './open.ts'
import { isFullerText } from './read-page.ts'

const sites = await startSites({})
const open = () => sitePages(openFetchPublic({ agent: 'Leadroom/1', ...sites.ways }))
const rival = (site: Site) => void (sites.sites['rival.example'] = site)
const at = (path: string) => `http://rival.example/${path}`
const askedFor = (path: string) => sites.asked.filter(({ url }) => url === `rival.example/${path}`).length

beforeEach(() => void (sites.asked.length = 0))
afterAll(() => sites.stop())

const SENTENCE =
  'A peristaltic pump moves a fluid by squeezing a hose, so that nothing but the hose touches the fluid. '
const article = (text: string) => `<!doctype html><html lang="en-GB"><head><title>Pumps, at last | Rival</title>
  <meta name="author" content="Greta Hall"><meta property="article:published_time" content="2026-11-20T08:00:00Z"></head>
  <body><nav><a href="/">Home</a><a href="/shop">Shop</a></nav><div id="gdpr-banner">We value your privacy. Accept all cookies?</div>
  <article><h1>Pumps, at last</h1>${Array.from({ length: 8 }, () => `<p>${text}<a href="/more">More</a></p>`).join('')}
  <script>alert(1)</script></article><footer>© Rival</footer></body></html>`

test('the article of a page is read without what stands around it', async () => {
  rival({ '/post': article(SENTENCE) })

  const read = await open().readPage(at('post'))

  expect(read).toMatchObject({
    ok: true,
    url: at('post'),
    article: { author: 'Greta Hall', publishedRaw: '2026-11-20T08:00:00Z', language: 'en-GB' },
  })
  const { text, html, title } = read.ok ? read.article : { text: '', html: '', title: '' }
  expect(title).toContain('Pumps, at last')
  expect(text).toContain('squeezing a hose')
  expect(text).not.toMatch(/cookies|Shop|alert/)
  expect(html).toContain(at('more'))
})

test('a page in another encoding reads as it was written', async () => {
  const text = 'Насосы перекачивают жидкость, и ничего кроме шланга её не касается. '
  const bytes = Buffer.from(
    Array.from(article(text).replace('<head>', '<head><meta charset="koi8-r">').replace('©', ''), koi8),
  )
  rival({ '/post': { type: 'text/html', body: bytes } })

  const read = await open().readPage(at('post'))

  expect(read.ok && read.article.text).toContain(text.trim())
})

/** One letter in KOI8-R. */
const koi8 = (letter: string) => {
  const decoder = new TextDecoder('koi8-r')
  const code = letter.codePointAt(0) ?? 0
  return code < 128
    ? code
    : 128 + Array.from({ length: 128 }, (_, at) => decoder.decode(Uint8Array.of(128 + at))).indexOf(letter)
}

test('robots.txt binds pages, by our own name before the general rules, and is read once in a day', async () => {
  const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: Leadroom\nAllow: /\nDisallow: /private/*.html$\n'
  rival({ '/robots.txt': robots, '/post': article(SENTENCE), '/private/a.html': article(SENTENCE) })
  const { readPage, robots: rules } = open()

  const [allowed, forbidden] = [await readPage(at('post')), await readPage(at('private/a.html'))]

  expect(allowed.ok).toBe(true)
  expect(forbidden).toEqual({ ok: false, sentence: 'The site’s robots.txt does not allow this page to be read.' })
  expect(await rules.allows(at('private/a.htm'))).toBe(true)
  expect([askedFor('robots.txt'), askedFor('private/a.html')]).toEqual([1, 0])
})

test('a site without a robots.txt allows everything, one whose server fails nothing', async () => {
  const outcomes: boolean[] = []
  for (const status of [404, 403, 410, 429, 500, 503]) {
    rival({ '/robots.txt': { status } })
    outcomes.push(await open().robots.allows(at('post')))
  }
  rival({ '/robots.txt': 'x'.repeat(600 * 1024) })
  outcomes.push(await open().robots.allows(at('post')))

  expect(outcomes).toEqual([true, true, true, false, false, false, false])
})

test('a page that never lets its reader go is given up, and the next one is read', { tags: 'slow' }, async () => {
  rival({
    '/deep': `<html><body>${'<div>'.repeat(60_000)}x`,
    '/many': `<html><body>${'<p>a'.repeat(200_000)}`,
    '/empty': '<html></html>',
    '/post': article(SENTENCE),
  })
  const { readPage } = open()

  const hostile = await Promise.all(['deep', 'many', 'empty'].map((path) => readPage(at(path))))
  const well = await readPage(at('post'))

  expect(hostile.map(({ ok }) => ok)).toEqual([false, false, false])
  expect(well.ok).toBe(true)
})

test('the text of a page is the fuller one where it shares the words of the feed and has more of them', () => {
  const teaser = 'A peristaltic pump moves a fluid by squeezing a hose'
  const cookies = 'We value your privacy. Choose which cookies you accept on this site, and read on afterwards.'

  expect(isFullerText(teaser, SENTENCE.repeat(3))).toBe(true)
  expect(isFullerText(teaser, cookies)).toBe(false)
  expect(isFullerText(SENTENCE, teaser)).toBe(false)
  expect(isFullerText('', SENTENCE)).toBe(false)
})
