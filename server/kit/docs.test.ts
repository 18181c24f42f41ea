import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#server/test/app.ts'
import { openPortalTest } from '#server/test/portal.ts'

const app = await startTestApp({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://leads:x7Kq2mW9@db.firm.example/leads',
  PUBLIC_URL: 'https://crm.firm.example',
})
const portal = openPortalTest(app)
afterAll(() => app.stop())

const PATHS = ['/docs', '/docs/', '/docs/json', '/docs/yaml', '/docs/static/swagger-initializer.js']
const open = (headers: Record<string, string> = {}) =>
  Promise.all(PATHS.map((path) => app.send('GET', path, undefined, headers)))
const statuses = async (headers: Record<string, string>) => [
  ...new Set((await open(headers)).map(({ status }) => status)),
]

test('in production each page of the description tells a stranger to sign in', async () => {
  for (const { status, json } of await open({ accept: 'text/html' }))
    expect([status, json?.code, json?.message]).toEqual([401, 'not_signed_in', expect.stringContaining('Sign in')])
})

test('a signed-in browser reads the description by its cookie, and a program by its bearer token', async () => {
  const ada = await app.signIn()
  const page = await app.send('GET', '/docs/', undefined, { cookie: `accessToken=${ada.token}`, accept: 'text/html' })

  expect([page.status, String(page.headers['content-type'])]).toEqual([200, expect.stringContaining('text/html')])
  for (const headers of [{ cookie: `accessToken=${ada.token}` }, { authorization: `Bearer ${ada.token}` }]) {
    const { json } = await app.send('GET', '/docs/json', undefined, headers)
    expect(json?.openapi).toBe('3.1.0')
  }
})

test('an ended session, one that idled too long, a forged token and no token open nothing', async () => {
  const ada = await portal.personWithPassword()
  const https = { host: 'crm.firm.example', origin: 'https://crm.firm.example' }
  const { cookies } = await portal.signIn(ada.email, ada.password, {}, https)
  const { cookies: others } = await portal.signIn(ada.email, ada.password, {}, https)
  const cookie = (text: string | undefined) => ({ cookie: `accessToken=${text}` })
  expect(await statuses(cookie(cookies['accessToken']))).not.toContain(401)
  await app.send('POST', '/api/v1/auth/sign-out/', {}, { ...https, authorization: `Bearer ${cookies['accessToken']}` })

  expect(await statuses(cookie(cookies['accessToken']))).toEqual([401])
  expect(await statuses(cookie(others['accessToken']))).not.toContain(401)
  const idle = await app.signIn()
  await app.owner.query(
    `update identity.sessions set last_seen_at = now() - interval '13 hours' where person_id = $1`,
    [idle.id],
  )
  expect(await statuses(cookie(idle.token))).toEqual([401])
  const [head, body] = others['accessToken']!.split('.')
  for (const text of [`${head}.${body}.${'A'.repeat(43)}`, 'x', '%0d%0a', ''])
    expect(await statuses(cookie(text))).toEqual([401])
})

test('the description of a write says how the history shows it', async () => {
  const ada = await app.signIn()
  const { json } = await app.send('GET', '/docs/json', undefined, { authorization: `Bearer ${ada.token}` })
  const described = (path: string, method: string) => json.paths[path][method].description

  expect(described('/marketing/add_valid_status', 'post')).toContain('The history shows it as "Validated *".')
  expect(described('/marketing/list_preferences', 'put')).not.toContain('history')
})

test('the cookie opens the description alone: a call wants the bearer token', async () => {
  const ada = await app.signIn()

  expect((await app.send('GET', '/api/v1/profile/', undefined, { cookie: `accessToken=${ada.token}` })).status).toBe(
    401,
  )
})
