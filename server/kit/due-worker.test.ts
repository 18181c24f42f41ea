import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { claimDue, endDue, markDue } from '#server/db/identity/due.ts'
import { openIdentity } from '#server/db/identity/door.ts'
import type { Tenants } from '#server/db/tenant.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { takeDue } from './due-turn.ts'
import { startDueWorker } from './due-worker.ts'

const app = await startTestApp()
afterAll(() => app.stop())

/** Signs of life that come soon, and end soon. */
const QUICK = { staleSeconds: 1, beatMs: 100 }
const SILENT = { staleSeconds: 1, beatMs: 3_600_000 }
const soon = { timeout: 60_000, interval: 20 }
const identity = openIdentity(app.services.claimPool)
const waits = async ({ companyId }: TestPerson) =>
  (await app.owner.query('select from identity.due where company_id = $1', [companyId])).rowCount
const product = (tenants: Tenants, companyId: number, code: string, how: 'write' | 'writeInOneSnapshot' = 'write') =>
  tenants[how](companyId, { kind: 'system', channel: 'api', act: 'test' }, ({ db }) =>
    sql`insert into products (company_id, code, name) values (${companyId}, ${code}, ${code})`.execute(db),
  )
const products = async ({ companyId }: TestPerson) =>
  (await app.sql(companyId, 'select code from products where company_id = $1 order by id', [companyId])).map(
    ({ code }) => code,
  )

test('work that takes longer than a sign of life lasts is done once, and nothing is held open for it meanwhile', async () => {
  const ada = await app.signIn()
  const errors: unknown[] = []
  const open: unknown[] = []
  let done = 0
  await markDue(identity, 'duplicates', [ada.companyId])
  await markDue(identity, 'duplicates', [ada.companyId])

  const handlers = {
    duplicates: async () => {
      for (let look = 0; look < 12; look++) {
        await sleep(200)
        const { rows } = await app.owner.query(
          `select pid from pg_stat_activity where datname = current_database() and application_name = 'leadroom claims'
             and state like 'idle in transaction%' and xact_start < now() - interval '1 second'`,
        )
        open.push(...rows)
      }
      done += 1
    },
  }
  const workers = [1, 2].map(() => startDueWorker(identity, handlers, (error) => errors.push(error), QUICK))
  await expect.poll(() => waits(ada), soon).toBe(0)
  await Promise.all(workers.map((worker) => worker.stop()))

  expect([done, errors, open]).toEqual([1, [], []])
})

test('another worker takes over work without a heartbeat, and runs it again for what came in meanwhile', async () => {
  const [ada, eve] = [await app.signIn(), await app.signIn()]
  await markDue(identity, 'duplicates', [ada.companyId, eve.companyId])
  const dead = await claimDue(identity, ['duplicates'], 1)
  expect(dead?.companyId).toBe(ada.companyId)
  const done: number[] = []
  let more = true

  const worker = startDueWorker(
    identity,
    {
      duplicates: async ({ companyId }) => {
        done.push(companyId)
        if (companyId === ada.companyId && more) await markDue(identity, 'duplicates', [ada.companyId])
        if (companyId === ada.companyId) more = false
      },
    },
    () => undefined,
    QUICK,
  )
  await expect.poll(() => done, soon).toEqual([eve.companyId, ada.companyId, ada.companyId])
  await expect.poll(async () => [await waits(ada), await waits(eve)], soon).toEqual([0, 0])
  await worker.stop()

  expect(await endDue(identity, dead!)).toBe(false)
})

