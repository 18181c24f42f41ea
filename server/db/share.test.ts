import { afterAll, expect, test } from 'vitest'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { startTestApp } from '#server/test/app.ts'
import { openShare } from './share.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('L8: a company that asks for everything gets half of the connections, and another one is answered meanwhile', async () => {
  const [ada, bob] = [await app.signIn(), await app.signIn()]
  const { tenants, pool } = app.services
  const most = (pool.options.max ?? 0) / 2
  const open = Promise.withResolvers<void>()
  let inside = 0
  let highest = 0

  const many = Array.from({ length: 30 }, () =>
    tenants.read(ada.companyId, async () => {
      highest = Math.max(highest, (inside += 1))
      await open.promise
      inside -= 1
    }),
  )
  await tenants.read(bob.companyId, ({ db }) => db.selectFrom('products').select('id').execute())
  await expect.poll(() => inside, { timeout: 10_000 }).toBe(most)
  open.resolve()
  await Promise.all(many)

  expect(highest).toBe(most)
})

test('F20: jobs that hold all of their connections, and a company that holds its half, keep nobody from their lists or the server from being ready', async () => {
  const [ada, bob] = [await app.signIn(), await app.signIn({ can: ['restrict_domain_list'] })]
  const { tenants, jobPool } = app.services
  const open = Promise.withResolvers<void>()
  const jobs = await Promise.all(Array.from({ length: jobPool.options.max ?? 0 }, () => jobPool.connect()))
  const held = Array.from({ length: 30 }, () => tenants.read(ada.companyId, () => open.promise))
  expect([jobPool.idleCount, jobPool.totalCount]).toEqual([0, jobPool.options.max])

  expect((await bob.call(restrictedDomains.list, { query: {} })).data).toEqual([])
  expect(await app.send('GET', '/health/ready')).toMatchObject({ status: 200 })

  open.resolve()
  await Promise.all(held)
  for (const client of jobs) client.release()
})

test('L8: a company looks at very many rows once at a time, whoever waits holds no connection, and all are answered', async () => {
  const [ada, bob] = [await app.signIn(), await app.signIn()]
  const { tenants, pool } = app.services
  const open = Promise.withResolvers<void>()
  const inside = new Map<number, number>()
  let highest = 0
  const lookAtMany = (companyId: number) =>
    tenants.read(companyId, async (tenant) => {
      tenant.inTurn()
      const now = (inside.get(companyId) ?? 0) + 1
      inside.set(companyId, now)
      highest = Math.max(highest, now)
      await open.promise
      await tenant.db.selectFrom('products').select('id').execute()
      inside.set(companyId, now - 1)
      return companyId
    })

  const many = Array.from({ length: 30 }, () => lookAtMany(ada.companyId))
  const other = lookAtMany(bob.companyId)
  await expect.poll(() => [inside.get(ada.companyId), inside.get(bob.companyId)], { timeout: 10_000 }).toEqual([1, 1])
  await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 10_000 }).toBe(2)
  // A colleague who looks at little does not stand in their line.
  await tenants.read(ada.companyId, ({ db }) => db.selectFrom('products').select('id').execute())
  open.resolve()

  expect(await Promise.all(many)).toEqual(many.map(() => ada.companyId))
  expect(await other).toBe(bob.companyId)
  expect(highest).toBe(1)
})

test('a read whose turn is free goes on where it is; with somebody before it, it begins anew when they have ended, also badly', async () => {
  const ada = await app.signIn()
  const { tenants } = app.services
  const open = Promise.withResolvers<void>()
  const begun = { first: 0, second: 0, third: 0 }
  const lookAtMany = (name: keyof typeof begun, then: () => Promise<unknown>) =>
    tenants.read(ada.companyId, async (tenant) => {
      begun[name] += 1
      tenant.inTurn()
      tenant.inTurn()
      await then()
      return name
    })

  const first = lookAtMany('first', () => open.promise.then(() => Promise.reject(new Error('It failed'))))
  await expect.poll(() => begun.first).toBe(1)
  const second = lookAtMany('second', async () => {})
  await expect.poll(() => begun.second).toBe(1)
  open.resolve()

  await expect(first).rejects.toThrow('It failed')
  expect(await second).toBe('second')
  expect(await lookAtMany('third', async () => {})).toBe('third')
  expect(begun).toEqual({ first: 1, second: 2, third: 1 })
})

test('whoever stands in line too long is told so, and the line goes on without them', async () => {
  const share = openShare(1, 50)
  const open = Promise.withResolvers<void>()
  const first = share(1, () => open.promise)

  await expect(share(1, async () => 'late')).rejects.toThrow('timeout exceeded when trying to connect')
  const next = share(1, async () => 'next')
  open.resolve()

  await first
  expect(await next).toBe('next')
  await expect(share(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await share(1, async () => 'free again')).toBe('free again')
})
