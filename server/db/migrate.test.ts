import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { access } from '#contract/portal/access.ts'
import { startTestApp } from '#server/test/app.ts'
import { databaseUrl } from '#server/test/database.ts'
import { figure } from '#server/test/figures.ts'
import { migrate, migrationOf, readMigrations } from './migrate.ts'
import { currentSums, migrationSums } from './migration-sums.ts'

const app = await startTestApp()
afterAll(() => app.stop())

const COLUMN = migrationOf('9000_a_column.sql', 'alter table identity.memberships add column tried_at timestamptz;\n')
const INDEX = migrationOf(
  '9001_an_index.sql',
  'create index concurrently leads_tried on leads (company_id, city) where deleted_at is null;\n',
)
const update = async () => migrate(databaseUrl(app.database), undefined, [...(await readMigrations()), COLUMN, INDEX])

test('F21: a step that waits for a table behind a long read makes way again and again: everybody else goes on', async () => {
  const mara = await app.signIn({ can: ['people_manage'] })
  const reader = new pg.Client(databaseUrl(app.database))
  await reader.connect()
  await reader.query('begin')
  await reader.query('select count(*) from identity.memberships')

  let ended = false
  const migrating = update().finally(() => (ended = true))
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

  expect(await migrating).toMatchObject({ applied: [COLUMN.name, INDEX.name] })
  await app.owner.query('select tried_at from identity.memberships')
  times.sort((one, other) => one - other)
  figure(
    `F21: ${times.length} lists answered while a step waited behind a long read, p95 ${Math.round(times[Math.floor(times.length * 0.95)]!)} ms, longest ${Math.round(times.at(-1)!)} ms`,
  )
})

const A_LEAD = `insert into leads (company_id, name, source) values ($1, 'Yuki Tanabe', 'manual')`

test('Q20: an index is built beside the writers: whoever has begun is waited for, and keeps nobody else waiting', async () => {
  const { companyId } = await app.signIn()
  await ready()
  let ended = false
  let migrating: ReturnType<typeof migrate> | undefined
  await app.holding(companyId, A_LEAD, [companyId], async () => {
    migrating = update().finally(() => (ended = true))
    await hasBegun()
    for (let round = 0; round < 20; round++) await app.sql(companyId, A_LEAD, [companyId])
    expect([ended, await indexes()]).toEqual([false, [{ valid: false }]])
  })

  expect(await migrating).toMatchObject({ applied: [INDEX.name] })
  expect(await indexes()).toEqual([{ valid: true }])
})

test('F28: what a killed build of an index has left is taken away, and who waited to migrate builds it whole', async () => {
  const { companyId } = await app.signIn()
  await ready()
  let waited: ReturnType<typeof migrate> | undefined
  await app.holding(companyId, A_LEAD, [companyId], async () => {
    const killed = update().then(String, String)
    await hasBegun()
    waited = update()
    await app.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%concurrently leads_tried%'
       and pid <> pg_backend_pid()`,
    )
    expect(await killed).toMatch(/terminat/)
    expect(await indexes()).toEqual([{ valid: false }])
  })

  expect(await waited).toMatchObject({ applied: [INDEX.name] })
  expect(await indexes()).toEqual([{ valid: true }])
})

test('Q20: an index is built beside the writers unless its table is made in the same migration', async () => {
  const inTheWay = (sql: string) =>
    [...sql.matchAll(/^create (?:unique )?index (?:(?!concurrently |on )\w+ )?on ([\w.]+)/gm)]
      .map(([, table]) => table)
      .filter((table) => !sql.includes(`table ${table} (`))

  const sql = 'create index a on leads (b);\ncreate index on leads (b);\ncreate table c (\n);\ncreate index d on c (e);'
  expect(inTheWay(sql)).toEqual(['leads', 'leads'])
  expect(inTheWay(INDEX.sql)).toEqual([])
  const files = await readMigrations()
  expect(files.map(({ name, sql }) => [name, inTheWay(sql)])).toEqual(files.map(({ name }) => [name, []]))
})

test('a step that fills a large table is stored bit by bit, and goes on where it failed', async () => {
  const made = migrationOf(
    '9002_filling.sql',
    `create table tried (n integer primary key);
    create table in_the_way ();
    create procedure fill_tried() language plpgsql as $$ begin
      for i in 1 .. 4 loop
        if i = 3 and to_regclass('in_the_way') is not null then raise exception 'in the way'; end if;
        insert into tried values (i) on conflict do nothing;
        commit;
      end loop; end $$;`,
  )
  const filled = migrationOf('9003_filled.sql', 'call fill_tried();\n')
  const files = [...(await readMigrations()), COLUMN, INDEX, made, filled]
  const tried = async () => (await app.owner.query('select array_agg(n order by n) as all from tried')).rows[0].all

  await expect(migrate(databaseUrl(app.database), undefined, files)).rejects.toThrow('in the way')
  expect(await tried()).toEqual([1, 2])
  await app.owner.query('drop table in_the_way')
  expect(await migrate(databaseUrl(app.database), undefined, files)).toMatchObject({ applied: [filled.name] })
  expect(await tried()).toEqual([1, 2, 3, 4])
  // The other tests know nothing of these.
  await app.owner.query('delete from migrations.applied where name = any($1)', [[made.name, filled.name]])
})

test('migrations only add: each is as it was when its sum was written (`npm run tables` writes those of new ones)', async () => {
  expect(await currentSums()).toEqual(await migrationSums())
})

const ready = async () => {
  await update()
  await app.owner.query('drop index leads_tried')
  await app.owner.query('delete from migrations.applied where name = $1', [INDEX.name])
}

const hasBegun = async () => {
  while ((await indexes()).length === 0) await sleep(5)
}

const indexes = async () =>
  (await app.owner.query(`select indisvalid as valid from pg_index where indexrelid = to_regclass('leads_tried')`)).rows
