import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { leadImports } from '#contract/leads/imports.ts'
import { howMany } from '../../../scripts/scope.mjs'
import { startTestApp, type TestApp, type TestPerson } from '../app.ts'
import { contradictions } from '../checker.ts'
import { databaseUrl } from '../database.ts'
import { figure } from '../figures.ts'
import { uploadFile } from '../imports.ts'
import { startProgram } from '../program.ts'

/** 200,000 rows and a kill at each of their chunks in the soak; as many chunks as kills otherwise. */
const KILLS = howMany(1, 4, 'IMPORT_KILLS')
/** Of what comes before and after the import itself. */
const KILLS_BESIDE = howMany(1, 2)
const ROWS = KILLS * 1_000
const GUARD = 900_000 + KILLS * 60_000
const SETTINGS = { LEADROOM_SECRET: randomBytes(32).toString('base64url'), LOG_LEVEL: 'silent' }

const app: TestApp = await startTestApp(SETTINGS)
afterAll(() => app.stop())

const start = (crash?: string) =>
  startProgram({
    ...SETTINGS,
    DATABASE_URL: databaseUrl(app.database),
    ...(crash ? { LEADROOM_TEST_CRASH: crash } : {}),
  })

/** Lets the server work, killed at a place again and again, until the import is in that state. */
const killedUntil = async (person: TestPerson, id: number, wanted: string, points: readonly string[]) => {
  const stateNow = async () => (await person.call(leadImports.read, { params: { id } })).data.state
  let kills = 0
  for (const point of points) {
    if ((await stateNow()) === wanted) break
    const program = await start(point).catch(() => undefined)
    if (program) expect((await program.ended).signal, `${point} was passed`).toBe('SIGKILL')
    kills++
  }
  const [one, other] = await Promise.all([start(), start()])
  const since = Date.now()
  while ((await stateNow()) !== wanted) {
    expect(Date.now() - since, `the import is not ${wanted}`).toBeLessThan(GUARD)
    await sleep(200)
  }
  for (const program of [one, other]) {
    program.kill('SIGTERM')
    await program.ended
  }
  return kills
}

test(
  'C3: killed in every chunk and done by two servers, each row of a file is imported once, and taken back once',
  async () => {
    const ada = await app.signIn({ can: ['leads_import'] })
    const eve = await app.signIn({ can: ['leads_import'] })
    await app.sql(
      eve.companyId,
      `insert into leads (company_id, name, email, source) values ($1, 'Eve', 'p1@mill.example', 'manual')`,
      [eve.companyId],
    )
    const lines = Array.from({ length: ROWS }, (_, at) =>
      at % 500 === 9 ? `P${at};no address` : `P${at};p${at}@mill.example`,
    )
    const { id } = await uploadFile(ada, `Name;Mail\n${lines.join('\n')}\n`)
    const good = lines.filter((line) => line.includes('@')).length

    await ada.call(leadImports.check, { body: { id, fields: ['name', 'email'] } })
    let kills = await killedUntil(ada, id, 'ready', ['import.after_check', 'job.after_effect'].slice(0, KILLS_BESIDE))
    expect((await ada.call(leadImports.read, { params: { id } })).data.counts).toMatchObject({
      rows: ROWS,
      added: good,
      rejected: ROWS - good,
    })

    const starts = await Promise.allSettled([1, 2, 3].map(() => ada.call(leadImports.start, { body: { id } })))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const points = [
      'import.after_leads',
      'import.after_chunk',
      'job.after_effect',
      'job.after_chunk',
      'job.after_claim',
    ]
    kills += await killedUntil(
      ada,
      id,
      'imported',
      Array.from({ length: KILLS }, (_, at) => points[at % points.length] ?? ''),
    )
    const { data: imported } = await ada.call(leadImports.read, { params: { id } })
    expect(imported.counts).toMatchObject({ rows: ROWS, added: good, rejected: ROWS - good })
    const [stored] = await app.sql(
      ada.companyId,
      `select count(*)::int, count(distinct email)::int as people, (select count(*)::int from changes c where c.company_id = $1
         and c.entity = 'leads' and c.verb = 'created') as events, (select count(*)::int from assignment_queue q where q.company_id = $1) as queued
       from leads where company_id = $1 and deleted_at is null`,
      [ada.companyId],
    )
    expect(stored).toEqual({ count: good, people: good, events: good, queued: good })

    const reverts = await Promise.allSettled([1, 2].map(() => ada.call(leadImports.revert, { body: { id } })))
    expect(reverts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    kills += await killedUntil(ada, id, 'reverted', ['import.after_revert', 'job.after_chunk'].slice(0, KILLS_BESIDE))
    expect((await ada.call(leadImports.read, { params: { id } })).data).toMatchObject({ removed: good, kept: 0 })
    const [left] = await app.sql(
      ada.companyId,
      `select count(*) filter (where deleted_at is null)::int as there, count(*) filter (where version = 2)::int as once,
         (select count(*)::int from assignment_queue q where q.company_id = $1) as queued from leads where company_id = $1`,
      [ada.companyId],
    )
    expect(left).toEqual({ there: 0, once: good, queued: 0 })
    const [others] = await app.sql(
      eve.companyId,
      `select count(*)::int from leads where company_id = $1 and deleted_at is null`,
      [eve.companyId],
    )
    expect(others).toEqual({ count: 1 })
    expect(await contradictions(app.owner)).toEqual([])
    figure(`C3 import: ${kills} kills in ${ROWS} rows, each imported once and taken back once`)
  },
  GUARD,
)
