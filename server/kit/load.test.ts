import { syncBuiltinESMExports } from 'node:module'
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { get, One } from '#contract/kit/endpoint.ts'
import { buildApp } from '#server/app/build-app.ts'
import { startTestApp } from '#server/test/app.ts'
import { openRoutesOf } from './implement.ts'
import type { LoadLimits } from './load.ts'

const open = { permission: 'public', perMinute: 1_000_000, summary: 'x', failure: 'x' } as const
const calls = {
  hold: get('/load/hold', { ...open, reply: One(Type.Object({})) }),
  quick: get('/load/quick', { ...open, reply: One(Type.Object({})) }),
}
const held: (() => void)[] = []
const routes = openRoutesOf('load', calls, {
  hold: async () => {
    await new Promise<void>((release) => void held.push(release))
    return { data: {} }
  },
  quick: async () => ({ data: {} }),
})

const base = await startTestApp()
afterAll(() => base.stop())

const listening = async (load: Partial<LoadLimits>) => {
  const app = await buildApp(base.services, { routes, load })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = async (path: string) => (await fetch(`${address}${path}`)).status
  const said = async () => {
    const answer = await fetch(`${address}/health/ready`)
    const { status }: { status: string } = Object(await answer.json())
    return `${answer.status} ${status}, calls ${await ask('/load/quick')}`
  }
  return { app, ask, said }
}
const SHEDS = '503 shedding, calls 503'
const SERVES = '200 ready, calls 200'

test('with too many requests at work load is shed and readiness says so, until some of them are answered', async () => {
  const { app, ask, said } = await listening({ atWork: 3 })
  const before = await said()
  const holding = [ask('/load/hold'), ask('/load/hold'), ask('/load/hold')]
  await expect.poll(() => held.length, { interval: 5 }).toBe(3)
  const full = await said()
  held.pop()?.()
  await Promise.any(holding)
  const after = await said()
  for (const release of held) release()
  const answered = await Promise.all(holding)
  await app.close()

  expect([before, full, after]).toEqual([SERVES, SHEDS, SERVES])
  expect(answered).toEqual([200, 200, 200])
})

test('with too much in memory load is shed and readiness says so, until it is let go: garbage is no load', async () => {
  const MIB = 1024 * 1024
  // What other tests of this process have left would be collected meanwhile, and make room.
  v8.setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  const { app, said } = await listening({ heldBytes: heapUsed + external + 200 * MIB })
  const before = await said()
  const held = Array.from({ length: 400 }, () => Buffer.alloc(MIB))
  await expect.poll(said, { interval: 50 }).toBe(SHEDS)
  held.length = 0
  await expect.poll(said, { interval: 50 }).toBe(SERVES)
  await app.close()

  expect(before).toBe(SERVES)
})

test('a load that cannot be measured is a line of the log, and calls are answered', async () => {
  const lines: string[] = []
  const app = await buildApp(
    { ...base.services, config: { ...base.services.config, logLevel: 'warn' } },
    { routes, logTo: { write: (line) => void lines.push(line) } },
  )
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const measure = v8.getHeapStatistics
  v8.getHeapStatistics = () => {
    throw new Error('too many open files')
  }
  syncBuiltinESMExports()
  await expect.poll(() => lines.join(''), { interval: 50 }).toContain('the load was not measured')
  const { status } = await fetch(`${address}/load/quick`)
  v8.getHeapStatistics = measure
  syncBuiltinESMExports()
  await app.close()

  expect(status).toBe(200)
})
