import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app/build-app.ts'
import { openServices } from '#server/app/services.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { startTestApp } from '../app.ts'
import { databaseUrl } from '../database.ts'
import { figure, percentile } from '../figures.ts'
import { bearer, sendRaw } from '../matrix/world.ts'
import { probe, probeRoutes } from '../probe.ts'
import { startProxy, type Trouble } from '../proxy.ts'
import { randomFrom, SEED } from '../random.ts'

const base = await startTestApp()
const ada = await base.signIn({ can: ['products_list', 'master_products_edit'] })
const login = databaseUrl(base.database, 'leadroom_login')
const proxy = await startProxy(login)
const services = openServices(base.services.config, proxy.url(login), true)
const app = await buildApp(services, { routes: probeRoutes })
const asAda = bearer(ada)

afterAll(async () => {
  await app.close()
  await services.close()
  await proxy.stop()
  await base.stop()
})

/** In which the connection is cut: a few of so many are stored without our hearing of it. */
const WRITES = 240

const add = (key: string) =>
  sendRaw(app, 'POST', probe.add.path, {
    headers: { ...asAda, 'idempotency-key': key },
    body: JSON.stringify({ code: key, name: 'Pump' }),
  })
const stored = (key: string) =>
  base.sql(ada.companyId, 'select id from products where company_id = $1 and code = $2', [ada.companyId, key])

/**
 * How many bytes one write takes in a direction: the fewest of five, since what the server says now and then besides
 * (a session's last use, a connection's first words) would put the write's end, where the commit is, past its bytes.
 */
const sizeOf = async (direction: Trouble['direction'], send: () => Promise<unknown>) => {
  const sizes: number[] = []
  await send()
  for (let time = 0; time < 5; time++) {
    proxy.set({ direction, after: Infinity, how: 'cut' })
    await send()
    sizes.push(proxy.passed)
  }
  proxy.set(undefined)
  return Math.min(...sizes)
}

/** Anywhere in the conversation, every other time near its end, where the commit is. */
const somewhere = (next: () => number, size: number) =>
  next() < 0.5 ? Math.floor(next() * size) : size - Math.floor(next() * 60)

test('F18: a connection cut at any byte loses nothing and doubles nothing: what is not known is said, and the key settles it', async () => {
  const next = randomFrom(SEED)
  const told: Record<string, number> = {}
  let cuts = 0
  let storedUnheard = 0
  const sizes = {
    'to server': await sizeOf('to server', () => add(randomUUID())),
    'to client': await sizeOf('to client', () => add(randomUUID())),
  }

  for (let round = 0; round < WRITES; round++) {
    const direction = round % 2 === 0 ? 'to server' : 'to client'
    const key = randomUUID()
    proxy.set({ direction, after: somewhere(next, sizes[direction]), how: 'cut' })
    const first = await add(key)
    if (proxy.happened) cuts++
    proxy.set(undefined)
    const { code = 'done' }: { code?: string } = JSON.parse(first.text)
    told[code] = (told[code] ?? 0) + 1
    expect([first.status, first.status === 503 ? first.headers['retry-after'] : '1']).toEqual([
      code === 'done' ? 200 : 503,
      '1',
    ])
    const before = await stored(key)
    // Only what is reported as unknown, or done, may be there.
    if (before.length > 0 && code !== 'done') {
      storedUnheard++
      expect(code).toBe('outcome_unknown')
    }

    let again = await add(key)
    for (let attempt = 0; again.status !== 200 && attempt < 5; attempt++) again = await add(key)

    expect(again.status).toBe(200)
    expect(await stored(key)).toEqual([{ id: JSON.parse(again.text).data.id }])
    if (before[0]) expect(JSON.parse(again.text).data.id).toBe(before[0].id)
  }

  figure(
    `F18: seed ${SEED}, ${WRITES} writes, ${cuts} cuts: ${JSON.stringify(told)}; ${storedUnheard} were stored without our hearing of it, 0 lost, 0 doubled`,
  )
  expect(cuts).toBeGreaterThan(100)
  expect(told['outcome_unknown']).toBeGreaterThan(0)
  expect(storedUnheard).toBeGreaterThan(0)
})

test('F18: without a key too an unknown outcome is said to be one, never called a failure', async () => {
  const next = randomFrom(SEED + 1)
  let unknown = 0
  const send = (code: string) =>
    sendRaw(app, 'POST', probe.add.path, { headers: asAda, body: JSON.stringify({ code, name: 'Pump' }) })
  const size = await sizeOf('to client', () => send(randomUUID()))
  for (let round = 0; round < howMany(30, 80); round++) {
    const code = randomUUID()
    // A connection that is up already: the bytes counted are the write's own.
    while ((await send(randomUUID())).status !== 200);
    proxy.set({ direction: 'to client', after: somewhere(next, size), how: 'cut' })
    const { status, text } = await send(code)
    proxy.set(undefined)
    const rows = await stored(code)
    if (status === 200) expect(rows).toHaveLength(1)
    else if (JSON.parse(text).code === 'outcome_unknown') unknown++
    else expect([status, rows]).toEqual([503, []])
  }
  expect(unknown).toBeGreaterThan(0)
})

test('F18: a line that goes dead without a word ends in 503 within 10 s, and is not used again', async () => {
  const times: number[] = []
  for (const [direction, after] of (
    [
      ['to server', 300],
      ['to client', 40],
      ['to server', 0],
      ['to client', 0],
    ] as const
  ).slice(0, howMany(1, 4))) {
    const key = randomUUID()
    await add(randomUUID())
    proxy.set({ direction, after, how: 'silence' })
    const from = performance.now()
    const first = await add(key)
    times.push((performance.now() - from) / 1000)
    proxy.set(undefined)
    proxy.cutAll()
    expect(first.status).toBe(503)
    let again = await add(key)
    for (let attempt = 0; again.status !== 200 && attempt < 12; attempt++) again = await add(key)
    expect(again.status).toBe(200)
    expect(await stored(key)).toHaveLength(1)
  }
  figure(`F18: half-open connections answered 503 after ${times.map((each) => each.toFixed(1)).join(', ')} s`)
  expect(Math.max(...times)).toBeLessThan(40)
})

test('F19: a slow database makes waiting, then 503, never a hang, and is forgotten when it is quick again', async () => {
  const times: number[] = []
  const statuses = new Set<number>()
  for (const [delay, bytesPerSecond] of [
    [200, Infinity],
    [2_000, Infinity],
    [0, 1_024],
  ] as const) {
    Object.assign(proxy.slowness, { delay, bytesPerSecond })
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const from = performance.now()
        const { status } = await sendRaw(app, 'GET', probe.list.path, { headers: asAda })
        statuses.add(status)
        times.push((performance.now() - from) / 1000)
      }),
    )
  }
  Object.assign(proxy.slowness, { delay: 0, bytesPerSecond: Infinity })
  const from = performance.now()
  let after = await sendRaw(app, 'GET', probe.list.path, { headers: asAda })
  while (after.status !== 200 && performance.now() - from < 20_000)
    after = await sendRaw(app, 'GET', probe.list.path, { headers: asAda })
  const recovered = (performance.now() - from) / 1000

  figure(
    `F19: longest request ${Math.max(...times).toFixed(1)} s, p95 ${percentile(times, 0.95).toFixed(1)} s, back ${recovered.toFixed(1)} s after`,
  )
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(Math.max(...times)).toBeLessThan(60)
  expect(after.status).toBe(200)
  expect(recovered).toBeLessThan(60)
})
