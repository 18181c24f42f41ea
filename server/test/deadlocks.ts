import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type pg from 'pg'

/** As many lines of the server's log as say who waited for whom, and in which statements. */
const LINES = 60

/** From now on connections to this database have the log tell who waited for whom, which the product's own setting keeps out of it. */
export const explainDeadlocks = (owner: pg.Pool) =>
  owner.query(`do $$ begin
    execute format('alter database %I set log_error_verbosity = ''default''', current_database());
  end $$`)

/** What the log says of each deadlock of this database: too rare to be had again for a look. */
export const deadlocksIn = async (owner: pg.Pool): Promise<string[]> => {
  const { rows } = await owner.query<{ deadlocks: number; name: string; data: string }>(
    `select deadlocks::int, datname as name, current_setting('data_directory') as data
    from pg_stat_database where datname = current_database()`,
  )
  const [{ deadlocks, name, data }] = rows as [(typeof rows)[number]]
  if (deadlocks === 0) return []
  const lines = readFileSync(join(dirname(data), 'server.log'), 'utf8').split('\n')
  const told = lines.flatMap((line, at) =>
    line.includes('deadlock detected') && line.includes(name) ? [lines.slice(at, at + LINES).join('\n')] : [],
  )
  return told.length > 0 ? told : [`${deadlocks}, of which the log tells nothing`]
}
