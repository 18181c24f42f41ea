import { randomBytes } from 'node:crypto'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { CERTIFICATE, CERTIFICATE_KEY } from '#server/test/certificate.ts'
import { addressOf, startSites, type Page } from '#server/test/sites.ts'
import { openFetchPublic, type FetchLine, type FetchOptions } from './fetch-public.ts'
import type { FetchRequest } from './site-answer.ts'

const MIB = 1024 * 1024
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const SITE = 'http://rival.example'
const sites = await startSites({})
const lines: FetchLine[] = []
const open = (options: Partial<FetchOptions> = {}) =>
  openFetchPublic({
    agent: 'Leadroom/1 (+https://firm.example; feed reader)',
    log: (line) => lines.push(line),
    ...sites.ways,
    ...options,
  })
const fetchPublic = open()
/** What comes of a page. */
const of = async (page: Page, request?: FetchRequest, fetch = fetchPublic) => {
  sites.sites['rival.example'] = { '/': page }
  const outcome = await fetch(`${SITE}/`, request)
  return outcome.ok ? outcome.bytes.toString() : outcome.code
}

beforeEach(() => {
  lines.length = 0
  sites.asked.length = 0
})
afterAll(() => sites.stop())

test('an answer comes with what has to be sent back, word for word, and conditions are sent as they are', async () => {
  const headers = { etag: 'W/"a-gzip"', 'last-modified': 'Tues, 26 May 2026 24:61 EST', 'cache-control': 'max-age=60' }
  sites.sites['rival.example'] = {
    '/': { body: '<rss/>', headers },
    '/same': { status: 304, headers: { etag: 'W/"a-gzip"' } },
  }

  const fetched = await fetchPublic(`${SITE}/`)
  const conditions = { 'if-none-match': 'W/"a-gzip"', 'if-modified-since': 'Tues, 26 May 2026 24:61 EST' }
  const same = await fetchPublic(`${SITE}/same`, { headers: conditions })

  expect(fetched).toMatchObject({
    ok: true,
    status: 200,
    url: `${SITE}/`,
    etag: headers.etag,
    lastModified: headers['last-modified'],
    cacheControl: 'max-age=60',
    contentType: 'application/xml',
    wireBytes: 6,
  })
  expect(same).toMatchObject({ ok: true, status: 304, etag: 'W/"a-gzip"' })
  expect(sites.asked.at(-1)?.headers).toMatchObject(conditions)
})

test('a request says who asks, and nothing of people, sessions or where it comes from', async () => {
  const etag = 'r\ud83d\ude80cket'
  await of('<rss/>', { headers: { 'if-none-match': etag } })

  const { headers } = sites.asked[0]!
  expect(headers['user-agent']).toBe('Leadroom/1 (+https://firm.example; feed reader)')
  // One that cannot be sent is left out.
  expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
  expect(headers.connection).toBe('close')
})

test('redirects are followed to the fifth, and named; a loop, a sixth and one from https to http end', async () => {
  const to = (location: string, status = 301): Page => ({ status, headers: { location } })
  sites.sites['rival.example'] = {
    '/': to('/1'),
    '/1': to('//other.example/2', 308),
    '/loop': to('/loop?'),
    '/loop?': to('/loop'),
    '/away': to('data:text/html,x'),
    '/file': to('file:///etc/passwd'),
    '/nowhere': to(''),
    ...Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`/hop${at}`, to(`/hop${at + 1}`, 302)])),
    '/hop7': 'here',
  }
  sites.sites['other.example'] = { '/2': 'moved' }

  const outcomes = await Promise.all(
    ['', 'loop', 'away', 'file', 'nowhere', 'hop1', 'hop2'].map((path) => fetchPublic(`${SITE}/${path}`)),
  )

  expect(outcomes[0]).toMatchObject({
    url: 'http://other.example/2',
    redirects: [
      { status: 301, to: `${SITE}/1` },
      { status: 308, to: 'http://other.example/2' },
    ],
  })
  expect(outcomes.slice(1).map((outcome) => (outcome.ok ? outcome.bytes.toString() : outcome.code))).toEqual([
    'redirect_loop',
    'bad_redirect',
    'bad_redirect',
    'redirect_loop',
    'too_many_redirects',
    'here',
  ])
})

