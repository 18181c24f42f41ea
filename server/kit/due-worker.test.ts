import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { LIMITS } from '#server/db/connect.ts'
import { markDue } from '#server/db/identity/due.ts'
import { openIdentity } from '#server/db/identity/door.ts'
import { startTestApp } from '#server/test/app.ts'
import { startDueWorker } from './due-worker.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('work that takes longer than a request may stays its worker’s, and is done once', async () => {
  const ada = await app.signIn()
  const identity = openIdentity(app.services.workPool)
  const errors: unknown[] = []
  let done = 0
  await markDue(identity, 'duplicates', [ada.companyId])

  const worker = startDueWorker(
    identity,
    {
      duplicates: async () => {
        await sleep(LIMITS.idleInTransaction + 2_000)
        done += 1
      },
    },
    (error) => errors.push(error),
  )
  const left = async () =>
    (await app.owner.query('select from identity.due where company_id = $1', [ada.companyId])).rowCount
  await expect.poll(left, { timeout: 120_000, interval: 250 }).toBe(0)
  await worker.stop()

  expect([done, errors]).toEqual([1, []])
})

test('work of a kind that is not known here is left to a node that knows it', async () => {
  const ada = await app.signIn()
  const identity = openIdentity(app.services.workPool)
  await markDue(identity, 'of-a-later-release', [ada.companyId])
  await markDue(identity, 'known', [ada.companyId])
  let done = 0

  const worker = startDueWorker(identity, { known: async () => void (done += 1) }, () => undefined)
  await expect.poll(() => done, { timeout: 30_000 }).toBe(1)
  await worker.stop()

  const { rows } = await app.owner.query('select kind from identity.due where company_id = $1', [ada.companyId])
  expect(rows).toEqual([{ kind: 'of-a-later-release' }])
})
