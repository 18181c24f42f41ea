import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { jobs } from '#contract/platform/jobs.ts'
import { notifications } from '#contract/platform/notifications.ts'
import { buildApp } from '#server/app/build-app.ts'
import { features, productOf } from '#server/app/features.ts'
import { startWork } from '#server/app/work.ts'
import { UserError } from '#server/kit/errors.ts'
import { systemJob } from './kind.ts'
import { startJob } from './start.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { countingJobsOf } from '#server/test/counting-jobs.ts'
import { refusal } from '#server/test/journey.ts'
import { workOff } from '#server/test/leads.ts'
import { jobRoutes } from './routes.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { services, owner } = app
const { between, kinds, signIn, begin, stored, rowsOf, ended, withWorkers } = countingJobsOf(app)

/** The product with the kinds of this test, which its retry has to know. */
const server = await buildApp(services, {
  routes: features(services)
    .filter(({ name }) => !name.startsWith('jobs.'))
    .concat(jobRoutes(kinds, productOf(services).given.rules())),
})

test('a job does all its rows, chunk by chunk, in one change set, and tells how far it is', async () => {
  const ada = await signIn()
  const id = await begin(ada, { rows: 49, chunk: 10, refuse: 7 })
  expect((await ada.call(jobs.one, { params: { id } })).data).toMatchObject({ state: 'queued', done: 0, total: 49 })

  await withWorkers(1, () => ended(id))

  const { data: job } = await ada.call(jobs.one, { params: { id } })
  expect(job).toMatchObject({
    state: 'done',
    done: 49,
    total: 49,
    title: 'Count 49',
    outcomes: [
      { outcome: 'added', count: 48 },
      { outcome: 'skipped', count: 1 },
    ],
    reasons: [{ outcome: 'skipped', message: 'Dismiss', count: 1 }],
  })
  expect((await ada.call(jobs.results, { params: { id }, query: {} })).data).toMatchObject([
    { subject: 7, outcome: 'skipped', message: 'Dismiss' },
  ])
  expect((await ada.call(jobs.list, { query: {} })).data.map((each) => each.id)).toEqual([id])
  expect((await ada.call(jobs.list, { query: { state: ['failed'] } })).data).toEqual([])
  const { rows: changes } = await owner.query(
    `select count(*)::int, count(distinct change_set)::int as sets, min(actor_id) as who, min(act) as act, min(channel) as channel
     from changes where change_set = $1`,
    [job.change_set],
  )
  expect(changes).toEqual([{ count: 49, sets: 1, who: ada.id, act: 'test.count', channel: 'bulk' }])
})

test('whoever asked for a job hears of its end, good or bad, once; of one that they cancelled they do not', async () => {
  const ada = await signIn()
  const colleague = await app.signIn({ can: ['products_list'], colleagueOf: ada })
  const good = await begin(ada, { rows: 30, chunk: 10 })
  const bad = await begin(ada, { rows: 20, chunk: 10 })
  const cancelled = await begin(ada, { rows: 20, chunk: 10 })
  between.set(bad, async () => {
    throw new UserError(409, 'It cannot be done.')
  })
  await ada.call(jobs.cancel, { params: { id: cancelled } })

  await withWorkers(2, async () => {
    for (const id of [good, bad, cancelled]) await ended(id)
  })

  const told = async (person: TestPerson) =>
    (await person.call(notifications.list, { query: {} })).data
      .map(({ subjects, words }) => [subjects[0]?.id, words.map(({ text }) => text).join('')])
      .sort()
  expect(await told(ada)).toEqual([
    [good, '“Count 30” is done'],
    [bad, '“Count 20” has failed'],
  ])
  expect(await told(colleague)).toEqual([])
})

test('nobody else sees, cancels or repeats it: neither a colleague nor another company', async () => {
  const ada = await signIn()
  const id = await begin(ada, { rows: 10, chunk: 10 })
  const colleague = await app.signIn({ can: ['products_list'], colleagueOf: ada })
  const eve = await signIn()

  for (const other of [colleague, eve]) {
    expect((await other.call(jobs.list, { query: {} })).data).toEqual([])
    await expect(other.call(jobs.one, { params: { id } })).rejects.toThrow('404 Job not found')
    await expect(other.call(jobs.results, { params: { id }, query: {} })).rejects.toThrow('404 Job not found')
    await expect(other.call(jobs.cancel, { params: { id } })).rejects.toThrow('404 Job not found')
    await expect(other.call(jobs.retry, { params: { id } })).rejects.toThrow('404 Job not found')
  }
  expect(await stored(id)).toMatchObject({ state: 'queued', cancel_asked_at: null })
})

test('a cancelled job stops before its next chunk, and one that waits stops at once', async () => {
  const ada = await signIn()
  const waiting = await begin(ada, { rows: 10, chunk: 10 })
  expect((await ada.call(jobs.cancel, { params: { id: waiting } })).data).toMatchObject({ state: 'cancelled', done: 0 })

  const running = await begin(ada, { rows: 100, chunk: 10 })
  between.set(running, async (cursor) => {
    if (cursor !== 20) return
    expect((await ada.call(jobs.cancel, { params: { id: running } })).data).toMatchObject({ cancelling: true })
  })
  await withWorkers(2, () => ended(running))

  expect(await stored(running)).toMatchObject({ state: 'cancelled', done: 30 })
  expect([await rowsOf(running), await rowsOf(waiting)]).toEqual([30, 0])
  await ada.call(jobs.cancel, { params: { id: running } })
  expect(await stored(running)).toMatchObject({ state: 'cancelled', done: 30 })
})

test('what was refused can be tried again as a job of its own, once it has ended', async () => {
  const ada = await signIn()
  const id = await begin(ada, { rows: 10, chunk: 10, refuse: 3 })
  const retry = (job: number) =>
    server.inject({
      method: 'POST',
      url: `/marketing/jobs/${job}/retry`,
      headers: { authorization: `Bearer ${ada.token}` },
    })
  expect((await retry(id)).statusCode).toBe(409)
  await withWorkers(1, () => ended(id))

  const again = (await retry(id)).json().data

  expect(again).toMatchObject({ title: 'Again', state: 'queued', total: 1 })
  await withWorkers(1, () => ended(again.id))
  expect(await stored(again.id)).toMatchObject({ state: 'done', done: 1, retry_of: id })
  await server.close()
})

test('work of the product’s own needs no person, and is written as the system’s', async () => {
  const ada = await signIn()
  const tidy = systemJob({
    name: 'test.tidy',
    input: Type.Object({}),
    async chunk({ tenant }) {
      await sql`insert into products (company_id, code, name) values (${tenant.companyId}, 'tidy', 'Tidy')`.execute(
        tenant.db,
      )
      return { cursor: 0, done: 1, last: true }
    },
  })
  const id = await services.tenants.write(ada.companyId, { kind: 'system', channel: 'api', act: 'test' }, (tenant) =>
    startJob(tenant, tidy, { title: 'Tidy up', input: {} }),
  )
  const worker = startWork(services, () => {}, [tidy])
  await ended(id)
  await worker.stop()

  const { rows } = await owner.query(`select actor_kind, actor_id, act from changes where act = 'test.tidy'`)
  expect(rows).toEqual([{ actor_kind: 'system', actor_id: null, act: 'test.tidy' }])
  expect((await ada.call(jobs.list, { query: {} })).data).toEqual([])
  expect(await refusal(ada.call(jobs.one, { params: { id } }))).toMatchObject({ status: 404 })
  await workOff(app)
})
