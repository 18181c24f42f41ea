import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from './app.ts'
import { databaseUrl } from './database.ts'
import { deadlocksIn, explainDeadlocks } from './deadlocks.ts'

const app = await startTestApp()
afterAll(() => app.stop())
await explainDeadlocks(app.owner)

test('a deadlock is told with what both were about to do', async () => {
  expect(await deadlocksIn(app.owner)).toEqual([])
  const lock = (key: number) => `select pg_advisory_xact_lock(${key}) as asked_for_${key}`
  const both = async (first: number, second: number) => {
    const client = new pg.Client(databaseUrl(app.database))
    await client.connect()
    try {
      await client.query(`begin; ${lock(first)}`)
      await sleep(100)
      await client.query(lock(second))
    } finally {
      await client.end()
    }
  }
  await expect(Promise.all([both(1, 2), both(2, 1)])).rejects.toThrow('deadlock detected')

  await expect
    .poll(() => deadlocksIn(app.owner))
    .toEqual([expect.stringMatching(/asked_for_1[^]*asked_for_2|asked_for_2[^]*asked_for_1/)])
})
