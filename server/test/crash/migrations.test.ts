import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { tableTypes } from '#server/db/write-tables.ts'
import { everything } from '../../../scripts/scope.mjs'
import { temporaryFolder } from '../../../scripts/temporary.mjs'
import { createDatabase, databaseUrl, dropDatabase } from '../database.ts'
import { figure } from '../figures.ts'
import { schemaOf } from '../schema.ts'

const files = await readMigrations()
/** Those before have been killed in each gate since they came, and cannot change: in the gate the newest alone. */
const FIRST = everything ? 0 : files.length - 20

const query = async (url: string, text: string): Promise<any[]> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Ends the migrator's session at the `at`-th change of the schema after `stage` migrations; once it is past those, at the next change. */
const KILLER = `
  create schema killer;
  create function killer.strike() returns event_trigger language plpgsql as $$
  declare
    stage integer := 0;
    seen integer := coalesce(nullif(current_setting('killer.seen', true), ''), '0')::integer + 1;
  begin
    if to_regclass('migrations.applied') is not null then select count(*) into stage from migrations.applied; end if;
    if stage < ${FIRST} then return; end if;
    perform set_config('killer.seen', seen::text, true);
    if seen = (case when stage > current_setting('killer.stage')::integer then 1 else current_setting('killer.at')::integer end) then
      perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1);
    end if;
  end $$;
  create event trigger killer on ddl_command_end execute function killer.strike();`

test('F28: killed in each migration, early and late, the next run continues from there and ends with the same schema', async () => {
  const clean = await createDatabase()
  await migrate(databaseUrl(clean))
  const wanted = await schemaOf(databaseUrl(clean))

  const name = await createDatabase()
  const url = databaseUrl(name)
  const owner = new pg.Client(url)
  await owner.connect()
  await owner.query(KILLER)
  const kills: number[] = []
  // The first change of each migration, the second, the fourth, the eighth, until it is through.
  for (let [stage, at] = [FIRST, 1]; ;) {
    await owner.query(
      `alter database "${name}" set killer.stage = ${stage}; alter database "${name}" set killer.at = ${at}`,
    )
    const outcome = await migrate(url).then(
      () => 'done',
      (error: Error) => error.message,
    )
    if (outcome === 'done') break
    expect(outcome).toMatch(/terminat|Connection/)
    const applied = await countApplied(url)
    ;[stage, at] = applied > stage ? [applied, 2] : [stage, at * 2]
    kills.push(applied)
  }
  await owner.query('drop event trigger killer; drop schema killer cascade')
  await owner.query(`alter database "${name}" reset all`)
  await owner.end()

  figure(`F28: ${files.length} migrations, killed ${kills.length} times within them, the last run went through`)
  expect(await schemaOf(url)).toEqual(wanted)
  expect(await query(url, 'select name from migrations.applied order by 1')).toEqual(
    files.map(({ name }) => ({ name })),
  )
  expect(
    files.filter(({ sql }, index) => /^(create|alter) /m.test(sql) && index >= FIRST && !kills.includes(index)),
  ).toEqual([])
  await Promise.all([dropDatabase(name), dropDatabase(clean)])
})

test('F28: a migrator killed at any moment leaves a database that the next one finishes', async () => {
  for (let round = 0; round < 6; round++) {
    const name = await createDatabase()
    const url = databaseUrl(name)
    const child = migrator(url)
    const ended = once(child, 'exit')
    // As soon as it has begun, and a little later each time.
    while (!(await hasBegun(url))) await sleep(5)
    await sleep(round * 25)
    child.kill('SIGKILL')
    await ended
    await migrate(url)
    expect(await query(url, 'select count(*)::int as n from migrations.applied')).toEqual([{ n: files.length }])
    await dropDatabase(name)
  }
})

test('F28: two migrators at once: each file once, both content', async () => {
  const name = await createDatabase()
  const url = databaseUrl(name)
  const runs = await Promise.all([migrate(url), migrate(url), migrate(url)])

  expect(runs.flatMap(({ applied }) => applied).toSorted()).toEqual(files.map((file) => file.name))
  await dropDatabase(name)
})

test('a second run does nothing, and a file that was changed afterwards is refused', async () => {
  const name = await createDatabase()
  const url = databaseUrl(name)
  await migrate(url)
  const before = await schemaOf(url)

  expect((await migrate(url)).applied).toEqual([])
  expect(await schemaOf(url)).toEqual(before)
  await query(url, `update migrations.applied set digest = 'other' where name like '0001%'`)
  await expect(migrate(url)).rejects.toThrow(/was changed after/)
  await query(url, `insert into migrations.applied (name, digest) values ('9999_of_tomorrow.sql', 'x')`)
  await expect(migrate(url)).rejects.toThrow(/newer than this version/)
  await dropDatabase(name)
})

test('a plain owner, who may make roles and is no superuser, gets the same tables, and is told that search goes without its index', async () => {
  const folder = temporaryFolder('owner')
  const server = await startEmbedded({ folder, settings: { fsync: 'off' } })
  try {
    await query(server.url('postgres'), `create role plain login createrole password '${server.passwordOf('plain')}'`)
    await query(server.url('postgres'), 'create database leads owner plain')
    const { fastSearch } = await migrate(server.url('leads', 'plain'))
    const reference = await createDatabase()
    await migrate(databaseUrl(reference))

    expect(fastSearch).toBe(false)
    expect(await tableTypes(server.url('leads'))).toBe(await tableTypes(databaseUrl(reference)))
    expect((await migrate(server.url('leads', 'plain'))).applied).toEqual([])
    await dropDatabase(reference)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

const hasBegun = async (url: string) => {
  const [{ begun }] = await query(url, `select to_regnamespace('migrations') is not null as begun`)
  return begun
}

const countApplied = async (url: string): Promise<number> => {
  const [{ begun }] = await query(url, `select to_regclass('migrations.applied') is not null as begun`)
  return begun ? (await query(url, 'select count(*)::int as n from migrations.applied'))[0].n : 0
}

const migrator = (url: string) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { migrate } = await import('#server/db/migrate.ts'); await migrate(process.argv[1])`,
      url,
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
