import { createHash } from 'node:crypto'
import { escapeIdentifier, type Client } from 'pg'
import { copyOut } from './copy.ts'

// A backup is text: a line that says what it is, then of each table, and of each company in it, a line that says whose rows
// follow, the rows as COPY writes them, ordered by their key, `\.`, and a line with their number and digest; last a line with the sequences.

/** The first line. */
export interface Head {
  leadroom: 'backup'
  at: string
  /** Null for all of them. */
  company: number | null
  /** What the schema was made by: a backup goes into no other. */
  migrations: { name: string; digest: string }[]
}
/** Rows of one table: of one company, where the table belongs to companies. */
export interface Section {
  table: string
  columns: string[]
  company: number | null
}
export interface SectionEnd {
  rows: number
  sha256: string
}
export interface Tail {
  sequences: { name: string; last: number }[]
}

/** Ends the rows of a section; no row of COPY's is this. */
export const END_OF_ROWS = '\\.\n'

/** A restore brings back no sessions and no leases, and recounts the totals, because all of them depend on one server's transactions. Migrations fill the units. */
export const LEFT_OUT = {
  'identity.sessions': 'sessions',
  'identity.refresh_tokens': 'sessions',
  'identity.tabs': 'sessions',
  'identity.broadcasts': 'sessions',
  'identity.sign_in_failures': 'sessions',
  'identity.password_resets': 'sessions',
  'identity.answers': 'sessions',
  'identity.due_turns': 'turns',
  'identity.mail_pace': 'turns',
  'identity.mail_server': 'turns',
  list_counts: 'totals',
  list_count_floors: 'totals',
  lead_rollups: 'totals',
  lead_rollup_states: 'totals',
  measurement_units: 'migrations',
} as const
const TOTALS = Object.entries(LEFT_OUT).flatMap(([table, what]) => (what === 'totals' ? [table] : []))

/** The tables that totals are made of: those above, and the deltas of every list. Only deltas have a transaction in their primary key. */
export const totalsOf = async (owner: Pick<Client, 'query'>): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = 'public'::regnamespace and exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey) and a.atttypid = 'xid8'::regtype)
    order by 1`)
  return [...TOTALS, ...rows.map(({ name }) => name)]
}

/**
 * All rows as they are at one moment, while others write; of one company, or of all. Needs no right to go round row-level security:
 * each company's rows are read in its own name. The connection must be closed afterwards.
 */
export async function* backupOf(owner: Client, company: number | null): AsyncGenerator<Buffer> {
  await owner.query('begin isolation level repeatable read read only')
  // As the server does, for what is written must not depend on who reads it.
  await owner.query(`set local timezone = 'UTC'; set local extra_float_digits = 1; set local datestyle = 'ISO'`)
  const { rows: migrations } = await owner.query<Head['migrations'][number]>(
    'select name, digest from migrations.applied order by name',
  )
  const { rows: times } = await owner.query<{ at: string }>('select now()::text as at')
  yield lineOf({ leadroom: 'backup', at: times[0]?.at ?? '', company, migrations } satisfies Head)

  const companies = company === null ? await allCompanies(owner) : [company]
  for (const table of await tablesOf(owner))
    for (const whose of table.ofTenants ? companies : [company]) yield* sectionOf(owner, table, whose)

  const { rows: sequences } = await owner.query<Tail['sequences'][number]>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::float8 as last from pg_sequences
    where schemaname in ('public', 'identity', 'lead_numbers') and last_value is not null
      and ($1::text is null or schemaname <> 'lead_numbers' or sequencename = $1) order by 1`,
    [company === null ? null : `company_${company}`],
  )
  yield lineOf({ sequences } satisfies Tail)
  await owner.query('commit')
}

export interface Table {
  /** As SQL names it. */
  table: string
  /** What can be written: all but what the database works out itself. */
  columns: string[]
  /** Its primary key; null where there is none. */
  key: string[] | null
  ofTenants: boolean
  hasCompany: boolean
}

/** The tables that a backup has, by name. */
export const tablesOf = async (owner: Client): Promise<Table[]> => {
  const { rows } = await owner.query<Table>(`
    with named as (
      select c.oid, n.nspname, c.relname, case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as "table"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'identity') and c.relkind = 'r' and c.relpersistence = 'p')
    select t."table", t.nspname = 'public' as "ofTenants",
      exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'company_id') as "hasCompany",
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(a.attname::text order by k.place) from pg_index i, unnest(i.indkey) with ordinality k (attnum, place), pg_attribute a
        where i.indrelid = t.oid and i.indisprimary and a.attrelid = t.oid and a.attnum = k.attnum) as key
    from named t order by t.nspname, t.relname`)
  const totals = await totalsOf(owner)
  return rows.filter(({ table }) => !(table in LEFT_OUT) && !totals.includes(table))
}

const allCompanies = async (owner: Client) =>
  (await owner.query<{ id: number }>('select id from identity.companies order by id')).rows.map(({ id }) => id)

const CHUNK = 65_536

/** One table's rows of one company, of all, or nothing at all where there are none. */
async function* sectionOf(owner: Client, table: Table, company: number | null): AsyncGenerator<Buffer> {
  const digest = createHash('sha256')
  let rows = 0
  let gathered: Buffer[] = []
  let size = 0
  for await (const line of rowsOf(owner, table, company)) {
    if (rows === 0) yield lineOf({ table: table.table, columns: table.columns, company } satisfies Section)
    rows += 1
    digest.update(line)
    gathered.push(line)
    size += line.length
    if (size < CHUNK) continue
    yield Buffer.concat(gathered)
    gathered = []
    size = 0
  }
  if (rows === 0) return
  yield Buffer.concat([...gathered, Buffer.from(END_OF_ROWS)])
  yield lineOf({ rows, sha256: digest.digest('hex') } satisfies SectionEnd)
}

/** A company's rows of a table, or all, each as one line, in the order of their key. */
export async function* rowsOf(owner: Client, table: Table, company: number | null): AsyncGenerator<Buffer> {
  await owner.query(`select set_config('leadroom.company', $1, true)`, [String(company ?? '')])
  const order = table.key ? table.key.map((name) => `t.${escapeIdentifier(name)}`).join(', ') : 't::text'
  const rows = `select ${table.columns.map((name) => `t.${escapeIdentifier(name)}`).join(', ')} from ${table.table} t`
  yield* linesOf(copyOut(owner, `copy (${rows} ${whoseRows(table, company)} order by ${order}) to stdout`))
}

/** The condition for a company's rows of the table `t`, or for all. */
export const whoseRows = ({ table, hasCompany }: Pick<Table, 'table' | 'hasCompany'>, company: number | null) => {
  if (company === null) return ''
  if (hasCompany) return `where t.company_id = ${company}`
  if (table === 'identity.companies') return `where t.id = ${company}`
  if (table === 'identity.people')
    return `where t.id in (select id from identity.memberships where company_id = ${company}
      union select unnest(array[person_id, invited_by]) from identity.invitations where company_id = ${company})`
  throw new Error(`No rule says which rows of ${table} belong to a company`)
}

/** Whole lines, each with its end; what comes after the last one is an error. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, from)) {
      yield data.subarray(from, end + 1)
      from = end + 1
    }
    rest = data.subarray(from)
  }
  if (rest.length > 0) throw new Error('The backup ends in the middle of a line.')
}

const lineOf = (what: object) => Buffer.from(`${JSON.stringify(what)}\n`)
