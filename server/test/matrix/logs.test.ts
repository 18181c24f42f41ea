import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app/build-app.ts'
import type { Route } from '#server/kit/implement.ts'
import { raw } from '../raw.ts'
import { isText, places, sampleInput, withValue } from './sample.ts'
import { bearer, sendInput, sendRaw, SHARED, startWorld } from './world.ts'

const world = await startWorld()
const { test: base, routes, loud, log } = world
const asAda = bearer(world.ada)
const CANARY = 'Seeded-Canary-7c1f'
const port = Number(new URL(await loud.listen({ host: '127.0.0.1', port: 0 })).port)

afterAll(() => world.stop())

test('X3, L2: nothing that people send is in the log, and to the database it goes as a value, never in a statement: no form, no search, no sort, no password, no token, no cookie, no key', async () => {
  log.length = 0
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const headers = {
    ...asAda,
    cookie: `refresh=${CANARY}; accessToken=${CANARY}`,
    'x-api-key': CANARY,
    'user-agent': CANARY,
    referer: `https://${CANARY}.example/`,
    'idempotency-key': CANARY,
    'x-request-id': CANARY,
    'x-forwarded-for': CANARY,
  }
  for (const { endpoint } of routes) {
    const input = sampleInput(endpoint, SHARED)
    await sendInput(loud, endpoint, input, { ...headers, authorization: `Bearer ${CANARY}.${CANARY}.${CANARY}` })
    for (const place of places(endpoint, isText))
      await sendInput(loud, endpoint, withValue(endpoint, input, place, CANARY, SHARED), headers)
    await sendRaw(loud, endpoint.method, `${endpoint.path}?token=${CANARY}&search=${CANARY}`, {
      headers,
      body: `{"password":"${CANARY}`,
    })
  }
  for (const url of [
    `/${CANARY}${CANARY}`,
    `/?token=${CANARY}`,
    `/%zz${CANARY}`,
    `/reset/${CANARY.repeat(3)}`,
    `/intake/${CANARY}/enquiry`,
  ])
    await sendRaw(loud, 'GET', url, { headers })
  await raw(port, `GET /${CANARY} HTTP/9.9\r\nX-Api-Key: ${CANARY}\r\n\r\n`)

  expect(log.length).toBeGreaterThan(routes.length)
  const told = log.filter((line) => line.includes(CANARY) || line.includes(world.ada.token))
  expect(told.slice(0, 3)).toEqual([])
  const { secret } = base.services.config
  expect(log.some((line) => line.includes(secret) || line.includes('postgresql:'))).toBe(false)

  const statements = query.mock.calls.map(([statement]: unknown[]) => Object(statement))
  query.mockRestore()
  expect(statements.filter(({ values }) => JSON.stringify(values ?? '').includes(CANARY)).length).toBeGreaterThan(10)
  expect(statements.filter((each) => String(each.text ?? each).includes(CANARY)).slice(0, 3)).toEqual([])
})

test('X3: the database server keeps the values of a refused row out of its own log', async () => {
  const [{ data_directory: cluster }] = (await base.owner.query('show data_directory')).rows
  const log = () => readFile(join(cluster, '..', 'server.log'), 'utf8')
  const before = (await log()).length
  const codes = [CANARY, CANARY]
  for (const code of codes)
    await base
      .sql(world.ada.companyId, 'insert into products (company_id, code, name) values ($1, $2, $2)', [
        world.ada.companyId,
        code,
      ])
      .catch(() => undefined)
  await base.owner.query(`select '${'x'.repeat(9)}'::int`).catch(() => undefined)

  await expect.poll(async () => (await log()).slice(before)).toContain('xxxxxxxxx')
  const told = (await log()).slice(before)
  expect(told).toContain('duplicate key value')
  expect(told).not.toContain(CANARY)
})

test('X3: an error is logged by kind and place, without the values that it quotes', async () => {
  const lines: string[] = []
  const detail = `Key (email)=(${CANARY}) already exists.`
  const errors = [
    Object.assign(new Error(`invalid input syntax for type integer: "${CANARY}"`), {
      code: '22P02',
      detail,
      where: CANARY,
      query: CANARY,
      parameters: [CANARY],
    }),
    Object.assign(new Error(`no such host postgresql://leadroom:${CANARY}@db.example/leads`), {
      input: CANARY,
      connectionString: CANARY,
    }),
    Object.assign(new Error('outer', { cause: Object.assign(new Error(CANARY), { code: '23505', detail }) }), {
      token: CANARY,
      config: { password: CANARY },
    }),
  ]
  const app = await buildApp(
    { ...base.services, config: { ...base.services.config, logLevel: 'trace' } },
    {
      routes: routes.map((route): Route => ({
        ...route,
        kind: 'open',
        handle: () => Promise.reject(errors[lines.length % errors.length] ?? new Error()),
      })),
      logTo: { write: (line) => void lines.push(line) },
    },
  )
  for (let at = 0; at < 12; at++) await sendRaw(app, 'GET', '/probe/products', { headers: asAda })
  app.log.warn(
    {
      password: CANARY,
      headers: { authorization: CANARY, cookie: CANARY },
      config: { databaseUrl: CANARY },
      req: undefined,
    },
    'careless',
  )
  await app.close()

  expect(lines.filter((line) => line.includes('"stack"')).length).toBeGreaterThan(3)
  expect(lines.filter((line) => line.includes(CANARY))).toEqual([])
})

test('X4: whatever is sent, an event is one line of JSON, and its id is ours', async () => {
  log.length = 0
  const odd = ['%0d%0a{"level":50}', '%1b[31m', '%e2%80%a8', '%00', '..%2f', '"}', '\u2028'.repeat(3)]
  for (const text of odd) {
    await sendRaw(loud, 'GET', `/x/${encodeURI(text)}`, { headers: { 'x-request-id': text, 'user-agent': 'a' } }).catch(
      () => undefined,
    )
    await sendRaw(loud, 'GET', `/probe/products?search=${text}`, { headers: asAda })
  }
  await raw(
    port,
    `GET /probe/products HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\nUser-Agent: \x1b[31m\r\nConnection: close\r\n\r\n`,
  )
  await raw(port, `GET /probe/products HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(1024 * 1024)}\r\n\r\n`).catch(
    () => undefined,
  )

  expect(log.length).toBeGreaterThan(odd.length)
  for (const line of log) {
    for (const sign of ['\n', '\r', '\u2028', '\u2029', '\u001B']) expect(line.trimEnd()).not.toContain(sign)
    const { level, time, request_id } = JSON.parse(line)
    expect(typeof level).toBe('number')
    expect(typeof time).toBe('number')
    if (request_id !== undefined) expect(request_id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  }
})

test('every answer is one line that says which call, what came of it, and how long it took; a denial too', async () => {
  log.length = 0
  const { headers } = await sendRaw(loud, 'GET', '/probe/products/770001?search=x', { headers: asAda })

  const [line] = log.map((each) => JSON.parse(each))
  expect(log).toHaveLength(1)
  expect(line).toMatchObject({
    request_id: headers['x-request-id'],
    status: 404,
    req: { method: 'GET', route: '/probe/products/:id' },
  })
  expect(line.ms).toBeGreaterThanOrEqual(0)
})