test('a refusal has a code, a sentence that says nothing of what was reached, and what the site said', async () => {
  const statuses = [401, 403, 404, 410, 418, 429, 500, 503]

  const outcomes = []
  for (const status of statuses) {
    sites.sites['rival.example'] = { '/': { status, headers: { 'retry-after': '120' } } }
    outcomes.push(await fetchPublic(`${SITE}/`))
  }

  for (const [at, status] of statuses.entries())
    expect(outcomes[at]).toMatchObject({ ok: false, code: `http_${status}`, status, retryAfter: '120' })
  expect(outcomes.map((outcome) => (outcome.ok ? '' : outcome.sentence)).join(' ')).not.toMatch(/\d+\.\d+/)
  expect(lines.map(({ outcome }) => outcome)).toEqual(statuses.map((status) => `http_${status}`))
  expect(await of({ status: 304 })).toBe('http_304')
})

test('one coding is taken off, whatever its name; two, an unknown one and a broken one are refused', async () => {
  const coded = (coding: string, body: Uint8Array | string) => of({ body, headers: { 'content-encoding': coding } })
  const text = '<rss>ünïcode</rss>'

  const read = [
    await coded('gzip', gzipSync(text)),
    await coded('X-GZIP', gzipSync(text)),
    await coded('deflate', deflateSync(text)),
    await coded('deflate', deflateRawSync(text)),
    await coded('br', brotliCompressSync(text)),
    await coded('identity', text),
    await coded('gzip', ''),
  ]
  const refused = [
    await coded('gzip, gzip', gzipSync(gzipSync(text))),
    await coded('zstd', text),
    await coded('__proto__', text),
    await coded('gzip', text),
    await coded('gzip', gzipSync(text).subarray(0, 20)),
    await coded('br', brotliCompressSync(text).subarray(0, 9)),
  ]

  expect(read).toEqual([text, text, text, text, text, text, ''])
  expect(refused).toEqual(refused.map(() => 'encoding'))
})

test('a text has at most 16 MiB, and beyond the first a hundred times what was sent', async () => {
  const zeros = (mib: number) => Buffer.alloc(mib * MIB)
  const noise = randomBytes((3 * MIB) / 2).toString('hex')
  const gzip = { 'content-encoding': 'gzip' }
  const inside = gzipSync(gzipSync(zeros(10)))

  expect((await of({ body: gzipSync(zeros(1)), headers: gzip })).length).toBe(MIB)
  expect(await of({ body: gzipSync(zeros(2)), headers: gzip })).toBe('too_large')
  expect((await of({ body: gzipSync(noise, { level: 1 }), headers: gzip })).length).toBe(noise.length)
  expect(await of({ body: brotliCompressSync(zeros(20), QUICK), headers: { 'content-encoding': 'br' } })).toBe(
    'too_large',
  )
  // What is inside stays as it is.
  sites.sites['rival.example'] = { '/': { body: inside, headers: gzip } }
  const once = await fetchPublic(`${SITE}/`)
  expect(once.ok && once.bytes.equals(gzipSync(zeros(10)))).toBe(true)
  expect(await of('x'.repeat(100), { mostBytes: 99 })).toBe('too_large')
  expect(await of({ body: Buffer.alloc(8 * MIB + 1), type: 'text/xml' })).toBe('too_large')
})

