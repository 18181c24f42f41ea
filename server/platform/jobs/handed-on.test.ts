import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { startWork } from '#server/app/work.ts'
import { openPool } from '#server/db/connect.ts'
import { openTenants } from '#server/db/tenant.ts'
import { startTestApp, type TestPerson } from '#server/test/app.ts'
import { databaseUrl } from '#server/test/database.ts'
import { cancelJob } from './cancel.ts'
import { beat, claimJob, release } from './claim.ts'
import { personJob, type JobKind } from './kind.ts'
import { startJob } from './start.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { owner } = app

const Rows = Type.Object({ rows: Type.Integer(), chunk: Type.Integer() })

/** What a chunk does once its rows are written, before its turn; what it returns ends it. */
type Meanwhile = (chunk: { from: number; mark: number | undefined; jobId: number }) => Promise<unknown>

/** One product a row; every chunk says at once where the next begins. */
const handing = (name: string, meanwhile: Meanwhile): JobKind<typeof Rows> =>
  personJob({
    name,
    input: Rows,
    permission: 'products_list',
    async chunk({ tenant, jobId, input, cursor, mark, handOn, myTurn }) {
      const to = Math.min(cursor + input.chunk, input.rows)
      const last = to === input.rows
      if (!last) handOn(to, to * 10)
      await sql`
        insert into products (company_id, code, name)
        select ${tenant.companyId}::int, 'h' || ${jobId}::text || '-' || n, 'Row' from generate_series(${cursor + 1}::int, ${to}::int) n`.execute(
        tenant.db,
      )
      await meanwhile({ from: cursor, mark, jobId })
      await myTurn()
      return { cursor: to, done: to - cursor, outcomes: { added: to - cursor }, last }
    },
  })

const begin = (person: TestPerson, kind: JobKind<typeof Rows>, input: { rows: number; chunk: number }) =>
  app.services.tenants.write(
    person.companyId,
    { kind: 'person', id: person.id, channel: 'screen', act: 'test.begin' },
    (tenant) => {
      const caller = { personId: person.id, companyId: person.companyId, name: '', email: '', timeZone: 'UTC' }
      return startJob(tenant, kind, {
        title: kind.name,
        input,
        total: input.rows,
        caller: { ...caller, can: () => true },
      })
    },
  )

const workedOff = async (kind: JobKind, id: number, services = app.services) => {
  const errors: unknown[] = []
  const work = startWork(services, (error) => void errors.push(error), [kind])
  try {
    for (let round = 0; ; round++) {
      const { rows } = await owner.query('select *, cursor::int, done::int from jobs where id = $1', [id])
      if (rows[0].finished_at !== null) return { job: rows[0], errors }
      if (round > 2_000) throw new Error('The job does not end')
      await sleep(20)
    }
  } finally {
    await work.stop()
  }
}

const rowsOf = async (id: number): Promise<string[]> => {
  const { rows } = await owner.query('select code from products where code like $1 order by id', [`h${id}-%`])
  return rows.map(({ code }) => code.split('-')[1])
}
const numbers = (to: number) => Array.from({ length: to }, (_, at) => String(at + 1))
const sorted = (codes: readonly string[]) => codes.toSorted((one, other) => Number(one) - Number(other))

test('the next chunk is begun beside the one before, three at most, and they are stored in their order, each row once', async () => {
  const ada = await app.signIn({ can: ['products_list'] })
  const underWay = new Set<number>()
  const marks = new Map<number, number | undefined>()
  let most = 0
  const kind = handing('test.beside', async ({ from, mark }) => {
    marks.set(from, mark)
    underWay.add(from)
    most = Math.max(most, underWay.size)
    // The earlier one takes longer, so that the later ones have to wait for their turn.
    await sleep(from % 30 === 0 ? 90 : 5)
    underWay.delete(from)
  })

  // With a new turn one begins alone, and on a busy machine a turn may be over before three have begun.
  for (let tries = 0; tries === 0 || (most < 3 && tries < 10); tries++) {
    const id = await begin(ada, kind, { rows: 95, chunk: 10 })
    const { job, errors } = await workedOff(kind, id)

    expect(errors).toEqual([])
    expect(job).toMatchObject({ state: 'done', cursor: 95, done: 95, outcomes: { added: 95 } })
    expect(sorted(await rowsOf(id))).toEqual(numbers(95))
    // What was handed on belongs to the place where it begins.
    for (const [from, mark] of marks) expect([from * 10, undefined]).toContain(mark)
  }
  expect(most).toBe(3)
})

