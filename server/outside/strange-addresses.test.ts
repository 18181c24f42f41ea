import { connect, createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDiscovery } from '#server/insight/feed-discovery/discover.ts'
import { sitePages } from '#server/insight/site-pages/open.ts'
import { startNameServer, type NameAnswer } from '#server/test/name-server.ts'
import { randomFrom, SEED } from '#server/test/random.ts'
import { startSites, type Page } from '#server/test/sites.ts'
import { PRIVATE_ADDRESSES, WRONG_ADDRESSES } from '#server/test/strange-addresses.ts'
import { howMany } from '../../scripts/scope.mjs'
import { openResolver, type Dial } from './checked-connection.ts'
import { openFetchPublic, type FetchOptions } from './fetch-public.ts'
import { networkOf } from './public-address.ts'

const PUBLIC = '93.184.1.1'
/** How addresses begin that are not public. */
const NETWORKS = ['0.', '10.', '127.', '169.254.', '192.168.', '198.18.', '100.64.', '::', 'fc', 'fd', 'fe', 'ff']
const STRANGE = [...PRIVATE_ADDRESSES, ...WRONG_ADDRESSES]

/** Where nobody must come to: counts whoever does, and whatever they send. */
const canary = { connections: 0, bytes: 0 }
const canaryServer = createServer((socket) => {
  canary.connections += 1
  socket.on('error', () => undefined)
  socket.on('data', (data) => {
    canary.bytes += data.length
    socket.destroy()
  })
})
await new Promise<void>((listening) => canaryServer.listen(0, '127.0.0.1', listening))
const { port: canaryPort } = canaryServer.address() as AddressInfo
const sites = await startSites({})
const dialled: string[] = []
/** Public addresses are those of our sites; all others lead to the canary. */
const dial: Dial = (addresses, port) => {
  dialled.push(...addresses)
  if (addresses.every((address) => address.startsWith('93.184.'))) return sites.ways.dial(addresses, port)
  const socket = connect({ host: '127.0.0.1', port: canaryPort })
  return { socket, reached: () => addresses[0] }
}
const open = (options: Partial<FetchOptions> = {}) =>
  openFetchPublic({ agent: 'Leadroom/1', resolve: sites.ways.resolve, dial, ...options })

beforeEach(() => {
  Object.assign(canary, { connections: 0, bytes: 0 })
  dialled.length = 0
  for (const name of Object.keys(sites.sites)) delete sites.sites[name]
})
afterAll(async () => {
  canaryServer.close()
  await sites.stop()
})

test('an address that leads to no public place is refused before anything is dialled', async () => {
  const fetchPublic = open()

  const outcomes = await Promise.all(STRANGE.map((url) => fetchPublic(url)))

  const taken = STRANGE.filter((_, at) => !['refused_address', 'bad_address'].includes(codeOf(outcomes[at]!)))
  expect(PRIVATE_ADDRESSES.length).toBeGreaterThanOrEqual(120)
  expect([taken, dialled, canary.connections]).toEqual([[], [], 0])
})

test('nothing that stands between leads there either: a redirect, robots.txt, a sitemap, a link, a page', async () => {
  const fetchPublic = open({ limits: { toHost: 24 } })
  const { readPage, robots } = sitePages(fetchPublic)
  const discover = openDiscovery(fetchPublic)
  const some = PRIVATE_ADDRESSES.filter((_, at) => at % howMany(40, 1) === 0)

  for (const [at, url] of some.entries()) {
    const name = `rival${at}.example`
    const leads: Page = { status: 302, headers: { location: encodeURI(url) } }
    sites.sites[name] = {
      '/': `<html><head><link rel="alternate" type="application/rss+xml" href="${url}"><base href="${url}"></head>
        <body><a href="${url}feed">feed</a></body></html>`,
      '/feed': leads,
      '/page': leads,
      '/robots.txt': at % 2 ? leads : `Sitemap: ${url}\nSitemap: ${url}sitemap.xml`,
      '/sitemap.xml': leads,
    }
    const site = `http://${name}/`
    await Promise.all([
      fetchPublic(`${site}feed`),
      readPage(`${site}page`),
      readPage(url).catch(() => undefined),
      robots.allows(`${site}page`),
      discover(site),
      discover(url).catch(() => undefined),
    ])
  }

  expect(dialled.filter((address) => !address.startsWith('93.184.'))).toEqual([])
  expect(dialled.length).toBeGreaterThan(some.length)
  expect(canary.connections).toBe(0)
})

test('the guard judges whatever an address is changed into', async () => {
  const random = randomFrom(SEED)
  const any = (text: string) => text[Math.floor(random() * text.length)] ?? ''
  const fetchPublic = open({ resolve: async () => [PUBLIC] })

  for (let round = 0; round < howMany(500, 5_000); round++) {
    const url = Array.from(STRANGE[Math.floor(random() * STRANGE.length)] ?? '')
    for (let changes = 0; changes < 3; changes++)
      url.splice(Math.floor(random() * url.length), random() < 0.5 ? 1 : 0, any('0123456789abcdefx.:[]@/%\\?#。１ '))
    await fetchPublic(url.join(''), { accept: 'page' })
  }

  // Names resolve to a public place here; what is dialled besides are literals, each of which has to be public.
  const wrong = dialled.filter((address) => NETWORKS.some((network) => address.startsWith(network)))
  expect({ seed: SEED, wrong }).toEqual({ seed: SEED, wrong: [] })
})

