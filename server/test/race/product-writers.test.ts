import { afterAll, expect, test } from 'vitest'
import { startWork } from '#server/app/work.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { startTestApp } from '../app.ts'
import { deadlocksIn, explainDeadlocks } from '../deadlocks.ts'
import { figure } from '../figures.ts'
import { workOff } from '../leads.ts'
import { expectNothingLost, productWriters, writesOf, type Told } from '../product-writers.ts'
import { randomFrom, SEED } from '../random.ts'

const ROUNDS = howMany(12, 150, 'WRITERS')
const CLIENTS = 8

const app = await startTestApp()
afterAll(() => app.stop())
await explainDeadlocks(app.owner)

test('C1: by whichever ways one product is written at once, no write is lost and each has one row in the history', async () => {
  const { ada, people, product } = await productWriters(app, CLIENTS)
  const failed: unknown[] = []
  const worker = startWork(app.services, (error) => failed.push(error))
  const told: Told[] = []
  const ends = new Map<string, number>()
  await Promise.all(
    people.map(async (person, at) => {
      const act = writesOf(person, product.id, randomFrom(SEED + at), told)
      for (let round = 0; round < ROUNDS; round++) {
        const end = await act().catch((failure: { status?: number }) => {
          if (failure.status === undefined || (failure.status >= 500 && failure.status !== 503)) throw failure
          return String(failure.status)
        })
        ends.set(end, (ends.get(end) ?? 0) + 1)
      }
    }),
  )
  await worker.stop()
  await workOff(app)

  const steps = await expectNothingLost(app, ada, product.id, told)
  expect(told.length).toBeGreaterThan(CLIENTS)
  expect(failed).toEqual([])
  expect(await deadlocksIn(app.owner)).toEqual([])
  const all = [...ends].map(([end, count]) => `${count} × ${end}`).join(', ')
  figure(`C1: seed ${SEED}, ${CLIENTS} clients × ${ROUNDS} acts: ${all}; ${steps} steps without a gap`)
})
