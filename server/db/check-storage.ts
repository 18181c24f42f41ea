import { DatabaseError, type Client } from 'pg'

export interface StorageCheck {
  tables: number
  indexes: number
  /** What is damaged, each with where it is. */
  faults: string[]
}

/** How each kind of thing is looked at; a fault is a row, or an error of PostgreSQL's class for damaged data. */
const LOOKS = {
  table: `select format('%s, page %s: %s', $1::regclass, blkno, msg) as fault from verify_heapam($1::regclass)`,
  // Whether each row of the table is in it, too.
  btree: `select from bt_index_check($1::regclass, true)`,
  gin: `select from gin_index_check($1::regclass)`,
} as const

/**
 * Reads every page of every table, of every B-tree index and, from PostgreSQL 18 on, of every GIN index of the database, by
 * PostgreSQL's own amcheck: pages against their checksums, rows against what a row may be, indexes against their tables. Beside
 * everybody's work, which waits for none of it. Wants a superuser; leaves nothing behind.
 */
export const checkStorage = async (owner: Client): Promise<StorageCheck> => {
  await owner.query('begin')
  try {
    await owner.query('create extension if not exists amcheck')
    const { rows } = await owner.query<{ name: string; kind: keyof typeof LOOKS }>(THINGS)
    const faults: string[] = []
    for (const { name, kind } of rows) faults.push(...(await look(owner, LOOKS[kind], name)))
    const tables = rows.filter(({ kind }) => kind === 'table').length
    return { tables, indexes: rows.length - tables, faults }
  } finally {
    await owner.query('rollback')
  }
}

const look = async (owner: Client, how: string, name: string): Promise<string[]> => {
  await owner.query('savepoint look')
  try {
    const { rows } = await owner.query<{ fault?: string }>(how, [name])
    await owner.query('release look')
    return rows.flatMap(({ fault }) => fault ?? [])
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code?.startsWith('XX'))) throw error
    await owner.query('rollback to look; release look')
    return [`${name}: ${error.message}`]
  }
}

/** By name, with that of the schema: what another session has made for itself alone is not to be seen, and is left out. */
const THINGS = `
  select format('%I.%I', n.nspname, c.relname) as name, case when c.relkind <> 'i' then 'table' else a.amname end as kind
  from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_am a on a.oid = c.relam left join pg_index i on i.indexrelid = c.oid
  where c.relpersistence <> 't' and (
    c.relkind in ('r', 'm', 't')
    or c.relkind = 'i' and i.indisvalid and (a.amname = 'btree' or a.amname = 'gin' and to_regproc('gin_index_check') is not null))
  order by 1`
