import { monitorEventLoopDelay } from 'node:perf_hooks'
import * as argon2 from '@node-rs/argon2'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { startTestApp } from '#server/test/app.ts'
import { openPortalTest } from '#server/test/portal.ts'

vi.mock('@node-rs/argon2', { spy: true })

const app = await startTestApp({
  TRUST_PROXY: '1',
  PUBLIC_URL: 'https://crm.firm.example',
  LEADROOM_BASE_DOMAINS: 'firm.example',
})
const portal = openPortalTest(app)
const https = { host: 'crm.firm.example', 'x-forwarded-proto': 'https', origin: 'https://crm.firm.example' }
let address = 0
/** Each test comes from an address of its own. */
const from = (ip = `198.51.100.${++address}`) => ({ ...https, 'x-forwarded-for': ip })
const WRONG = 'wrong horse battery'

beforeEach(() => app.owner.query('delete from identity.sign_in_failures'))
afterAll(() => app.stop())

test('unknown, wrong, deactivated and locked out answer with the same bytes (A1)', async () => {
  const ada = await portal.personWithPassword()
  const gone = await portal.personWithPassword()
  await app.sql(gone.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [gone.id])
  const locked = await portal.personWithPassword()
  for (let at = 0; at < 10; at++) await portal.signIn(locked.email, WRONG, {}, from('192.0.2.1'))

  const answers = await Promise.all([
    portal.signIn(ada.email, WRONG, {}, from()),
    portal.signIn('nobody@firm.example', WRONG, {}, from()),
    portal.signIn(gone.email, gone.password, {}, from()),
    portal.signIn(locked.email, locked.password, {}, from('192.0.2.1')),
    portal.signIn('no address at all', WRONG, {}, from()),
  ])

  const bytes = answers.map(({ status, text, setCookies }) => [
    status,
    text.replace(/"request_id":"[^"]+"/, ''),
    setCookies,
  ])
  expect(new Set(bytes.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(answers[0].status).toBe(401)
})

test('every attempt takes exactly one hash, whoever it is for (A1)', async () => {
  const ada = await portal.personWithPassword()
  const gone = await portal.personWithPassword()
  await app.sql(gone.companyId, `update identity.memberships set status = 'deactivated' where id = $1`, [gone.id])
  const hashes = () => vi.mocked(argon2.verify).mock.calls.length + vi.mocked(argon2.hash).mock.calls.length

  for (const [email, password] of [
    [ada.email, ada.password],
    [ada.email, WRONG],
    ['nobody@firm.example', WRONG],
    [gone.email, gone.password],
    ...Array.from({ length: 12 }, () => [ada.email, WRONG]),
  ] as const) {
    const before = hashes()
    await portal.signIn(email, password, {}, from('192.0.2.77'))
    expect(hashes() - before).toBe(1)
  }
})

test('every attempt takes exactly one hash also where several companies have let the address in (A1)', async () => {
  const email = 'several@firm.example'
  for (const password of ['first of the words', 'second of the words', 'third of the words']) {
    const ada = await app.signIn({ can: ['people_manage'] })
    const body = { email, firstname: 'Sol', lastname: '', permissions: [] }
    const { data } = await ada.call(access.invite, { body })
    await app.call(access.acceptInvitation, { body: { token: data.link!.split('#')[1]!, email, password } })
  }
  const hashes = () => vi.mocked(argon2.verify).mock.calls.length + vi.mocked(argon2.hash).mock.calls.length

  for (const [password, status] of [
    ['first of the words', 200],
    ['third of the words', 200],
    [WRONG, 401],
  ] as const) {
    const before = hashes()
    const sent = await portal.signIn(email, password, {}, from())
    expect([sent.status, hashes() - before]).toEqual([status, 1])
  }
})

test('ten checks of an account in a quarter of an hour, whatever the forwarded address, the case or the width of the letters (A2)', async () => {
  const ada = await portal.personWithPassword()
  const [name = '', domain = ''] = ada.email.split('@')
  const spellings = [
    ada.email,
    ada.email.toUpperCase(),
    `${name}@${domain}.`,
    ` ${ada.email} `,
    ada.email.replace('p', '\uFF50'),
  ]

  for (let at = 0; at < 30; at++) {
    const forged = { ...from(), 'x-forwarded-for': `10.0.0.${at}, 192.0.2.9` }
    await portal.send(
      'POST',
      '/api/v1/auth/sign-in/',
      { email: spellings[at % spellings.length], password: WRONG, username: 'x' },
      {},
      forged,
    )
  }
  const right = await portal.signIn(ada.email, ada.password, {}, from('192.0.2.9'))

  expect(right.status).toBe(401)
  const { rows } = await app.owner.query(
    'select count(*), count(distinct account) as accounts, count(distinct address) as addresses from identity.sign_in_failures',
  )
  expect(rows).toEqual([{ count: 10, accounts: 1, addresses: 1 }])
})

test('addresses from which nobody has signed in share ten checks of an account (A2)', async () => {
  const ada = await portal.personWithPassword()

  for (let at = 0; at < 20; at++) await portal.signIn(ada.email, WRONG, {}, from())

  const { rows } = await app.owner.query('select count(*) from identity.sign_in_failures')
  expect(rows).toEqual([{ count: 10 }])
})

test('one address checks a hundred accounts at most, and a /64 is one address (A2)', async () => {
  for (let at = 0; at < 104; at++)
    await portal.signIn(`person${at}@nowhere.example`, WRONG, {}, from(`2001:db8::${(at + 1).toString(16)}`))

  const { rows } = await app.owner.query('select count(*), min(address) as address from identity.sign_in_failures')
  expect(rows).toEqual([{ count: 100, address: '2001:db8:0:0::/64' }])
})

test('parallel attempts take no more checks than one after the other (A2)', async () => {
  const ada = await portal.personWithPassword()
  const one = from()

  await Promise.all(Array.from({ length: 40 }, () => portal.signIn(ada.email, WRONG, {}, one)))

  const { rows } = await app.owner.query('select count(*) from identity.sign_in_failures')
  expect(rows).toEqual([{ count: 10 }])
})

test('whoever is locked out on purpose keeps the session, the known device and the known address (A3)', async () => {
  const ada = await portal.personWithPassword()
  const home = from()
  const { json, cookies } = await portal.signIn(ada.email, ada.password, {}, home)
  for (let at = 0; at < 15; at++) await portal.signIn(ada.email, WRONG, {}, from())

  const stranger = await portal.signIn(ada.email, ada.password, {}, from())
  const atHome = await portal.signIn(ada.email, ada.password, {}, home)
  const device = { '__Secure-leadroom_device': cookies['__Secure-leadroom_device']! }
  const travelling = await portal.signIn(ada.email, ada.password, device, from())
  const working = await app.send('GET', '/api/v1/profile/', undefined, { authorization: `Bearer ${json.token}` })

  expect([stranger.status, atHome.status, travelling.status, working.status]).toEqual([401, 200, 200, 200])
})

test('the mark of a device helps its own person alone (A3)', async () => {
  const ada = await portal.personWithPassword()
  const eve = await portal.personWithPassword()
  const { cookies } = await portal.signIn(eve.email, eve.password, {}, from())
  for (let at = 0; at < 10; at++) await portal.signIn(ada.email, WRONG, {}, from())

  expect((await portal.signIn(ada.email, ada.password, cookies, from())).status).toBe(401)
})

test('two hundred sign-ins at once: fifty wait, the rest is refused, and the server goes on answering (A4)', async () => {
  const ada = await portal.personWithPassword()
  const loop = monitorEventLoopDelay({ resolution: 10 })
  loop.enable()

  const many = Promise.all(Array.from({ length: 200 }, () => portal.signIn(ada.email, WRONG, {}, from())))
  const health = await app.send('POST', '/api/v1/token/verify/', { token: 'x' })
  const answers = await many
  const statuses = answers.map(({ status }) => status)
  loop.disable()

  expect(health.status).toBe(401)
  expect(loop.percentile(99) / 1e6).toBeLessThan(1_000)
  expect(new Set(statuses)).toEqual(new Set([401, 503]))
  for (const { status, headers } of answers) expect(headers['retry-after']).toBe(status === 503 ? '1' : undefined)
  expect(statuses.filter((status) => status === 401).length).toBeLessThan(100)
})

test('a password of 200 characters counts to its last one, and one of a megabyte is not looked at (A4)', async () => {
  const long = 'ä'.repeat(199)
  const ada = await portal.personWithPassword({}, `${long}1`)

  expect((await portal.signIn(ada.email, `${long}2`, {}, from())).status).toBe(401)
  expect((await portal.signIn(ada.email, `${long}1`, {}, from())).status).toBe(200)
  expect((await portal.signIn(ada.email, 'x'.repeat(257), {}, from())).status).toBe(400)
  expect((await portal.signIn(ada.email, 'x'.repeat(1024 * 1024), {}, from())).status).toBe(413)
})

test('over https the cookies are for the base domain, and what refreshes is hidden from scripts and other sites', async () => {
  const ada = await portal.personWithPassword()

  const { setCookies } = await portal.signIn(ada.email, ada.password, {}, from())

  const flags = setCookies.map((line) => line.replace(/=[^;]*/, '').replace(/Max-Age=\d+/, 'Max-Age'))
  expect(flags).toEqual([
    'accessToken; Max-Age; Domain=firm.example; Path=/; Secure; SameSite=Lax',
    'company_session_id; Max-Age; Domain=firm.example; Path=/; Secure; SameSite=Lax',
    '__Secure-leadroom_refresh; Max-Age; Domain=firm.example; Path=/api/v1/auth/; HttpOnly; Secure; SameSite=Strict',
    '__Secure-leadroom_device; Max-Age; Domain=firm.example; Path=/api/v1/auth/; HttpOnly; Secure; SameSite=Strict',
  ])
})

test('plain http signs nobody in but on this machine', async () => {
  const ada = await portal.personWithPassword()

  const far = await portal.signIn(ada.email, ada.password, {}, { host: '10.1.2.3:3000' })
  const here = await portal.signIn(ada.email, ada.password, {}, { host: 'localhost:3000' })

  expect(far).toMatchObject({ status: 403, setCookies: [], json: { message: expect.stringContaining('https') } })
  expect(here.status).toBe(200)
})

test('over plain http the Host header does not make somebody else’s machine this one', async () => {
  const ada = await portal.personWithPassword()
  const statusFrom = async (remoteAddress: string, headers: Record<string, string>) => {
    const payload = { email: ada.email, password: ada.password }
    const url = '/api/v1/auth/sign-in/'
    return (await app.app.inject({ method: 'POST', url, remoteAddress, headers, payload })).statusCode
  }
  const localhost = { host: 'localhost:3000' }

  const statuses = (addresses: readonly string[]) =>
    Promise.all(addresses.map((address) => statusFrom(address, localhost)))
  const elsewhere = ['192.0.2.7', '10.0.0.9', '2001:db8::7', '::ffff:192.0.2.7']
  const here = ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1']

  expect(await statuses(elsewhere)).toEqual([403, 403, 403, 403])
  expect(await statuses(here)).toEqual([200, 200, 200, 200])
  expect(await statusFrom('127.0.0.1', { ...localhost, 'x-forwarded-for': '192.0.2.7' })).toBe(403)
  expect(await statusFrom('127.0.0.1', { host: 'crm.firm.example', 'x-forwarded-proto': 'http' })).toBe(403)
  expect(await statusFrom('127.0.0.1', { host: 'crm.firm.example' })).toBe(200)
})

test('no other site’s page signs in, refreshes, signs out or chooses a company (A7)', async () => {
  const ada = await portal.personWithPassword()
  const { cookies, json } = await portal.signIn(ada.email, ada.password, {}, from())
  const bearer = { authorization: `Bearer ${json.token}` }
  const calls = [
    ['/api/v1/auth/sign-in/', { email: ada.email, password: ada.password }],
    ['/api/v1/auth/refresh/', {}],
    ['/api/v1/auth/sign-out/', {}],
    ['/api/v1/auth/switch-company/', { company_id: ada.companyId }],
  ] as const
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://blog.crm.firm.example' },
    { origin: 'http://crm.firm.example' },
    { origin: 'https://crm.firm.example.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ]

  for (const [url, body] of calls)
    for (const headers of foreign) {
      const { origin: _, ...rest } = from()
      const sent = await portal.send('POST', url, body, cookies, { ...rest, ...bearer, ...headers })
      expect([url, headers, sent.status, sent.setCookies]).toEqual([url, headers, 403, []])
    }
  const form = await portal.send('POST', '/api/v1/auth/refresh/', '{}', cookies, {
    ...from(),
    'content-type': 'text/plain',
  })
  expect([form.status, form.setCookies]).toEqual([415, []])
  expect((await portal.refresh(cookies, from())).status).toBe(200)
})

test('whatever host is asked for, no answer sends elsewhere and no cookie leaves the base domain (A9)', async () => {
  const ada = await portal.personWithPassword()
  const hosts = [
    'evil.com',
    'a.b.evil.com',
    'x@evil',
    '[::1]',
    '\\\\evil',
    'crm.firm.co.uk',
    'firm.example.evil.com',
    'evilfirm.example',
    'app.firm.example',
    'localhost',
  ]

  for (const host of hosts)
    for (const forwarded of [{}, { 'x-forwarded-host': 'evil.com' }]) {
      const { origin: _, ...rest } = from()
      const sent = await portal.signIn(ada.email, ada.password, {}, { ...rest, host, ...forwarded })
      const domains = sent.setCookies.flatMap((line) => /Domain=([^;]+)/.exec(line)?.[1] ?? [])
      expect(sent.headers['location']).toBeUndefined()
      expect(domains.every((domain) => domain === 'firm.example')).toBe(true)
    }
})
