import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { howMany } from '../../../scripts/scope.mjs'
import { startTestApp } from '../app.ts'
import { contradictions } from '../checker.ts'
import { deadlocksIn, explainDeadlocks } from '../deadlocks.ts'
import { figure } from '../figures.ts'
import { WAITING } from '../leads.ts'
import { expectNothingLost, productWriters, writesOf, type Told } from '../product-writers.ts'
import { callsAt, freeWork, nodesOn } from '../program.ts'
import { randomFrom, SEED } from '../random.ts'

const KILLS = howMany(2, 20)
const CLIENTS = 8
const SETTINGS = { LEADROOM_SECRET: randomBytes(32).toString('base64url'), LOG_LEVEL: 'silent' }
/** Passed by whoever writes, and by the job of an import. */
const POINTS = [
  'write.before_commit:20',
  'write.after_commit:20',
  'job.after_effect:2',
  'import.after_products:2',
  'write.before_begin:30',
  'job.after_chunk:3',
]

const app = await startTestApp(SETTINGS)
await explainDeadlocks(app.owner)
const nodes = nodesOn(app.database, SETTINGS)
afterAll(async () => {
  nodes.kill()
  await app.stop()
})

test('C1: the server is killed while one product is written by all ways, and nothing that was told is lost', async () => {
  const { ada, people, product } = await productWriters(app, CLIENTS)
  const told: Told[] = []
  let port = 0
  let done = 0
  const acts = people.map((person, at) =>
    writesOf(
      callsAt(person, () => port),
      product.id,
      randomFrom(SEED + at),
      told,
    ),
  )
  const clients = (alive: () => boolean) =>
    Promise.all(
      acts.map(async (act) => {
        while (alive())
          await act().then(
            () => done++,
            (failure: { status?: number }) => {
              if (failure.status !== undefined && failure.status >= 500 && failure.status !== 503) throw failure
            },
          )
      }),
    )

  for (let kill = 0; kill < KILLS; kill++) {
    const program = await nodes.start(POINTS[kill % POINTS.length])
    if (!program) continue
    port = program.port
    let alive = true
    void program.ended.then(() => (alive = false))
    await clients(() => alive)
    expect((await program.ended).signal).toBe('SIGKILL')
    await freeWork(app.owner)
  }
  const program = await nodes.start()
  port = program?.port ?? 0
  const until = done + CLIENTS
  await clients(() => done < until)
  for (const since = performance.now(); (await app.owner.query(WAITING)).rowCount; await sleep(50))
    expect(performance.now() - since, 'the waiting work is not done').toBeLessThan(60_000)
  program?.kill('SIGTERM')
  await program?.ended

  const steps = await expectNothingLost(app, ada, product.id, told)
  expect(told.length).toBeGreaterThan(0)
  expect(await contradictions(app.owner)).toEqual([])
  expect(await deadlocksIn(app.owner)).toEqual([])
  figure(`C1: seed ${SEED}, ${KILLS} kills among ${CLIENTS} clients: ${done} acts done, ${steps} steps without a gap`)
})
