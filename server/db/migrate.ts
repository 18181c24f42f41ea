import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { totalsOf } from './backup.ts'
import { ensureFastSearch, ensureRoles } from './roles.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
const LOCK = 7_233_001

export interface Migrated {
  /** The files applied by this run. */
  applied: string[]
  /** Whether search may use its index; see `ensureFastSearch`. */
  fastSearch: boolean
}

/**
 * Brings the database to the newest schema: each file once, in its own transaction or, where it builds an index beside
 * the writers, in none, one migrator at a time. Killed half-way, the next run goes on where this one stopped. A file
 * that was changed after it had been applied, or is gone, is refused.
 */
export const migrate = async (
  ownerUrl: string,
  loginPassword?: string,
  files?: readonly Migration[],
): Promise<Migrated> => {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await becomeMigrator(owner)
    await ensureRoles(owner, loginPassword)
    await owner.query(`create schema if not exists migrations`)
    await owner.query(`create table if not exists migrations.applied
      (name text primary key, digest text not null, at timestamptz not null default now())`)
    const applied = await applyMissing(owner, files ?? (await readMigrations()))
    await forgetAnotherServer(owner)
    return { applied, fastSearch: await ensureFastSearch(owner) }
  } finally {
    await owner.end()
  }
}

/** Asks again and again: an index built beside the writers waits for every statement that has begun, one that waits for it too. */
const becomeMigrator = async (owner: Client) => {
  for (;;) {
    const { rows } = await owner.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (rows[0]?.mine) return
    await sleep(PAUSE_MS)
  }
}

/**
 * Transactions are numbered by the database server. When the data have come to another one, as from a dump, its numbers
 * mean nothing, and what was stored by them goes: totals are then counted anew.
 */
const forgetAnotherServer = async (owner: Client) => {
  const { rows } = await owner.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')
  await owner.query('create table if not exists migrations.server (id text not null)')
  const { rows: known } = await owner.query<{ id: string }>('select id from migrations.server')
  if (known[0]?.id === rows[0]?.id) return
  await owner.query('begin')
  await owner.query(`truncate ${(await totalsOf(owner)).join(', ')}`)
  await owner.query('delete from migrations.server')
  await owner.query('insert into migrations.server values ($1)', [rows[0]?.id])
  await owner.query('commit')
}

interface Migration {
  name: string
  sql: string
  digest: string
}

export const migrationOf = (name: string, sql: string): Migration => ({
  name,
  sql,
  digest: createHash('sha256').update(sql).digest('hex'),
})

export const readMigrations = async (): Promise<Migration[]> => {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Promise.all(names.map(async (name) => migrationOf(name, await readFile(new URL(name, FOLDER), 'utf8'))))
}

const applyMissing = async (owner: Client, files: readonly Migration[]) => {
  const { rows } = await owner.query<{ name: string; digest: string }>('select name, digest from migrations.applied')
  const known = new Map(rows.map(({ name, digest }) => [name, digest]))
  const unknown = rows.find(({ name }) => !files.some((file) => file.name === name))
  if (unknown)
    throw new Error(
      `The database is newer than this version: it has the step ${unknown.name}, which this version lacks.`,
    )

  const applied: string[] = []
  for (const { name, sql, digest } of files) {
    const before = known.get(name)
    if (before !== undefined && before !== digest) throw new Error(`${name} was changed after it had been applied.`)
    if (before !== undefined) continue
    const note = () => owner.query('insert into migrations.applied (name, digest) values ($1, $2)', [name, digest])
    const index = besideWriters(sql)
    if (index === undefined && !commitsItself(sql)) {
      await apply(owner, async () => {
        await owner.query(sql)
        await owner.query(HISTORY_FUNCTIONS)
        await note()
      })
    } else {
      // What a build that was killed has left is not used, and in the way.
      if (index !== undefined) await owner.query(`drop index concurrently if exists ${index}`)
      await owner.query(sql)
      await note()
    }
    applied.push(name)
  }
  return applied
}

/** The index that a file builds while others write, which no transaction can hold: it is the file's one statement. */
const besideWriters = (sql: string): string | undefined =>
  /^create (?:unique )?index concurrently (\w+) on/m.exec(sql)?.[1]

/** The call of a procedure that fills a large table, in many short transactions; run again, it goes on. It is the file's one statement. */
const commitsItself = (sql: string): boolean => /^call \w+\(\);$/m.test(sql)

/** What a step has done to the columns of a table, its history has to tell: in the same transaction. */
const HISTORY_FUNCTIONS = `do $$ begin
  if to_regprocedure('write_history_functions()') is not null then perform write_history_functions(); end if;
end $$`

/** Under the second that requests wait: whoever queues behind a step that waits for a table is let through before they give up. */
const LOCK_WAIT_MS = 800
const PAUSE_MS = 200
/** Somebody reads a table for that long without an end. */
const MOST_TRIES = 600
const LOCK_NOT_AVAILABLE = '55P03'

/** One step in a transaction. One that cannot have its tables now makes way for those who use them, and tries again. */
const apply = async (owner: Client, step: () => Promise<void>) => {
  for (let tries = 1; ; tries++) {
    await owner.query(`begin; set local lock_timeout = '${LOCK_WAIT_MS}ms'`)
    try {
      await step()
      await owner.query('commit')
      return
    } catch (error) {
      if (tries === MOST_TRIES || codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
      await owner.query('rollback')
      await sleep(PAUSE_MS)
    }
  }
}

const codeOf = (error: unknown) => (error instanceof DatabaseError ? error.code : undefined)