test('whoever was taken to be dead stores nothing more, in either kind of transaction', async () => {
  const ada = await app.signIn()
  await markDue(identity, 'duplicates', [ada.companyId])
  const refused: string[] = []
  const late = takeDue(
    identity,
    ['duplicates'],
    async ({ companyId, during }) => {
      const tenants = during(app.services.tenants)
      await product(tenants, companyId, 'before')
      await expect.poll(() => products(ada), soon).toContain('another')
      for (const how of ['write', 'writeInOneSnapshot'] as const)
        await product(tenants, companyId, how, how).catch((error: Error) => refused.push(error.message))
    },
    SILENT,
  )
  const ended = late.then(String, String)
  await expect.poll(() => products(ada), soon).toEqual(['before'])

  const another = () =>
    takeDue(
      identity,
      ['duplicates'],
      ({ companyId, during }) => product(during(app.services.tenants), companyId, 'another', 'writeInOneSnapshot'),
      QUICK,
    )
  await expect.poll(another, soon).toBe(true)

  expect(await ended).toContain('expired before it ended')
  expect(refused).toEqual(['The turn at duplicates is over', 'The turn at duplicates is over'])
  expect(await products(ada)).toEqual(['before', 'another'])
  expect(await waits(ada)).toBe(0)
})

test('what somebody is storing who is taken to be dead comes to its end before another begins', async () => {
  const ada = await app.signIn()
  await markDue(identity, 'duplicates', [ada.companyId])
  const stored = Promise.withResolvers<void>()
  const actor = { kind: 'system', channel: 'api', act: 'test' } as const
  let storing = false
  const slow = takeDue(
    identity,
    ['duplicates'],
    ({ companyId, during }) =>
      during(app.services.tenants).write(companyId, actor, async ({ db }) => {
        storing = true
        await stored.promise
        await sql`insert into products (company_id, code, name) values (${companyId}, 'first', 'First')`.execute(db)
      }),
    SILENT,
  ).catch((error: Error) => error.message)
  await expect.poll(() => storing, soon).toBe(true)
  await sleep(1_100)

  const another = () =>
    takeDue(
      identity,
      ['duplicates'],
      async ({ companyId, during }) => {
        if (!(await products(ada)).includes('first')) await product(during(app.services.tenants), companyId, 'beside')
      },
      QUICK,
    )
  expect(await another()).toBe(false)
  stored.resolve()
  await slow
  await another()

  expect(await products(ada)).toEqual(['first'])
  expect(await waits(ada)).toBe(0)
})

test('work of a kind that is not known here is left to a node that knows it', async () => {
  const ada = await app.signIn()
  await markDue(identity, 'of-a-later-release', [ada.companyId])
  await markDue(identity, 'known', [ada.companyId])
  let done = 0

  const worker = startDueWorker(identity, { known: async () => void (done += 1) }, () => undefined)
  await expect.poll(() => done, { timeout: 30_000 }).toBe(1)
  await worker.stop()

  const { rows } = await app.owner.query('select kind from identity.due where company_id = $1', [ada.companyId])
  expect(rows).toEqual([{ kind: 'of-a-later-release' }])
})

test('a company whose work takes long, and comes again and again, delays no other company’s', async () => {
  const [ada, eve] = [await app.signIn(), await app.signIn()]
  const kinds = ['duplicates', 'wake', 'seal']
  await app.owner.query(
    `insert into identity.due (company_id, kind, at) select $1, kind, now() - interval '1 hour' from unnest($2::text[]) kind, generate_series(1, 1000)`,
    [ada.companyId, kinds],
  )
  const long = Promise.withResolvers<void>()
  let atOnce = 0
  let most = 0
  const order: number[] = []
  const work = async ({ companyId, kind }: { companyId: number; kind: string }) => {
    order.push(companyId)
    if (companyId !== ada.companyId) return
    most = Math.max(most, (atOnce += 1))
    if (kind === 'duplicates') await long.promise
    atOnce -= 1
    if (order.length < 60) await markDue(identity, kind, [companyId])
  }

  const worker = startDueWorker(identity, { duplicates: work, wake: work, seal: work }, () => undefined)
  await expect.poll(() => atOnce, soon).toBe(1)
  await markDue(identity, 'seal', [eve.companyId])
  await expect.poll(() => waits(eve), soon).toBe(0)
  long.resolve()
  await markDue(identity, 'wake', [eve.companyId])
  const before = order.length
  await expect.poll(() => waits(eve), soon).toBe(0)
  await expect.poll(() => waits(ada), soon).toBe(0)
  await worker.stop()

  expect(most).toBe(1)
  expect(order.indexOf(eve.companyId, before) - before).toBeLessThanOrEqual(4)
})