test('a name is followed only where every answer about it is public', async () => {
  const answers: Record<string, NameAnswer> = {
    'public.example': { addresses: [PUBLIC] },
    'private.example': { addresses: ['10.0.0.1'] },
    'both.example': { addresses: [PUBLIC, '127.0.0.1'] },
    'families.example': { addresses: [PUBLIC, '::1'] },
    'mapped.example': { addresses: ['::ffff:7f00:1'] },
    'cname.example': { addresses: ['192.168.0.1'], cname: 'router.private.example' },
    'metadata.example': { addresses: ['169.254.169.254'] },
    'none.example': { addresses: [] },
    'silent.example': 'silent',
  }
  const nameServer = await startNameServer((name) => answers[name] ?? 'unknown')
  sites.sites['public.example'] = { '/': 'hello' }
  const fetchPublic = open({ resolve: openResolver([nameServer.address]), limits: { connectMs: 1_000 } })
  const names = [...Object.keys(answers), 'missing.example']

  const outcomes = await Promise.all(names.map((name) => fetchPublic(`http://${name}/`)))

  await nameServer.stop()
  expect(Object.fromEntries(names.map((name, at) => [name, codeOf(outcomes[at]!)]))).toEqual({
    'public.example': 'ok',
    'private.example': 'refused_address',
    'both.example': 'refused_address',
    'families.example': 'refused_address',
    'mapped.example': 'refused_address',
    'cname.example': 'refused_address',
    'metadata.example': 'refused_address',
    'none.example': 'dns',
    'silent.example': 'timeout',
    'missing.example': 'dns',
  })
  expect([dialled, canary.connections]).toEqual([[PUBLIC], 0])
})

test('a name that leads elsewhere from look-up to look-up reaches public places alone', async () => {
  let turn = 0
  const nameServer = await startNameServer((_name, family) => {
    if (family === 6) return { addresses: [] }
    turn += 1
    return { addresses: [turn % 2 === 0 ? '127.0.0.1' : PUBLIC] }
  })
  sites.sites['rebinding.example'] = {
    '/': 'hello',
    '/again': { status: 302, headers: { location: '/' } },
  }
  const fetchPublic = open({ resolve: openResolver([nameServer.address]) })
  const rounds = howMany(100, 1_000)

  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const outcome = await fetchPublic(`http://rebinding.example/${round % 3 === 0 ? 'again' : ''}`)
    if (codeOf(outcome) === 'refused_address') refused += 1
  }

  await nameServer.stop()
  expect(new Set(dialled)).toEqual(new Set([PUBLIC]))
  expect(refused).toBeGreaterThan(rounds / 4)
  expect(canary.connections).toBe(0)
})

test('a socket that has reached another address than those judged sends nothing', async () => {
  const elsewhere: Dial = () => ({
    socket: connect({ host: '127.0.0.1', port: canaryPort }),
    reached: () => '127.0.0.1',
  })
  const fetchPublic = open({ resolve: async () => [PUBLIC], dial: elsewhere })

  const outcomes = await Promise.all(['http', 'https'].map((scheme) => fetchPublic(`${scheme}://rival.example/`)))

  expect(outcomes.map(codeOf)).toEqual(['refused_address', 'refused_address'])
  await expect.poll(() => canary).toEqual({ connections: 2, bytes: 0 })
})

test('of many answers all are judged, and few are tried', async () => {
  const many = Array.from({ length: 500 }, (_, at) => `93.184.${at % 256}.${at % 200}`)
  const [all, oneWrong] = [open({ resolve: async () => many }), open({ resolve: async () => [...many, '10.0.0.1'] })]
  sites.sites['many.example'] = { '/': 'hello' }

  const outcomes = [await all('http://many.example/'), await oneWrong('http://many.example/')]

  expect(outcomes.map(codeOf)).toEqual(['ok', 'refused_address'])
  expect(dialled.length).toBeLessThan(10)
})

test('networks that the operator opens are reached, at their ports alone; so is nothing of this installation', async () => {
  sites.sites['10.2.0.7'] = { '/': 'intranet' }
  sites.sites['10.2.0.7:8080'] = { '/': 'intranet' }
  const also = ['10.2.0.0/16', '10.2.0.7:8080'].map((written) => networkOf(written)!)
  const direct: Dial = (addresses, port) => ({ ...sites.ways.dial(addresses, port), reached: () => addresses[0] })
  const fetchPublic = open({ also, ours: ['Firm.example'], dial: direct, resolve: async () => ['10.2.0.7'] })
  const addresses = ['10.2.0.7', '10.2.0.7:8080', '10.2.0.8:8080', '10.3.0.7', '127.0.0.1', 'wiki.internal']
  const ours = ['firm.example', 'app.firm.example', 'APP.FIRM.EXAMPLE.']
  sites.sites['wiki.internal'] = { '/': 'wiki' }

  const outcomes = await Promise.all([...addresses, ...ours].map((host) => fetchPublic(`http://${host}/`)))

  const refused = 'refused_address'
  expect(outcomes.map(codeOf)).toEqual(['ok', 'ok', refused, refused, refused, 'ok', ...ours.map(() => 'own_address')])
  const wrong = ['0.0.0.0/0', '::/0', '10.0.0.0/7', 'rival.example', '10.2.0.7:0', '10.2.0.7:99999', 'fe80::1%eth0', '']
  expect(wrong.filter((written) => networkOf(written))).toEqual([])
})

const codeOf = (outcome: { ok: true } | { ok: false; code: string }) => (outcome.ok ? 'ok' : outcome.code)