test('one that is slow, hangs, ends too early or never ends is given up, and the others do not wait for it', async () => {
  const quick = open({ limits: { headersMs: 300, idleMs: 300, allMs: 900 } })
  const drip: Page = (request, response) => {
    response.writeHead(200, { 'content-type': 'text/xml' })
    const timer = setInterval(() => response.write('x'), 100)
    request.socket.once('close', () => clearInterval(timer))
  }
  const flood: Page = (request, response) => {
    response.writeHead(200, { 'content-type': 'text/xml' })
    const part = Buffer.alloc(256 * 1024)
    const pour = () => {
      while (!request.socket.destroyed && response.write(part));
    }
    response.on('drain', pour)
    pour()
  }
  sites.sites['rival.example'] = {
    '/silent': () => undefined,
    '/hangs': (_, response) => response.writeHead(200, { 'content-type': 'text/xml' }).write('x'),
    '/drip': drip,
    '/flood': flood,
    '/early': (_, response) => {
      response.writeHead(200, { 'content-length': '100', 'content-type': 'text/xml' })
      response.write('x', () => response.destroy())
    },
    '/headers': { headers: { 'x-long': 'x'.repeat(20_000) } },
    '/not-http': (request) => request.socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  }
  sites.sites['well.example'] = { '/': 'well' }
  const paths = Object.keys(sites.sites['rival.example'])

  const slow = Promise.all(paths.map((path) => (path === '/flood' ? fetchPublic(SITE + path) : quick(SITE + path))))
  expect(await quick('http://well.example/')).toMatchObject({ ok: true })
  const outcomes = await slow

  expect(Object.fromEntries(paths.map((path, at) => [path, outcomes[at]?.ok ? 'ok' : outcomes[at]?.code]))).toEqual({
    '/silent': 'timeout',
    '/hangs': 'timeout',
    '/drip': 'timeout',
    '/flood': 'too_large',
    '/early': 'broken_answer',
    '/headers': 'broken_answer',
    '/not-http': 'broken_answer',
  })
})

test('kinds of content that are no text are refused; a page is HTML; a sitemap may be a compressed file', async () => {
  const kinds = ['image/png', 'video/mp4', 'audio/mpeg', 'application/octet-stream', 'application/zip']
  for (const type of kinds) expect(await of({ type, body: 'x' })).toBe('wrong_kind')
  expect(await of({ type: 'Text/HTML; charset=utf-8', body: '<p>' }, { accept: 'page' })).toBe('<p>')
  expect(await of({ type: 'text/plain', body: 'x' }, { accept: 'page' })).toBe('not_a_page')
  expect(await of({ type: 'application/octet-stream', body: gzipSync('<urlset/>') }, { accept: 'sitemap' })).toBe(
    '<urlset/>',
  )
})

test('certificates have to be valid for the name', async () => {
  const server = createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (_request, response) =>
    response.end('safe'),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const resolve = async (name: string) => [addressOf(name)]
  const dial: FetchOptions['dial'] = ([address]) => ({
    socket: connect({ host: '127.0.0.1', port }),
    reached: () => address,
  })
  const trusting = open({ certificates: [CERTIFICATE], resolve, dial })

  const outcomes = [
    await trusting('https://secure.example/'),
    await trusting('https://other.example/'),
    await open({ resolve, dial })('https://secure.example/'),
  ]

  server.close()
  expect(outcomes.map((outcome) => (outcome.ok ? outcome.bytes.toString() : outcome.code))).toEqual([
    'safe',
    'tls',
    'tls',
  ])
})

test('two requests at a time go to a host, the others wait for their turn; what gives up leaves the queue', async () => {
  const limited = open({ limits: { atOnce: 3, toHost: 2, waiting: 4, waitMs: 60_000 } })
  let most = 0
  const begun: (() => void)[] = []
  const wait: Page = (_request, response) => {
    most = Math.max(
      most,
      begun.push(() => response.end('x')),
    )
  }
  sites.sites['rival.example'] = { '/': wait }
  sites.sites['other.example'] = { '/': 'x' }
  const impatient = new AbortController()

  const all = Array.from({ length: 5 }, () => limited(`${SITE}/`))
  const gone = limited(`${SITE}/`, { signal: impatient.signal })
  const other = await limited('http://other.example/')
  const crowded = await Promise.all([limited(`${SITE}/`), limited(`${SITE}/`)])
  impatient.abort()
  await expect.poll(() => begun.length).toBe(2)
  expect(most).toBe(2)
  for (let done = 0; done < 5; done++) {
    await expect.poll(() => begun.length).toBeGreaterThan(0)
    begun.shift()?.()
  }

  expect(other).toMatchObject({ ok: true })
  expect(await gone).toMatchObject({ code: 'timeout' })
  expect(crowded.map((outcome) => outcome.ok || outcome.code)).toEqual(['busy', 'busy'])
  expect((await Promise.all(all)).every(({ ok }) => ok)).toBe(true)
})
