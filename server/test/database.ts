import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'

/** The URL of a database of the run's server; as its superuser unless a user is named. */
export function databaseUrl(database: string, user = 'postgres'): string {
  const server = inject('databaseServer')
  return server.replace('postgres@/postgres?', `${encodeURIComponent(user)}@/${encodeURIComponent(database)}?`)
}

/** Makes a database, empty or a copy of the template, and returns its name. */
export async function createDatabase(template = 'template0'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer((client) => client.query(`create database ${quoted(name)} template ${quoted(template)}`))
  return name
}

/** Waits for its connections to end by themselves: one that is cut fails the test that has just closed it. */
export const dropDatabase = (name: string): Promise<void> =>
  onServer(async (client) => {
    const dropped = client.query(`drop database if exists ${quoted(name)}`)
    await dropped.catch(() => client.query(`drop database if exists ${quoted(name)} with (force)`))
  })

/** Makes the template once in a run, whichever test file asks first, and returns its name. */
export async function createTemplate(name: string, fill: (url: string) => Promise<void>): Promise<string> {
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return

    const half = await createDatabase()
    await fill(databaseUrl(half))
    await client.query(`alter database ${quoted(half)} rename to ${quoted(name)}`)
  })
  return name
}

/**
 * Waits for the transactions that other tests have open now: they are numbered for all databases of a server, so one of theirs
 * would hold back what waits here until all earlier ones have ended.
 */
export async function othersEnded(client: Pick<pg.Client, 'query'>): Promise<void> {
  const open = async () =>
    (
      await client.query<{ one: string }>(
        `select pid || ' ' || backend_xid as one from pg_stat_activity where backend_xid is not null and datname <> current_database()`,
      )
    ).rows.map(({ one }) => one)
  for (let left = await open(); left.length > 0;) {
    await sleep(20)
    const now = await open()
    left = left.filter((one) => now.includes(one))
  }
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(inject('databaseServer'))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const quoted = (name: string): string => pg.escapeIdentifier(name)