test('when a chunk is not stored, nothing that was begun beside it is; after that they go one by one', async () => {
  const ada = await app.signIn({ can: ['products_list'] })
  const seen: string[] = []
  const reached = Promise.withResolvers<void>()
  let broken = false
  const kind = handing('test.broken', async ({ from, mark }) => {
    seen.push(`${broken ? 'again ' : ''}${from}${mark === undefined ? '' : ' beside'}`)
    if (from === 10) reached.resolve()
    if (from !== 0 || broken) return
    // The second has written its rows before the first fails.
    await reached.promise
    broken = true
    throw new Error('The connection was lost')
  })
  const id = await begin(ada, kind, { rows: 30, chunk: 10 })

  const { job, errors } = await workedOff(kind, id)

  expect(errors).toEqual([expect.objectContaining({ message: 'The connection was lost' })])
  expect(job).toMatchObject({ state: 'done', done: 30, outcomes: { added: 30 } })
  expect(sorted(await rowsOf(id))).toEqual(numbers(30))
  expect(seen).toContain('10 beside')
  expect(seen.filter((one) => /^again (0|10)/.test(one))).toEqual(['again 0', 'again 10'])
})

test('a job that is cancelled keeps what was stored by then, and nothing of what was begun beside it', async () => {
  const ada = await app.signIn({ can: ['products_list'] })
  const reached = Promise.withResolvers<void>()
  const kind = handing('test.cancelled', async ({ from, jobId }) => {
    if (from === 10) reached.resolve()
    if (from !== 0) return
    await reached.promise
    const { tenants } = app.services
    await tenants.write(
      ada.companyId,
      { kind: 'person', id: ada.id, channel: 'screen', act: 'test.cancel' },
      (tenant) => cancelJob(tenant, jobId),
    )
  })
  const id = await begin(ada, kind, { rows: 30, chunk: 10 })

  const { job, errors } = await workedOff(kind, id)

  expect(errors).toEqual([])
  expect(job).toMatchObject({ state: 'cancelled', cursor: 10, done: 10 })
  expect(await rowsOf(id)).toEqual(numbers(10))
})

test('where no connection is to spare one chunk follows the other', async () => {
  const ada = await app.signIn({ can: ['products_list'] })
  const marks: unknown[] = []
  const kind = handing('test.alone', async ({ mark }) => void marks.push(mark))
  const id = await begin(ada, kind, { rows: 30, chunk: 10 })
  const { jobPool } = app.services
  const taken = await Promise.all(Array.from({ length: (jobPool.options.max ?? 0) - 2 }, () => jobPool.connect()))

  const { job } = await workedOff(kind, id).finally(() => taken.forEach((client) => client.release()))

  expect(job).toMatchObject({ state: 'done', done: 30 })
  expect(marks).toEqual([undefined, undefined, undefined])
})

test('no connection is to spare that others may want, nor behind a pooler, where that cannot be known', async () => {
  const url = databaseUrl(app.database, 'leadroom_login')
  const spares = await Promise.all(
    [{ max: 1 }, { max: 2 }, { max: 8, pooled: true }].map(async (options) => {
      const pool = openPool(url, options)
      const spare = openTenants(pool).haveSpare()
      await pool.end()
      return spare
    }),
  )

  expect(spares).toEqual([false, true, false])
})

test('a sign of life that was on its way when a job was let go does not keep the next worker waiting', async () => {
  const ada = await app.signIn({ can: ['products_list'] })
  const kind = handing('test.let-go', async () => undefined)
  const id = await begin(ada, kind, { rows: 10, chunk: 10 })
  const { tenants } = app.services
  const claimed = () => claimJob(tenants, ada.companyId, new Map([[kind.name, kind]]), 'a worker')
  const claim = await claimed()
  if (!claim) throw new Error('The job was not free')

  await release(tenants, claim)
  await beat(tenants, claim)

  expect(await claimed()).toMatchObject({ id, token: claim.token + 1 })
})
