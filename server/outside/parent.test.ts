import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { access } from '#contract/portal/access.ts'
import { broadcast } from '#contract/portal/broadcast.ts'
import { hr } from '#contract/portal/hr.ts'
import { profile } from '#contract/portal/profile.ts'
import { session } from '#contract/portal/session.ts'
import { qcSupport } from '#contract/leads/qc-support.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { startPeer, type PeerCallSeen } from '#server/test/peer.ts'

type Answers = Parameters<typeof startPeer>[0]

const person = (id: number, company: number, more: object = {}) => ({
  user_id: id,
  firstname: 'Ada',
  lastname: 'Byron',
  email: `Ada${id}@parent.example`,
  company_id: `closed-${company}`,
  company_name: `Parent company ${company}`,
  is_admin: 1,
  timezone: 'Asia/Kolkata',
  unknown_field: 'ignored',
  ...more,
})
const tokens: Record<string, object> = { 'token-ada': person(700, 70), 'token-eve': person(800, 80) }
const allowed = { restrict_domain_list: true, restrict_domain_add: true, blogs_list: false }
const normal: Answers = {
  '/api/v1/token/verify/': ({ body }) => tokens[body.token],
  '/api/decrypt/': ({ body }) => ({ status: 'success', decrypted_value: body.encrypt_id.slice('closed-'.length) }),
  '/permissions': ({ body }) => ({
    statusCode: '200',
    body: { success: true, access_controls: { marketing: body.token === 'token-eve' ? {} : allowed } },
  }),
  '/hr/api/v1/designations/': () => ({ data: [{ id: 5, name: 'Rank' }], pagination: { total: 11 } }),
}
const answers = { ...normal }
const peer = await startPeer(
  Object.fromEntries(Object.keys(normal).map((path) => [path, (call: PeerCallSeen) => answers[path]?.(call)])),
)
const app = await startTestApp({
  GLOBAL_API_URL: peer.url,
  PERMISSIONS_URL: `${peer.url}/permissions`,
  HR_API_URL: `${peer.url}/hr`,
})
afterAll(async () => {
  await app.stop()
  await peer.stop()
})
beforeEach(() => {
  Object.assign(answers, normal)
  peer.seen.length = 0
  app.services.auth.forgetAll()
})

const list = (token: string, more: Record<string, string> = {}) =>
  app.send('GET', restrictedDomains.list.path, undefined, { authorization: `Bearer ${token}`, ...more })

test('a token of the parent app opens its company, with the keys that the permissions service lists', async () => {
  const added = await app.send(
    'POST',
    restrictedDomains.add.path,
    { domainName: 'spam.example' },
    { authorization: 'Bearer token-ada' },
  )
  const eve = await list('token-eve')

  expect(added.status).toBe(200)
  expect(eve).toMatchObject({ status: 403, json: { details: { needs: ['restrict_domain_list'] } } })
  const { rows } = await app.owner.query('select company_id from restricted_domains')
  expect(rows).toEqual([{ company_id: 70 }])
  const asked = peer.seen.find(({ url }) => url === '/permissions')
  expect(asked).toMatchObject({
    body: { product_code: 25 },
    headers: { 'x-api-key': app.services.config.permissionsApiKey },
  })
})

test('people and companies are kept from what the parent tells, and follow it', async () => {
  await list('token-ada')
  answers['/api/v1/token/verify/'] = () => person(700, 70, { firstname: 'Augusta', company_name: 'Renamed' })
  app.services.auth.forgetAll()
  await list('token-ada')

  const { rows } = await app.owner.query(
    'select c.name, p.first_name, p.email, p.time_zone, m.permissions from identity.memberships m join identity.people p on p.id = m.id join identity.companies c on c.id = m.company_id where m.id = 700',
  )
  expect(rows).toEqual([
    {
      name: 'Renamed',
      first_name: 'Augusta',
      email: 'ada700@parent.example',
      time_zone: 'Asia/Kolkata',
      permissions: ['restrict_domain_list', 'restrict_domain_add'],
    },
  ])
})

test('the parent is asked once in five seconds per token', async () => {
  await Promise.all(Array.from({ length: 20 }, () => list('token-ada')))

  expect(peer.seen.map(({ url }) => url).sort()).toEqual(['/api/decrypt/', '/api/v1/token/verify/', '/permissions'])
})

test('a token that the parent refuses is refused', async () => {
  expect(await list('token-nobody')).toMatchObject({ status: 401 })
})

const brokenAnswers: [string, NonNullable<Answers[string]>][] = [
  ['a page', () => '<html>'],
  ['null', () => 'null'],
  ['another shape', () => ({ user_id: '700' })],
  ['an error', () => (response) => void response.writeHead(500).end()],
  ['a redirect', () => (response) => void response.writeHead(302, { location: '/permissions' }).end()],
  ['fifty megabytes', () => (response) => void response.writeHead(200).end(Buffer.alloc(50 * 1024 * 1024, ' '))],
  ['a cut connection', () => (response) => void response.destroy()],
]
test.each(brokenAnswers)('O8: when the parent answers %s nobody gets in', async (_, broken) => {
  for (const path of ['/api/v1/token/verify/', '/api/decrypt/', '/permissions']) {
    Object.assign(answers, normal, { [path]: broken })
    app.services.auth.forgetAll()
    const sent = await list('token-ada')
    expect([path, sent.status]).toEqual([path, 503])
    if (path !== '/permissions') expect(sent.json.message).toBe('Token verification failed')
  }
})

test('O8: a parent that is silent is waited for ten seconds', async () => {
  answers['/api/v1/token/verify/'] = () => () => undefined
  const started = performance.now()

  expect((await list('token-ada')).status).toBe(503)
  expect(performance.now() - started).toBeGreaterThan(9_000)
  expect(performance.now() - started).toBeLessThan(28_000)
})

