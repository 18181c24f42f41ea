import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { howMany } from '../../../scripts/scope.mjs'
import { startTestApp } from '../app.ts'
import { figure } from '../figures.ts'
import { WAITING } from '../leads.ts'
import { callsAt, freeWork, nodesOn, type Program } from '../program.ts'
import { randomFrom, SEED } from '../random.ts'
import { productCompany, STRUCTURE_KEYS, structureActs, wrongCounts } from '../structure-acts.ts'

const KILLS = howMany(2, 24)
const CLIENTS = 4
const SETTINGS = { LEADROOM_SECRET: randomBytes(32).toString('base64url'), LOG_LEVEL: 'silent' }
/** By acts of people as by the worker that counts after them. */
const POINTS = ['write.before_commit', 'write.after_commit', 'write.before_begin']

const app = await startTestApp(SETTINGS)
const nodes = nodesOn(app.database, SETTINGS)
afterAll(async () => {
  nodes.kill()
  await app.stop()
})

const stopped = async (program: Program) => {
  for (const since = performance.now(); (await app.owner.query(WAITING)).rowCount; await sleep(50))
    expect(performance.now() - since, 'the waiting work is not done').toBeLessThan(60_000)
  program.kill('SIGTERM')
  await program.ended
}

test('C2: the server is killed while requirements, categories and values change; every count is right, and counting makes no version', async () => {
  const ada = await productCompany(app, 'Ada')
  const people = [ada]
  while (people.length < CLIENTS) people.push(await app.signIn({ can: STRUCTURE_KEYS, colleagueOf: ada }))
  let port = 0
  let done = 0
  const acts = people.map((person, at) =>
    structureActs(
      callsAt(person, () => port),
      randomFrom(SEED + at),
    ),
  )
  const clients = (alive: () => boolean) =>
    Promise.all(
      acts.map(async (act) => {
        while (alive())
          await Promise.resolve(act()).then(
            () => done++,
            (failure: { status?: number }) => {
              if (failure.status !== undefined && failure.status >= 500 && failure.status !== 503) throw failure
            },
          )
      }),
    )

  for (let kill = 0; kill < KILLS; kill++) {
    const program = await nodes.start(`${POINTS[kill % POINTS.length]}:${200 + kill * 3}`)
    if (!program) continue
    port = program.port
    let alive = true
    void program.ended.then(() => (alive = false))
    await clients(() => alive)
    expect((await program.ended).signal).toBe('SIGKILL')
    await freeWork(app.owner)
  }
  // From here on nobody but the worker does anything.
  const versions = () =>
    app.sql(ada.companyId, 'select id, version from products where company_id = $1 order by id', [ada.companyId])
  const before = await versions()
  const last = await nodes.start()
  if (last) await stopped(last)

  expect(done).toBeGreaterThan(CLIENTS)
  expect(await versions()).toEqual(before)
  expect(await wrongCounts(app, ada), `seed ${SEED}`).toEqual([])
  figure(`C2: seed ${SEED}, ${KILLS} kills among ${CLIENTS} clients: ${done} acts done, no count wrong`)
})
