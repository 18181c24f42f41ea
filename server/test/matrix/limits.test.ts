import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { get, One, post } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { buildApp } from '#server/app/build-app.ts'
import { openServices } from '#server/app/services.ts'
import { LIMITS, transactionLimit, type RequestLimits } from '#server/db/connect.ts'
import { openRoutesOf, routesOf } from '#server/kit/implement.ts'
import { startTestApp } from '../app.ts'
import { databaseUrl } from '../database.ts'
import { figure } from '../figures.ts'
import { probe, probeRoutes } from '../probe.ts'
import { bearer, sendRaw } from './world.ts'

const Nothing = One(Type.Object({}))
const slow = {
  sleep: get('/slow/sleep', { permission: 'signed-in', reply: Nothing, summary: 'x', failure: 'x' }),
  lock: post('/slow/lock', { permission: 'signed-in', did: NO_HISTORY, reply: Nothing, summary: 'x', failure: 'x' }),
  idle: post('/slow/idle', { permission: 'signed-in', did: NO_HISTORY, reply: Nothing, summary: 'x', failure: 'x' }),
  steps: post('/slow/steps', { permission: 'signed-in', did: NO_HISTORY, reply: Nothing, summary: 'x', failure: 'x' }),
  hold: get('/slow/hold', { permission: 'signed-in', reply: Nothing, summary: 'x', failure: 'x' }),
}
const slowRoutes = routesOf('slow', slow, {
  sleep: async ({ tenant: { db } }) => {
    await sql`select pg_sleep(30)`.execute(db)
    return { data: {} }
  },
  lock: async ({ tenant: { db } }) => {
    await db.updateTable('products').set({ name: 'waits' }).execute()
    return { data: {} }
  },
  idle: async ({ tenant: { db } }) => {
    await sql`set local idle_in_transaction_session_timeout = 100`.execute(db)
    await sleep(500)
    await db.updateTable('products').set({ name: 'too late' }).execute()
    return { data: {} }
  },
  steps: async ({ tenant: { db } }) => {
    for (let step = 1; step <= 5; step++) {
      await db
        .updateTable('products')
        .set({ name: `step ${step}` })
        .execute()
      await sql`select pg_sleep(0.3)`.execute(db)
    }
    return { data: {} }
  },
  hold: async ({ tenant: { db } }) => {
    await sql`select pg_sleep(2)`.execute(db)
    return { data: {} }
  },
})
const open = {
  small: post('/open/small', {
    permission: 'public',
    did: NO_HISTORY,
    body: Type.Object({ text: Type.String() }),
    reply: Nothing,
    summary: 'x',
    failure: 'x',
  }),
  rare: post('/open/rare', {
    permission: 'public',
    did: NO_HISTORY,
    perMinute: 3,
    reply: Nothing,
    summary: 'x',
    failure: 'x',
  }),
}
const openRoutes = openRoutesOf('open', open, { small: async () => ({ data: {} }), rare: async () => ({ data: {} }) })

const base = await startTestApp()
const ada = await base.signIn({ can: ['products_list', 'master_products_edit'] })
await base.sql(ada.companyId, `insert into products (company_id, code, name) values ($1, 'a', 'Pump')`, [ada.companyId])
/** With the limits that people meet, unless others are named. */
const openLimited = (limits?: RequestLimits) =>
  openServices(base.services.config, databaseUrl(base.database, 'leadroom_login'), true, limits)
/** A tenth of what people wait for. */
const limited = openLimited({
  ...LIMITS,
  statement: LIMITS.statement / 10,
  lock: LIMITS.lock / 10,
  transaction: LIMITS.transaction / 10,
})
const app = await buildApp(limited, { routes: [...probeRoutes, ...slowRoutes, ...openRoutes] })
const asAda = bearer(ada)
const asBob = bearer(await base.signIn({ can: ['products_list', 'master_products_edit'] }))

afterAll(async () => {
  await app.close()
  await limited.close()
  await base.stop()
})

const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const from = performance.now()
  return [await work, (performance.now() - from) / 1000]
}

