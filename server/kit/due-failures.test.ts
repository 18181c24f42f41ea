import { afterAll, expect, test } from 'vitest'
import { configuration } from '#contract/leads/configuration.ts'
import { buildApp } from '#server/app/build-app.ts'
import { openIdentity } from '#server/db/identity/door.ts'
import { markDue } from '#server/db/identity/due.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { startDueWorker } from './due-worker.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const identity = openIdentity(app.services.claimPool)
const soon = { timeout: 60_000, interval: 20 }
const turnOf = async ({ companyId }: TestPerson) =>
  (
    await app.owner.query(
      `select failures, error, extract(epoch from run_from - now())::float8 as wait, failing_since is not null as failing
       from identity.due_turns where company_id = $1 and kind = 'seal'`,
      [companyId],
    )
  ).rows[0]
const admin = () => app.signIn({ can: ['configuration_edit'] })
const seen = async (person: TestPerson) => (await person.call(configuration.failingWork, {})).data

test('work that fails is tried again later each time, up to a ceiling, whatever comes in meanwhile, and once well begins anew', async () => {
  const [ada, eve] = [await admin(), await admin()]
  let fails = true
  const tries: number[] = []
  const errors: unknown[] = []
  const work = async ({ companyId }: { companyId: number }) => {
    tries.push(companyId)
    if (companyId === ada.companyId && fails) throw new Error('The disk is full')
  }
  const start = (firstSeconds: number, mostSeconds: number) =>
    startDueWorker(identity, { seal: work }, (error) => errors.push(error), { firstSeconds, mostSeconds })
  await markDue(identity, 'seal', [ada.companyId])

  const often = start(0.05, 0.4)
  await expect.poll(() => tries.length, soon).toBeGreaterThanOrEqual(4)
  await often.stop()
  const { failures } = await turnOf(ada)
  await app.owner.query('update identity.due_turns set run_from = now() where company_id = $1', [ada.companyId])
  await app.owner.query('update identity.due set at = now() where company_id = $1', [ada.companyId])
  const seldom = start(5, 900)
  await expect.poll(async () => (await turnOf(ada)).failures, soon).toBe(failures + 1)
  const put = await turnOf(ada)
  const before = tries.filter((companyId) => companyId === ada.companyId).length
  await markDue(identity, 'seal', [ada.companyId, eve.companyId])
  await expect.poll(() => tries, soon).toContain(eve.companyId)

  expect(put).toMatchObject({ failing: true, error: 'Error: The disk is full' })
  expect(put.wait).toBeGreaterThan(5 * 2 ** failures * 0.8 - 60)
  expect(put.wait).toBeLessThanOrEqual(Math.min(900, 5 * 2 ** failures) * 1.2)
  expect(tries.filter((companyId) => companyId === ada.companyId)).toHaveLength(before)
  expect(errors.map(String)).toContain(`Error: seal has failed for company ${ada.companyId}`)

  fails = false
  await app.owner.query('update identity.due_turns set run_from = now() where company_id = $1', [ada.companyId])
  await expect.poll(() => turnOf(ada), soon).toMatchObject({ failures: 0, failing: false, error: null })
  await seldom.stop()
})

test('what has failed for a day is told to whoever may change the configuration, of their company alone, and to whoever runs the server', async () => {
  const [ada, eve] = [await admin(), await admin()]
  const ben = await app.signIn({ can: ['all_leads_list'], colleagueOf: ada })
  const failed = (person: TestPerson, kind: string, since: string) =>
    app.owner.query(
      `insert into identity.due_turns (company_id, kind, heartbeat_at, failures, failing_since, error)
       values ($1, $2, null, 100, now() - $3::interval, 'no words for a tenant')`,
      [person.companyId, kind, since],
    )
  await failed(ada, 'seal', '25 hours')
  await failed(ada, 'assign', '23 hours')
  await failed(eve, 'duplicates', '2 days')
  const node = await buildApp(app.services)

  expect(await seen(ada)).toEqual([{ work: 'Sealing the history', since: expect.any(String), tries: 100 }])
  expect((await seen(eve)).map(({ work }) => work)).toEqual(['Grouping duplicate leads'])
  await expect(seen(ben)).rejects.toThrow('403')
  expect((await node.inject('/health/ready')).json()).toMatchObject({ status: 'ready', failing_work: 2 })
  await node.close()
})
