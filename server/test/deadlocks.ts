import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type pg from 'pg'

const DEADLOCKS = 'select deadlocks::int as n from pg_stat_database where datname = current_database()'
/** As many lines of the server's log as say who waited for whom, and in which statements. */
const LINES = 60

/** What the server of the tests has logged of each deadlock of this database: too rare to be had again for a look. */
export const deadlocksIn = async (owner: pg.Pool): Promise<string[]> => {
  const [{ n }] = (await owner.query<{ n: number }>(DEADLOCKS)).rows as [{ n: number }]
  if (n === 0) return []
  const { rows } = await owner.query<{ data_directory: string; name: string }>(
    `select current_setting('data_directory') as data_directory, current_database() as name`,
  )
  const [{ data_directory, name }] = rows as [(typeof rows)[number]]
  const lines = readFileSync(join(dirname(data_directory), 'server.log'), 'utf8').split('\n')
  const told = lines.flatMap((line, at) =>
    line.includes('deadlock detected') && line.includes(name) ? [lines.slice(at, at + LINES).join('\n')] : [],
  )
  return told.length > 0 ? told : [`${n}, of which the log tells nothing`]
}