test('O8: a decrypted value that is no company id opens nothing', async () => {
  for (const decrypted_value of ['0', '-1', '70; drop', '1e3', '99999999999']) {
    answers['/api/decrypt/'] = () => ({ status: 'success', decrypted_value })
    app.services.auth.forgetAll()
    expect((await list('token-ada')).status).toBe(503)
  }
})

const anotherCompany: [string, Partial<Answers>][] = [
  ['verifies', { '/api/v1/token/verify/': () => person(700, 71) }],
  ['decrypts', { '/api/decrypt/': () => ({ status: 'success', decrypted_value: '71' }) }],
]
test.each(anotherCompany)(
  'O8: when the parent %s another company than the tab was opened for, the tab neither reads nor writes in either of them',
  async (_, changed) => {
    const tabOf = (company: number) => ({ authorization: 'Bearer token-ada', 'x-company-id': String(company) })
    const add = (company: number, domainName: string) =>
      app.send('POST', restrictedDomains.add.path, { domainName }, tabOf(company))
    const stored = async () =>
      (await app.owner.query('select company_id, domain_name from restricted_domains order by 1, 2')).rows
    expect((await add(70, `${randomUUID()}.example`)).status).toBe(200)
    const before = await stored()

    Object.assign(answers, changed)
    app.services.auth.forgetAll()
    const refused = [await list('token-ada', tabOf(70)), await add(70, 'late.example')]

    for (const { status, json } of refused) {
      expect([status, json.code]).toEqual([409, 'company_changed'])
      expect(json.message).toBe('You switched company in another tab. Refresh this page to continue.')
      expect(json).not.toHaveProperty('data')
    }
    // Opened anew, it is drawn for the company that the parent names, and has nothing of the one before.
    expect((await list('token-ada', tabOf(71))).json).toMatchObject({ data: [], pagination: { total: 0 } })
    expect(await stored()).toEqual(before)
    expect(before.every(({ company_id }) => company_id === 70)).toBe(true)
  },
)

test('what the parent app does is not done here as well', async () => {
  const off = [
    session.signIn,
    session.verify,
    session.decrypt,
    session.refresh,
    access.permissions,
    access.people,
    broadcast.poll,
    profile.mine,
  ]

  for (const { method, path } of off)
    expect((await app.send(method, path, method === 'GET' ? undefined : {})).status).toBe(404)
})

test('designations come from the HR service, asked with the caller’s token', async () => {
  const answer = await app.call(
    hr.designations,
    { query: { department_id: 3, page: 2 } },
    { authorization: 'Bearer token-ada' },
  )

  expect(answer).toMatchObject({
    data: [{ id: 5, name: 'Rank' }],
    pagination: { page: 2, pageSize: 10, total: 11, totalPages: 2 },
  })
  const asked = peer.seen.find(({ url }) => url.startsWith('/hr/'))
  expect(asked).toMatchObject({
    url: '/hr/api/v1/designations/?department_id=3&page=2&per_page=10',
    headers: { authorization: 'Bearer token-ada' },
  })
})

test('with a permissions service alone, our own sessions have its keys and no others', async () => {
  const keys = await startPeer({
    '/': () => ({ statusCode: '200', body: { success: true, access_controls: { marketing: { blogs_list: true } } } }),
  })
  const own = await startTestApp({ PERMISSIONS_URL: keys.url })
  const ada = await own.signIn({ can: ['restrict_domain_list'] })

  const refused = await ada.send('GET', restrictedDomains.list.path)
  const service = await own.send('POST', access.permissions.path, { product_code: 25, token: ada.token })
  const { rows } = await own.owner.query('select permissions from identity.memberships where id = $1', [ada.id])
  await own.stop()
  await keys.stop()

  expect([refused.status, service.status]).toEqual([403, 404])
  expect(rows).toEqual([{ permissions: ['blogs_list'] }])
})

test('whoever views as a colleague gives them none of the service’s keys, sees by the keys of both, and writes nothing from then on', async () => {
  const keysOf = new Map<string, readonly PermissionKey[]>()
  const keys = await startPeer({
    '/': ({ body }) => ({
      statusCode: '200',
      body: {
        success: true,
        access_controls: { marketing: Object.fromEntries((keysOf.get(body.token) ?? []).map((key) => [key, true])) },
      },
    }),
  })
  const own = await startTestApp({ PERMISSIONS_URL: keys.url })
  const mara = await own.signIn()
  const quinn = await own.signIn({ colleagueOf: mara })
  keysOf.set(mara.token, ['people_manage', 'restrict_domain_list', 'restrict_domain_add', 'qc_support_list'])
  keysOf.set(quinn.token, ['restrict_domain_list', 'restrict_domain_add'])
  const list = (person: TestPerson, path: string) => person.send('GET', path).then(({ status }) => status)
  await Promise.all([mara, quinn].map((person) => list(person, restrictedDomains.list.path)))

  await mara.call(access.viewAs, { params: { id: quinn.id } })

  const written = await mara.send('POST', restrictedDomains.add.path, { domainName: 'spam.example' })
  const seen = [await list(mara, restrictedDomains.list.path), await list(mara, qcSupport.list.path)]
  const { rows } = await own.owner.query('select permissions from identity.memberships where id = $1', [quinn.id])
  await own.stop()
  await keys.stop()
  expect([written.status, written.json.code]).toEqual([403, 'view_only'])
  expect(seen).toEqual([200, 403])
  expect(rows).toEqual([{ permissions: keysOf.get(quinn.token) }])
})
