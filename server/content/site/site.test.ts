import { brotliDecompressSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { parseAtomFeed, parseRssFeed } from 'feedsmith'
import { parseSitemap } from 'sitemap'
import { afterAll, expect, test } from 'vitest'
import { changes } from '#contract/platform/changes.ts'
import { site } from '#contract/content/site.ts'
import { startWork } from '#server/app/work.ts'
import { startTestApp } from '#server/test/app.ts'
import { addAuthor, addCategory, addPost, documentOf, documentText, postOf, savePost } from '#server/test/posts.ts'
import { openReaders } from '#server/test/readers.ts'

const app = await startTestApp({ PUBLIC_URL: 'https://app.firm.example' })
const work = startWork(app.services, (error) => {
  throw error
})
afterAll(async () => {
  await work.stop()
  await app.stop()
})

const HOSTILE = `</script><script>alert(1)</script>"'><img src=x onerror=alert(2)>`
const TOLD = { timeout: 10_000 }
const { withSite, act, published, get, jsonOf, untilIs } = openReaders(app)

test('readers get a post in one request as soon as it is published, and nothing of a draft', async () => {
  const { person, authorId, base } = await withSite()
  const category = await addCategory(app, person, 'Pumps')
  const draft = await addPost(person, authorId, { title: 'A draft', slug: 'a-draft' })
  const faq_items = [{ question: 'How much?', answer: 'See https://firm.example/a' }]
  await published(person, authorId, { faq_items, categories: [category], excerpt: 'What to measure.' })
  await savePost(person, draft.id, { title: 'Still a draft' })

  await untilIs(`${base}/posts/sizing-a-pump`, { status: 200 })
  expect(await jsonOf(`${base}/posts/sizing-a-pump`)).toMatchObject({
    title: 'Sizing a pump',
    url: `https://app.firm.example${base}/blog/sizing-a-pump`,
    excerpt: 'What to measure.',
    html: expect.stringMatching(/^<p>Measure the head\.<\/p>.*How much\?/),
    faq: [{ question: 'How much?', answer_html: expect.stringContaining('href="https://firm.example/a"') }],
    authors: [{ name: 'Grace Whitfield' }],
    categories: [{ name: 'Pumps', slug: 'pumps' }],
    image: { alt: 'A pump', url: expect.stringMatching(/^https:\/\/app\.firm\.example\/i\//) },
    previous: null,
    next: null,
  })
  expect((await get(`${base}/posts/a-draft`)).status).toBe(404)
  const { data, pagination } = await jsonOf(`${base}/posts`)
  expect(data).toMatchObject([{ slug: 'sizing-a-pump' }])
  expect(pagination).toEqual({ page: 1, pageSize: 20, total: 1, totalPages: 1 })
  for (const query of ['category=pumps', 'search=sizing%20meas'])
    expect((await jsonOf(`${base}/posts?${query}`)).data).toHaveLength(1)
  for (const query of ['category=x', 'author=x', 'search=draft', 'page=2'])
    expect((await jsonOf(`${base}/posts?${query}`)).data).toEqual([])
  expect((await get(`${base}/posts?pageSize=51`)).status).toBe(400)
  expect(await jsonOf(`${base}/categories`)).toMatchObject({ data: [{ name: 'Pumps', posts: 1 }] })
  const { data: authors } = await jsonOf(`${base}/authors`)
  expect(authors).toMatchObject([{ name: 'Grace Whitfield', posts: 1 }])
  expect(authors[0]).not.toHaveProperty('email')
  expect(await jsonOf(`${base}/authors/${authors[0].slug}`)).toMatchObject({ name: 'Grace Whitfield' })
})

test('an answer that a reader has is not sent again; packed and plain ones have tags of their own', async () => {
  const { person, authorId, base } = await withSite()
  await published(person, authorId, { document: documentText('Measure the head. '.repeat(200)) })
  const url = `${base}/posts/sizing-a-pump`
  await untilIs(url, { status: 200 })

  const plain = await get(url)
  const packed = await get(url, { 'accept-encoding': 'gzip, br' })

  expect(plain.headers).toMatchObject({
    etag: expect.stringMatching(/^"[\w-]{32}"$/),
    'last-modified': expect.stringMatching(/GMT$/),
    'cache-control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
    vary: 'Origin, Accept-Encoding',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(packed.headers['etag']).not.toBe(plain.headers['etag'])
  expect(brotliDecompressSync(packed.bytes).toString()).toBe(plain.body)
  const again = await get(url, { 'if-none-match': String(plain.headers['etag']) })
  expect([again.status, again.body]).toEqual([304, ''])
  expect((await get(url, { 'if-none-match': '"other"' })).status).toBe(200)
  expect((await get(url, { 'if-modified-since': String(plain.headers['last-modified']) })).status).toBe(304)
})

test('what is in memory is answered as from the database, and is old with it', async () => {
  const { person, authorId, base } = await withSite({ allowed_origins: ['https://www.firm.example'] })
  const { id } = await published(person, authorId, { document: documentText('Measure the head. '.repeat(200)) })
  const server = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const path = `${base}/posts/sizing-a-pump`
  const asked = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(server + path, { headers })
    const {
      date: _,
      connection: __,
      'keep-alive': ___,
      'x-request-id': ____,
      ...all
    } = Object.fromEntries(answer.headers)
    return { status: answer.status, headers: all, body: await answer.text() }
  }
  const ways = [
    {},
    { 'accept-encoding': 'br' },
    { origin: 'https://www.firm.example' },
    { origin: 'https://a.example' },
  ]
  await untilIs(path, { status: 200 })

  for (const headers of ways) {
    const all = [await asked(headers), await asked(headers), await asked(headers)]
    expect(all).toEqual(Array(3).fill(all[0]))
    const known = await asked({ ...headers, 'if-none-match': all[0]!.headers['etag']! })
    expect([known.status, known.body]).toEqual([304, ''])
  }
  await person.call(site.change, { body: { allowed_origins: ['https://a.example'] } })
  await expect
    .poll(() => asked({ origin: 'https://a.example' }), TOLD)
    .toMatchObject({
      headers: { 'access-control-allow-origin': 'https://a.example' },
    })
  expect((await asked({ origin: 'https://www.firm.example' })).headers).not.toHaveProperty(
    'access-control-allow-origin',
  )
  await act(person, id, 'unpublish')
  await expect.poll(() => asked(), TOLD).toMatchObject({ status: 404 })
})

test('pages of the origins that the site lists may read it, and no others', async () => {
  const { person, authorId, base } = await withSite({ allowed_origins: ['https://www.firm.example'] })
  await published(person, authorId)
  const originOf = async (origin: string) =>
    (await get(`${base}/posts`, { origin })).headers['access-control-allow-origin']

  expect(await originOf('https://www.firm.example')).toBe('https://www.firm.example')
  expect(await originOf('https://evil.example')).toBeUndefined()
  const asked = await app.send('OPTIONS', `${base}/posts`, undefined, { origin: 'https://www.firm.example' })
  expect([asked.status, asked.headers['access-control-allow-methods']]).toEqual([204, 'GET'])
})

test('S9: a wrong key, a paused site, a draft and another company’s post are the same 404 to the byte', async () => {
  const { person, authorId, base } = await withSite()
  const other = await withSite()
  const paused = await withSite({ status: 'paused' })
  await published(person, authorId)
  await published(paused.person, paused.authorId)
  await addPost(other.person, other.authorId, { slug: 'a-draft' })
  await untilIs(`${base}/posts/sizing-a-pump`, { status: 200 })

  for (const kind of ['posts', 'blog']) {
    const addresses = [
      `${other.base}/${kind}/sizing-a-pump`,
      `${other.base}/${kind}/a-draft`,
      `${paused.base}/${kind}/sizing-a-pump`,
      `/site/${'A'.repeat(22)}/${kind}/sizing-a-pump`,
      `/site/${'A'.repeat(100)}/${kind}/sizing-a-pump`,
    ]
    const answers = await Promise.all(addresses.map((address) => get(address)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
  }
  expect((await jsonOf(`${other.base}/posts`)).data).toEqual([])
})

test('an old address leads to the post, an archived post to its target or nowhere', async () => {
  const { person, authorId, base } = await withSite()
  const first = await published(person, authorId)
  const second = await published(person, authorId, { title: 'Reading a curve', slug: 'reading-a-curve' })
  await savePost(person, first.id, { slug: 'pump-sizes' })
  await act(person, first.id, 'publish')

  await untilIs(`${base}/posts/pump-sizes`, { status: 200 })
  await untilIs(`${base}/posts/sizing-a-pump`, {
    status: 301,
    headers: { location: `https://app.firm.example${base}/posts/pump-sizes` },
  })
  expect((await get(`${base}/blog/sizing-a-pump`)).headers['location']).toMatch(/\/blog\/pump-sizes$/)
  expect(await jsonOf(`${base}/redirects`)).toMatchObject({ data: [{ from: 'sizing-a-pump', to: 'pump-sizes' }] })

  await act(person, second.id, 'archive', { target_id: first.id })
  await untilIs(`${base}/posts/reading-a-curve`, { status: 301 })
  await act(person, first.id, 'archive')
  await untilIs(`${base}/posts/pump-sizes`, { status: 410 })
  await untilIs(`${base}/posts/reading-a-curve`, { status: 410 })
  expect((await get(`${base}/posts/never-was`)).status).toBe(404)
})

test('feeds and the sitemap have what is live; hostile texts stay texts', async () => {
  const { person, authorId, base } = await withSite({ site_url: 'https://www.firm.example/blog/{slug}', feed_size: 2 })
  await published(person, authorId, { title: 'Oldest', slug: 'oldest' })
  await published(person, authorId)
  await published(person, authorId, { title: HOSTILE, slug: 'hostile', excerpt: HOSTILE, noindex: true })
  await untilIs(`${base}/posts/hostile`, { status: 200 })

  const atom = parseAtomFeed((await get(`${base}/feed.atom`)).body)
  const rss = parseRssFeed((await get(`${base}/feed.rss`)).body)
  const urls = await parseSitemap(Readable.from([(await get(`${base}/sitemap.xml`)).body]))

  expect(atom.entries?.map(({ title }) => title?.value)).toEqual([HOSTILE, 'Sizing a pump'])
  expect(atom.entries?.[1]).toMatchObject({
    links: [{ href: 'https://www.firm.example/blog/sizing-a-pump' }],
    content: { value: '<p>Measure the head.</p>' },
  })
  expect(rss.items?.map(({ title }) => title)).toEqual([HOSTILE, 'Sizing a pump'])
  expect(urls.map(({ url }) => url)).toEqual(
    ['oldest', 'sizing-a-pump'].map((slug) => `https://www.firm.example/blog/${slug}`),
  )
  const page = (await get(`${base}/blog/hostile`)).body
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).not.toContain('<img src=x')
})

test('an author who is renamed, and who is replaced, shows so everywhere within seconds', async () => {
  const { person, authorId, base } = await withSite()
  const other = await addAuthor(app, person, 'Noor Haddad')
  await published(person, authorId)
  const url = `${base}/posts/sizing-a-pump`
  const authors = async () => (await jsonOf(url)).authors?.map(({ name }: { name: string }) => name)
  await expect.poll(authors, TOLD).toEqual(['Grace Whitfield'])
  const before = await get(url)

  await app.sql(person.companyId, `update blog_authors set name = 'Grace Hill' where company_id = $1 and id = $2`, [
    person.companyId,
    authorId,
  ])
  await expect.poll(authors, TOLD).toEqual(['Grace Hill'])
  await app.sql(
    person.companyId,
    `update blog_authors set deleted_at = now(), replaced_by = $3 where company_id = $1 and id = $2`,
    [person.companyId, authorId, other],
  )
  await expect.poll(authors, TOLD).toEqual(['Noor Haddad'])
  expect((await get(url)).headers['etag']).not.toBe(before.headers['etag'])
  expect((await get(`${base}/blog/sizing-a-pump`)).body).toContain('Noor Haddad')
})

test('posts lead to those beside them, and to each other by their address now', async () => {
  const { person, authorId, base } = await withSite()
  const first = await published(person, authorId)
  const [paragraph] = documentOf('See that post').content!
  const link = { type: 'link', attrs: { href: null, post_id: first.id, fragment: null, title: null, nofollow: false } }
  const text = { ...paragraph, content: [{ type: 'text', text: 'See that post', marks: [link] }] }
  const document = JSON.stringify({ type: 'doc', attrs: { v: 1 }, content: [text] })
  await published(person, authorId, { title: 'Reading a curve', slug: 'reading-a-curve', document })

  await expect
    .poll(() => jsonOf(`${base}/posts/sizing-a-pump`), TOLD)
    .toMatchObject({ next: { slug: 'reading-a-curve' } })
  expect(await jsonOf(`${base}/posts/reading-a-curve`)).toMatchObject({ previous: { slug: 'sizing-a-pump' } })
  await savePost(person, first.id, { slug: 'pump-sizes' })
  await act(person, first.id, 'publish')
  await expect
    .poll(async () => (await jsonOf(`${base}/posts/reading-a-curve`)).html, TOLD)
    .toContain(`href="https://app.firm.example${base}/blog/pump-sizes"`)
})

test('an undone publishing is off the site within seconds', async () => {
  const { person, authorId, base } = await withSite()
  const { id } = await published(person, authorId)
  await untilIs(`${base}/posts/sizing-a-pump`, { status: 200 })
  const [newest] = (await person.call(changes.list, { query: {} })).data

  await person.call(changes.undo, { body: { changeSet: newest!.change_set } })

  expect(await postOf(person, id)).toMatchObject({ status: 'draft' })
  await untilIs(`${base}/posts/sizing-a-pump`, { status: 404 })
  await expect
    .poll(
      () =>
        app.sql(person.companyId, 'select count(*)::int as pages from blog_pages where company_id = $1', [
          person.companyId,
        ]),
      TOLD,
    )
    .toEqual([{ pages: 0 }])
})
