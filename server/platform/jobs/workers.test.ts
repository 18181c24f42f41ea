import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { jobs } from '#contract/platform/jobs.ts'
import { UserError } from '#server/kit/errors.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { countingJobsOf } from '#server/test/counting-jobs.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { owner } = app
const { between, twoAtOnce, signIn, begin, stored, rowsOf, until, ended, withWorkers } = countingJobsOf(app)

test('F22: of many workers on one queue each row of each job is done once', async () => {
  const people = await Promise.all([signIn(), signIn(), signIn()])
  const ids: number[] = []
  for (let at = 0; at < 30; at++) ids.push(await begin(people[at % 3]!, { rows: 40, chunk: 8 }))

  await withWorkers(4, async () => {
    for (const id of ids) await ended(id)
  })

  for (const id of ids) {
    expect(await stored(id)).toMatchObject({ state: 'done', done: 40, cursor: 40 })
    expect(await rowsOf(id)).toBe(40)
  }
})

test('F23: whoever comes back to a job that another has taken up meanwhile stores nothing', async () => {
  const ada = await signIn()
  const id = await begin(ada, { rows: 30, chunk: 10 })
  let paused = 0
  between.set(id, async (cursor) => {
    if (cursor !== 10 || paused++ > 0) return
    // The others hold this worker to be dead, take the job up and end it while this one sleeps.
    await owner.query(`update jobs set heartbeat_at = now() - interval '1 minute' where id = $1`, [id])
    await owner.query(`insert into identity.due (company_id, kind) values ($1, 'jobs')`, [ada.companyId])
    await until(async () => (await stored(id)).token > 1)
  })

  const errors = await withWorkers(2, () => ended(id))

  expect(errors).toEqual([])
  expect(await stored(id)).toMatchObject({ state: 'done', done: 30, token: 2 })
  expect(await rowsOf(id)).toBe(30)
})

test('L7: who loses the key half-way, or leaves, has the rest not done, and is told why', async () => {
  const ada = await signIn()
  const bob = await signIn()
  const lost = await begin(ada, { rows: 30, chunk: 10 })
  const left = await begin(bob, { rows: 30, chunk: 10 })
  const set = (person: TestPerson, change: string) =>
    app.sql(person.companyId, `update identity.memberships set ${change} where company_id = $1 and id = $2`, [
      person.companyId,
      person.id,
    ])
  between.set(lost, (cursor) => (cursor === 0 ? set(ada, `permissions = '{}'`) : Promise.resolve()))
  between.set(left, (cursor) => (cursor === 0 ? set(bob, `status = 'deactivated'`) : Promise.resolve()))

  await withWorkers(1, async () => {
    await ended(lost)
    await ended(left)
  })

  expect(await stored(lost)).toMatchObject({
    state: 'failed',
    done: 10,
    message: 'Stopped: the person who started it no longer has the permission “See the product list”.',
  })
  expect(await stored(left)).toMatchObject({ state: 'failed', done: 10 })
  expect([await rowsOf(lost), await rowsOf(left)]).toEqual([10, 10])
})

test('no more of a kind run at the same time in one company than may, and the others follow', async () => {
  const ada = await signIn()
  const ids: number[] = []
  for (let at = 0; at < 6; at++) ids.push(await begin(ada, { rows: 3, chunk: 1 }, twoAtOnce))
  let most = 0
  // The first waits for another beside it: a worker that is slow to wake would find the others done.
  for (const id of ids)
    between.set(id, () =>
      until(async () => {
        const { rows } = await owner.query(
          `select count(*)::int from jobs where company_id = $1 and kind = 'test.two' and state = 'running'`,
          [ada.companyId],
        )
        most = Math.max(most, rows[0].count)
        return most >= 2
      }),
    )

  await withWorkers(4, async () => {
    for (const id of ids) await ended(id)
  })

  expect(most).toBe(2)
})

test('a company with a long job does not keep another waiting until it is done', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const long = [await begin(ada, { rows: 300, chunk: 1 }), await begin(ada, { rows: 300, chunk: 1 })]
  for (const id of long) between.set(id, () => sleep(20))
  let doneBefore: number[] = []

  await withWorkers(1, async () => {
    await until(async () => (await stored(long[0]!)).done > 0)
    const short = await begin(bob, { rows: 5, chunk: 5 })
    await ended(short)
    doneBefore = await Promise.all(long.map(async (id) => (await stored(id)).done))
    for (const id of long) await ada.call(jobs.cancel, { params: { id } })
  })

  expect(Math.max(...doneBefore)).toBeLessThan(300)
})

test('a chunk that fails is tried again, and a job that goes on failing ends and says so', async () => {
  const ada = await signIn()
  const once = await begin(ada, { rows: 20, chunk: 10 })
  const refused = await begin(ada, { rows: 20, chunk: 10 })
  let failures = 0
  between.set(once, async () => {
    if (failures++ === 0) throw new Error('The network is away')
  })
  between.set(refused, async (cursor) => {
    if (cursor === 10) throw new UserError(409, 'The rest cannot be done.')
  })
  const hopeless = await begin(ada, { rows: 20, chunk: 10 })
  between.set(hopeless, async () => {
    await owner.query('update jobs set failures = 4 where id = $1', [hopeless])
    throw new Error('Never')
  })
  await owner.query('update jobs set failures = 4 where id = $1', [hopeless])

  const errors = await withWorkers(1, async () => {
    for (const id of [once, refused, hopeless]) await ended(id)
  })

  expect(errors.map(String).sort()).toEqual(['Error: Never', 'Error: The network is away'])
  expect(await stored(once)).toMatchObject({ state: 'done', done: 20 })
  expect(await rowsOf(once)).toBe(20)
  expect(await stored(refused)).toMatchObject({ state: 'failed', done: 10, message: 'The rest cannot be done.' })
  expect(await stored(hopeless)).toMatchObject({ state: 'failed', done: 0 })
  expect(await rowsOf(hopeless)).toBe(0)
})

test('T8: a job works in the company of its row, whatever its payload says, and one that nobody knows does nothing', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  await app.sql(
    ada.companyId,
    `insert into jobs (company_id, kind, title, input, person_id) values
      ($1, 'test.count', 'Theirs', $2, $3), ($1, 'test.count', 'No rows', '{}', $3), ($1, 'test.unknown', 'Unknown', '{}', $3),
      ($1, 'test.count', 'Nobody', '{"rows":5,"chunk":5}', null)`,
    [ada.companyId, JSON.stringify({ rows: 5, chunk: 5, company_id: bob.companyId, tenant: bob.companyId }), ada.id],
  )
  await owner.query(`insert into identity.due (company_id, kind) values ($1, 'jobs'), (999999, 'jobs'), ($2, 'jobs')`, [
    ada.companyId,
    bob.companyId,
  ])

  await withWorkers(1, async () => {
    await until(
      async () =>
        (await owner.query('select from jobs where company_id = $1 and finished_at is null', [ada.companyId]))
          .rowCount === 0,
    )
  })

  const { rows } = await owner.query('select title, state, done from jobs where company_id = $1 order by id', [
    ada.companyId,
  ])
  expect(rows).toEqual([
    { title: 'Theirs', state: 'done', done: 5 },
    { title: 'No rows', state: 'failed', done: 0 },
    { title: 'Unknown', state: 'failed', done: 0 },
    { title: 'Nobody', state: 'failed', done: 0 },
  ])
  expect((await owner.query('select count(*)::int from products where company_id = $1', [bob.companyId])).rows).toEqual(
    [{ count: 0 }],
  )
})
