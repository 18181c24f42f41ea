import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { startTestApp } from '#server/test/app.ts'
import { databaseUrl } from '#server/test/database.ts'
import { figure } from '#server/test/figures.ts'
import { migrate, readMigrations } from './migrate.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('F21: a step that waits for a table behind a long read makes way again and again: everybody else goes on', async () => {
  const mara = await app.signIn({ can: ['people_manage'] })
  await app.owner.query('alter table identity.memberships drop column viewed_by, drop column viewed_at')
  await app.owner.query(`delete from migrations.applied where name = '0300_viewed_as.sql'`)
  const reader = new pg.Client(databaseUrl(app.database))
  await reader.connect()
  await reader.query('begin')
  await reader.query('select count(*) from identity.memberships')

  let ended = false
  const migrating = migrate(databaseUrl(app.database)).finally(() => (ended = true))
  const times: number[] = []
  // Each would fail on its own limit of a second if it waited as long as the reader reads.
  for (const since = performance.now(); performance.now() - since < 4_000;) {
    const begun = performance.now()
    expect((await mara.call(access.people, { query: {} })).data).toHaveLength(1)
    times.push(performance.now() - begun)
  }
  expect(ended).toBe(false)
  await reader.query('commit')
  await reader.end()

  expect(await migrating).toMatchObject({ applied: ['0300_viewed_as.sql'] })
  await app.owner.query('select viewed_by, viewed_at from identity.memberships')
  times.sort((one, other) => one - other)
  figure(
    `F21: ${times.length} lists answered while a step waited behind a long read, p95 ${Math.round(times[Math.floor(times.length * 0.95)]!)} ms, longest ${Math.round(times.at(-1)!)} ms`,
  )
})

const INDEX_FILE = '0447_valid_by_enquiry_status.sql'
const A_LEAD = `insert into leads (company_id, name, source) values ($1, 'Yuki Tanabe', 'manual')`

test('Q20: an index is built beside the writers: whoever has begun is waited for, and keeps nobody else waiting', async () => {
  const { companyId } = await app.signIn()
  await takeIndex()
  let ended = false
  let migrating: ReturnType<typeof migrate> | undefined
  await app.holding(companyId, A_LEAD, [companyId], async () => {
    migrating = migrate(databaseUrl(app.database)).finally(() => (ended = true))
    await hasBegun()
    for (let round = 0; round < 20; round++) await app.sql(companyId, A_LEAD, [companyId])
    expect([ended, await indexes()]).toEqual([false, [{ valid: false }]])
  })

  expect(await migrating).toMatchObject({ applied: [INDEX_FILE] })
  expect(await indexes()).toEqual([{ valid: true }])
})

test('F28: what a killed build of an index has left is taken away, and who waited to migrate builds it whole', async () => {
  const { companyId } = await app.signIn()
  await takeIndex()
  let waited: ReturnType<typeof migrate> | undefined
  await app.holding(companyId, A_LEAD, [companyId], async () => {
    const killed = migrate(databaseUrl(app.database)).then(String, String)
    await hasBegun()
    waited = migrate(databaseUrl(app.database))
    await app.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%concurrently leads_validated_enquiry%'
       and pid <> pg_backend_pid()`,
    )
    expect(await killed).toMatch(/terminat/)
    expect(await indexes()).toEqual([{ valid: false }])
  })

  expect(await waited).toMatchObject({ applied: [INDEX_FILE] })
  expect(await indexes()).toEqual([{ valid: true }])
})

test('Q20: since indexes are built beside the writers, no file builds one in their way on a table that was there before', async () => {
  const inTheWay = (sql: string) =>
    [...sql.matchAll(/^create (?:unique )?index (?!concurrently)\w+ on (\w+)/gm)]
      .map(([, table]) => table)
      .filter((table) => !sql.includes(`create table ${table} (`))

  expect(inTheWay('create index a on leads (b);\ncreate table c (\n);\ncreate index d on c (e);')).toEqual(['leads'])
  const files = (await readMigrations()).filter(({ name }) => name >= INDEX_FILE)
  expect(files.map(({ name, sql }) => [name, inTheWay(sql)])).toEqual(files.map(({ name }) => [name, []]))
})

const takeIndex = async () => {
  await app.owner.query('drop index leads_validated_enquiry')
  await app.owner.query('delete from migrations.applied where name = $1', [INDEX_FILE])
}

const hasBegun = async () => {
  while ((await indexes()).length === 0) await sleep(5)
}

const indexes = async () =>
  (
    await app.owner.query(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('leads_validated_enquiry')`,
    )
  ).rows
