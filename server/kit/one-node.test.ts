import { afterAll, expect, test } from 'vitest'
import { openIdentity } from '#server/db/identity/door.ts'
import { claimOnce } from '#server/db/identity/due.ts'
import { startTestApp } from '#server/test/app.ts'
import { startSecondNode } from '#server/test/portal.ts'
import { onOneNode } from './due-turn.ts'

const app = await startTestApp()
const other = await startSecondNode(app)
afterAll(async () => {
  await other.stop()
  await app.stop()
})

const here = openIdentity(app.services.claimPool)
const there = openIdentity(other.services.claimPool)
const HOUR = 3_600
const QUICK = { staleSeconds: 1, beatMs: 100 }
/** A busy machine may hold a beat back for a second. */
const PATIENT = { staleSeconds: 4, beatMs: 100 }
const soon = { timeout: 60_000, interval: 20 }
const anHourLater = () => app.owner.query(`update identity.due_turns set served_at = served_at - interval '1 hour'`)

test('of two nodes that would begin at once one does it, however long it takes, and once in an hour', async () => {
  let done = 0
  const both = () =>
    Promise.all(
      [here, there].map((node) =>
        onOneNode(node, 'forget', HOUR, async () => void (await app.owner.query('select pg_sleep(0.1)'), (done += 1))),
      ),
    )

  expect((await both()).toSorted()).toEqual([false, true])
  expect(await both()).toEqual([false, false])
  await anHourLater()
  expect((await both()).toSorted()).toEqual([false, true])
  expect(done).toBe(2)

  await anHourLater()
  const long = Promise.withResolvers<void>()
  const slow = onOneNode(here, 'forget', 0, () => long.promise, PATIENT)
  const servedLongAgo = async () =>
    (await app.owner.query(`select clock_timestamp() - served_at > interval '5 s' as over from identity.due_turns`))
      .rows[0].over
  // First it has begun, then that is long ago.
  await expect.poll(servedLongAgo, soon).toBe(false)
  await expect.poll(servedLongAgo, soon).toBe(true)
  expect(await onOneNode(there, 'forget', 0, async () => void (done += 1), PATIENT)).toBe(false)
  long.resolve()
  expect([await slow, done]).toEqual([true, 2])
})

test('what a dead node has begun another does, without waiting for the hour, and what has failed comes with the next one', async () => {
  await claimOnce(here, 'sweep', { everySeconds: HOUR, staleSeconds: 1 })
  let done = 0
  const work = async () => {
    done += 1
    if (done === 1) throw new Error('The database is away')
  }

  expect(await onOneNode(there, 'sweep', HOUR, work, { ...QUICK, staleSeconds: 60 })).toBe(false)
  await expect
    .poll(() => onOneNode(there, 'sweep', HOUR, work, QUICK).catch(String), soon)
    .toBe('Error: The database is away')
  expect(await onOneNode(here, 'sweep', HOUR, work, QUICK)).toBe(false)
  await anHourLater()
  expect(await onOneNode(here, 'sweep', HOUR, work, QUICK)).toBe(true)
  expect(done).toBe(2)
})
