import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { jobs } from '#contract/jobs.ts'
import { notifications } from '#contract/notifications.ts'
import { buildApp } from '#server/app/build-app.ts'
import { features } from '#server/app/features.ts'
import { startWork } from '#server/app/work.ts'
import { UserError } from '#server/kit/errors.ts'
import { personJob, systemJob, type JobKind } from '#server/kit/jobs/kind.ts'
import { keepResults, startJob } from '#server/kit/jobs/start.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { workOff } from '#server/test/leads.ts'
import { refusal } from '#server/test/journey.ts'
import { jobRoutes } from './routes.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { services, owner } = app

/** Something to count in: one product a row, so that a row done twice is seen. */
const Count = Type.Object({ rows: Type.Integer(), chunk: Type.Integer(), refuse: Type.Optional(Type.Integer()) })
/** What a chunk is to do meanwhile, by the job's title. */
const between = new Map<number, (cursor: number) => Promise<unknown>>()

const counting = (name: string, atOnce?: number): JobKind<typeof Count> =>
  personJob({
    name,
    input: Count,
    permission: 'products_list',
    ...(atOnce === undefined ? {} : { atOnce }),
    async chunk({ tenant, jobId, input, cursor }) {
      const to = Math.min(cursor + input.chunk, input.rows)
      await sql`
        insert into products (company_id, code, name)
        select ${tenant.companyId}::int, 'j' || ${jobId}::text || '-' || n, 'Row' from generate_series(${cursor + 1}::int, ${to}::int) n`.execute(
        tenant.db,
      )
      const refused = input.refuse !== undefined && cursor < input.refuse && input.refuse <= to
      if (refused)
        await keepResults(tenant, jobId, [{ subject: input.refuse ?? 0, outcome: 'skipped', message: 'Not this one' }])
      await between.get(jobId)?.(cursor)
      return {
        cursor: to,
        done: to - cursor,
        outcomes: { added: to - cursor - Number(refused), skipped: Number(refused) },
        last: to === input.rows,
      }
    },
    retry: async ({ input: { chunk } }) => ({ title: 'Again', input: { rows: 1, chunk }, total: 1 }),
  })
const countRows = counting('test.count')
const twoAtOnce = counting('test.two', 2)
const kinds: JobKind[] = [countRows, twoAtOnce]

const begin = async (person: TestPerson, input: { rows: number; chunk: number; refuse?: number }, kind = countRows) =>
  app.services.tenants.write(
    person.companyId,
    { kind: 'person', id: person.id, channel: 'screen', act: 'test.begin' },
    async (tenant) => {
      const caller = {
        personId: person.id,
        companyId: person.companyId,
        name: '',
        email: '',
        timeZone: 'UTC',
        can: () => true,
      }
      return startJob(tenant, kind, { title: `Count ${input.rows}`, input, total: input.rows, caller })
    },
  )
const stored = async (id: number): Promise<any> =>
  (await owner.query('select *, id::int, cursor::int from jobs where id = $1', [id])).rows[0]
const rowsOf = async (id: number): Promise<number> =>
  (await owner.query(`select count(*)::int from products where code like 'j' || $1::text || '-%'`, [id])).rows[0].count
const until = async (what: () => Promise<unknown>) => {
  for (let round = 0; round < 4_000; round++) {
    if (await what()) return
    await sleep(25)
  }
  throw new Error('It did not come to be')
}
const ended = (id: number) => until(async () => (await stored(id)).finished_at !== null)
/** Runs while the work is done by so many workers, as on several nodes. */
const withWorkers = async (count: number, work: () => Promise<void>) => {
  const errors: unknown[] = []
  const workers = Array.from({ length: count }, () => startWork(services, (error) => void errors.push(error), kinds))
  try {
    await work()
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
  return errors
}
const signIn = () => app.signIn({ can: ['products_list'] })
/** The product with the kinds of this test, which its retry has to know. */
const server = await buildApp(services, {
  routes: features(services)
    .filter(({ name }) => !name.startsWith('jobs.'))
    .concat(jobRoutes(kinds)),
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
    reasons: [{ outcome: 'skipped', message: 'Not this one', count: 1 }],
  })
  expect((await ada.call(jobs.results, { params: { id }, query: {} })).data).toMatchObject([
    { subject: 7, outcome: 'skipped', message: 'Not this one' },
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
      .map(({ job, words }) => [job, words.map(({ text }) => text).join('')])
      .sort()
  expect(await told(ada)).toEqual([
    [good, 'Count 30 is done'],
    [bad, 'Count 20 has failed'],
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
    message: 'Stopped: the permission products_list is not held any more.',
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