test('Q10: a statement ends after 5 s, a wait for a lock after 1 s, a transaction after 9 s', async () => {
  const services = openLimited()
  const { rows } = await services.pool.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
  )
  const whole = transactionLimit(services.pool)
  await services.close()

  expect({ ...rows[0], whole }).toEqual({ statement: '5s', lock: '1s', whole: 9_000 })
})

test('Q10: a statement that takes longer than it may is ended: 503 and a time to come back', async () => {
  const [{ status, headers, text }, seconds] = await timed(sendRaw(app, 'GET', '/slow/sleep', { headers: asAda }))

  expect([status, headers['retry-after'], JSON.parse(text).code]).toEqual([503, '1', 'unavailable'])
  expect(seconds).toBeGreaterThan(0.4)
  expect(seconds).toBeLessThan(25)
})

test('Q10: waiting for a lock ends after 1 s', async () => {
  const holder = await base.owner.connect()
  await holder.query('begin')
  await holder.query('lock table products in access exclusive mode')
  const [{ status, headers }, seconds] = await timed(sendRaw(app, 'POST', '/slow/lock', { headers: asAda }))
  await holder.query('rollback')
  holder.release()

  expect([status, headers['retry-after']]).toEqual([503, '1'])
  expect(seconds).toBeLessThan(10)
})

test('Q10: a transaction that idles is ended by the database, stores nothing, and its connection is not used again', async () => {
  const [{ limit }] = (
    await limited.pool.query(`select current_setting('idle_in_transaction_session_timeout') as limit`)
  ).rows
  const { status } = await sendRaw(app, 'POST', '/slow/idle', { headers: asAda })
  const after = await sendRaw(app, 'GET', '/probe/products', { headers: asAda })

  expect(limit).toBe('10s')
  expect([status, after.status]).toEqual([503, 200])
  expect(after.text).not.toContain('too late')
})

test('F19, Q9: a transaction of many slow statements is ended as a whole, and stores nothing', async () => {
  const [{ status, headers, text }, seconds] = await timed(sendRaw(app, 'POST', '/slow/steps', { headers: asAda }))
  const after = await sendRaw(app, 'GET', '/probe/products', { headers: asAda })

  expect([status, headers['retry-after'], JSON.parse(text).code]).toEqual([503, '1', 'unavailable'])
  expect(seconds).toBeLessThan(15)
  expect(after.status).toBe(200)
  expect(after.text).not.toContain('step')
})

test('Q10: waiting for a connection ends after 1 s', async () => {
  const services = openLimited()
  const small = await buildApp(services, { routes: [...probeRoutes, ...slowRoutes] })
  // Known before the pool is full: only the call itself has to wait.
  for (const headers of [asAda, asBob]) await sendRaw(small, 'GET', '/probe/products', { headers })
  const holding = Array.from({ length: services.pool.options.max }, (_, index) =>
    sendRaw(small, 'GET', '/slow/hold', { headers: index % 2 ? asAda : asBob }),
  )
  await expect.poll(() => services.pool.totalCount - services.pool.idleCount).toBe(services.pool.options.max)
  const [{ status, headers }, seconds] = await timed(sendRaw(small, 'GET', '/probe/products', { headers: asAda }))
  const held = await Promise.all(holding)
  const after = await sendRaw(small, 'GET', '/probe/products', { headers: asAda })
  await small.close()
  await services.close()

  expect([status, headers['retry-after']]).toEqual([503, '1'])
  expect(seconds).toBeLessThan(10)
  expect(held.map((each) => each.status)).toEqual(held.map(() => 200))
  expect(after.status).toBe(200)
})

test('Q10: the limits of the connection are set, since by default there are none', () => {
  const { headersTimeout, requestTimeout, timeout, maxConnections, keepAliveTimeout } = app.server

  expect({ headersTimeout, requestTimeout, timeout, maxConnections, keepAliveTimeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    timeout: 60_000,
    maxConnections: 4_000,
    keepAliveTimeout: 72_000,
  })
})

test('a call takes what its schema can, 16 KiB at least; a public one 64 KiB at most', async () => {
  const body = (bytes: number) => JSON.stringify({ code: 'x', name: 'x', text: 'x'.repeat(bytes) })

  expect((await sendRaw(app, 'POST', '/open/small', { body: body(63 * 1024) })).status).toBe(200)
  expect((await sendRaw(app, 'POST', '/open/small', { body: body(64 * 1024) })).status).toBe(413)
  // A busy machine may take more than a second to open the first connection, which is a 503 that stores nothing.
  await expect
    .poll(
      async () =>
        (await sendRaw(app, 'POST', '/probe/products', { headers: asAda, body: body(0).padEnd(16 * 1024) })).status,
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe(200)
  expect(
    (await sendRaw(app, 'POST', '/probe/products', { headers: asAda, body: body(0).padEnd(16 * 1024 + 1) })).status,
  ).toBe(413)
})

test('one address is slowed down, a neighbour is not; a block of IPv6 counts as one', async () => {
  const from = (remoteAddress: string) => app.inject({ method: 'POST', url: open.rare.path, remoteAddress })
  const statuses: number[] = []
  for (let at = 0; at < 5; at++) statuses.push((await from('192.0.2.1')).statusCode)
  const refused = await from('192.0.2.1')
  const block: number[] = []
  for (let at = 1; at < 6; at++) block.push((await from(`2001:db8:1:2::${at}`)).statusCode)

  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expect(refused.json()).toMatchObject({ success: false, code: 'too_many_requests' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1)
  expect((await from('192.0.2.2')).statusCode).toBe(200)
  expect(block).toEqual([200, 200, 200, 429, 429])
})

test('an address that a client made up counts for nothing', async () => {
  const statuses: number[] = []
  for (let at = 0; at < 5; at++)
    statuses.push(
      (
        await app.inject({
          method: 'POST',
          url: open.rare.path,
          remoteAddress: '192.0.2.9',
          headers: { 'x-forwarded-for': `198.51.100.${at}` },
        })
      ).statusCode,
    )

  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('X5: however often health is asked, the database is looked at once a second at most', async () => {
  const services = openLimited()
  const watched = await buildApp(services, { routes: probeRoutes })
  const looks = new Set<string>()
  // Far more often than once a second, so that more looks would be seen as more.
  const look = async () => {
    const { rows } = await base.owner.query<{ at: string }>(
      `select query_start::text as at from pg_stat_activity
       where datname = current_database() and application_name = 'leadroom health' and query = 'select 1'`,
    )
    for (const { at } of rows) looks.add(at)
  }
  await sendRaw(watched, 'GET', '/health/ready')
  const from = performance.now()
  let asked = 0
  while (performance.now() - from < 3_000) {
    const answers = await Promise.all(Array.from({ length: 25 }, () => sendRaw(watched, 'GET', '/health/ready')))
    asked += answers.filter(({ status }) => status === 200).length
    await look()
  }
  const seconds = (performance.now() - from) / 1000
  await watched.close()
  await services.close()

  figure(`X5: ${Math.round(asked / seconds)} answers a second, ${looks.size} looks in ${seconds.toFixed(1)} s`)
  expect(asked).toBeGreaterThan(30)
  expect(looks.size).toBeGreaterThan(1)
  expect(looks.size).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
})

test('readiness says when the database is gone, when search goes without its index, and when we are leaving', async () => {
  const nowhere = openServices(base.services.config, databaseUrl('no_such_database', 'leadroom_login'), false)
  const lost = await buildApp(nowhere, { routes: probeRoutes })
  const gone = await sendRaw(lost, 'GET', '/health/ready')
  const alive = await sendRaw(lost, 'GET', '/health/live')
  await lost.close()
  await nowhere.close()
  const leaving = await buildApp(base.services, { routes: probeRoutes })
  leaving.drain()
  const drained = await sendRaw(leaving, 'GET', '/health/ready')
  const call = await sendRaw(leaving, 'GET', probe.list.path, { headers: asAda })
  await leaving.close()

  expect([gone.status, JSON.parse(gone.text).status, alive.status]).toEqual([503, 'database unavailable', 200])
  expect(JSON.parse(gone.text).search).toMatch(/without its index/)
  expect([drained.status, JSON.parse(drained.text).status]).toEqual([503, 'draining'])
  expect([call.status, call.headers['connection']]).toEqual([200, 'close'])
})
