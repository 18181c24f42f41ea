import { createHash } from 'node:crypto'
import { escapeIdentifier, type Client } from 'pg'
import {
  END_OF_ROWS,
  linesOf,
  rowsOf,
  tablesOf,
  totalsOf,
  whoseRows,
  type Head,
  type Section,
  type SectionEnd,
  type Table,
  type Tail,
} from './backup.ts'
import { copyIn } from './copy.ts'

export interface Restored {
  rows: number
  tables: number
  /** Null for all of them. */
  company: number | null
  /** When the backup was taken. */
  at: string
}

/**
 * Puts a backup into a migrated database, in one transaction, and reads every table back: either all of it is there as it was, or nothing
 * has changed. All companies go into a database that has none; one company takes the place of what is there of it, from a backup in
 * which nothing is of another.
 */
export const restore = async (owner: Client, backup: AsyncIterable<Buffer>): Promise<Restored> => {
  const lines = linesOf(backup)
  const next = async <T extends object>(): Promise<T> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('The backup is cut off.')
    return JSON.parse(value.toString())
  }
  const head = await next<Partial<Head>>().catch(() => undefined)
  if (head?.leadroom !== 'backup') throw new Error('This is not a backup.')
  const { company = null, at = '', migrations = [] } = head

  await owner.query('begin')
  try {
    await owner.query(`set local timezone = 'UTC'; set local extra_float_digits = 1; set local datestyle = 'ISO'`)
    await checkPlace(owner, company, migrations)
    const tables = await tablesOf(owner)
    const constraints = await letIn(owner, tables)
    await owner.query(
      'create temporary table restored_people on commit drop as select id from identity.people with no data',
    )
    if (company !== null) await takeAway(owner, company)

    const done: { table: Table; section: Section; end: SectionEnd }[] = []
    for (;;) {
      const line = await next<Section | Tail>()
      if ('sequences' in line) {
        refuseNumbersOfOthers(line, company)
        await bringForward(owner, line)
        break
      }
      const table = tables.find((one) => one.table === line.table)
      if (!table || table.columns.join() !== line.columns.join())
        throw new Error(`The backup has a table that this version lacks or has changed: ${line.table}.`)
      if (company !== null && line.company !== company) throw mixed(company, table.table)
      const sha256 = await putRows(owner, table, line, lines)
      const end = await next<SectionEnd>()
      if (end.sha256 !== sha256) throw new Error(`The backup is damaged: ${line.table} differs from what was written.`)
      done.push({ table, section: line, end })
    }

    if (company !== null) await refuseStrangers(owner, company)
    await owner.query('set constraints all immediate')
    for (const { table, section, end } of done) await compare(owner, table, section, end, company)
    await shutAgain(owner, tables, constraints)
    await stopMails(owner, company, at)
    await owner.query('commit')
    await owner.query('analyze')
    return { rows: done.reduce((sum, { end }) => sum + end.rows, 0), tables: tables.length, company, at }
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

const checkPlace = async (owner: Client, company: number | null, migrations: Head['migrations']) => {
  const { rows: servers } = await owner.query(
    `select from pg_stat_activity where datname = current_database() and usename = 'leadroom_login'`,
  )
  if (servers.length > 0)
    throw new Error(`Stop the servers first: ${servers.length} of their connections are open on this database.`)
  const { rows: applied } = await owner.query('select name, digest from migrations.applied order by name')
  if (JSON.stringify(applied) !== JSON.stringify(migrations))
    throw new Error(
      `The backup is from another version, whose last step is ${migrations.at(-1)?.name}. Restore it with that version, then update.`,
    )
  const { rowCount } = await owner.query('select from identity.companies limit 1')
  if (company === null && rowCount) throw new Error('Restore all companies only into an empty database.')
}

/** Rows come in as they are: no trigger writes about them, and what they refer to may come later. */
const letIn = async (owner: Client, tables: readonly Table[]) => {
  for (const { table } of tables)
    // The sequence of a company's lead numbers is made with the company.
    if (table !== 'identity.companies') await owner.query(`alter table ${table} disable trigger user`)
  const { rows } = await owner.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as "table", conname as name from pg_constraint
    where contype = 'f' and not condeferrable and connamespace in ('public'::regnamespace, 'identity'::regnamespace)`,
  )
  for (const { table, name } of rows)
    await owner.query(`alter table ${table} alter constraint ${escapeIdentifier(name)} deferrable initially deferred`)
  await owner.query('set constraints all deferred')
  return rows
}

const shutAgain = async (
  owner: Client,
  tables: readonly Table[],
  constraints: readonly { table: string; name: string }[],
) => {
  for (const { table, name } of constraints)
    await owner.query(`alter table ${table} alter constraint ${escapeIdentifier(name)} not deferrable`)
  for (const { table } of tables)
    if (table !== 'identity.companies') await owner.query(`alter table ${table} enable trigger user`)
}

/** What is there of the company; its people may be of other companies, too, and stay. */
const takeAway = async (owner: Client, company: number) => {
  await owner.query(`select set_config('leadroom.company', $1, true)`, [String(company)])
  for (const table of [
    ...(await tablesOf(owner)).filter(({ hasCompany }) => hasCompany).map(({ table }) => table),
    ...(await totalsOf(owner)),
  ])
    await owner.query(`delete from ${table} where company_id = $1`, [company])
}

/** Puts the rows of one section into its table; answers their digest. */
const putRows = async (
  owner: Client,
  { table, columns, hasCompany }: Table,
  { company }: Section,
  lines: AsyncGenerator<Buffer>,
): Promise<string> => {
  const digest = createHash('sha256')
  const names = columns.map((name) => escapeIdentifier(name)).join(', ')
  await owner.query(`select set_config('leadroom.company', $1, true)`, [String(company ?? '')])
  // Not into the table at once: COPY refuses where row-level security binds whoever runs it.
  await owner.query(`create temporary table incoming on commit drop as select ${names} from ${table} with no data`)
  await copyIn(owner, 'copy incoming from stdin', rowsUntilEnd(lines, digest))
  const owning = hasCompany ? 'company_id' : table === 'identity.companies' ? 'id' : undefined
  if (company !== null && owning !== undefined) await refuseRowsOfOthers(owner, table, owning, company)
  if (table === 'identity.people' || table === 'identity.companies') await refuseOthers(owner, table)
  if (table === 'identity.people') await owner.query('insert into restored_people select id from incoming')
  const set = columns
    .filter((name) => name !== 'id')
    .map((name) => `${escapeIdentifier(name)} = excluded.${escapeIdentifier(name)}`)
  const conflict = {
    'identity.companies': `on conflict (id) do update set ${set.join(', ')}`,
    'identity.people': 'on conflict (id) do nothing',
  }[table]
  await owner.query(
    `insert into ${table} (${names}) overriding system value select ${names} from incoming ${conflict ?? ''}`,
  )
  await owner.query('drop table incoming')
  return digest.digest('hex')
}

async function* rowsUntilEnd(lines: AsyncGenerator<Buffer>, digest: ReturnType<typeof createHash>) {
  let gathered: Buffer[] = []
  let size = 0
  for (;;) {
    const { value: line, done } = await lines.next()
    if (done) throw new Error('The backup is cut off.')
    const ended = line.equals(END)
    if (!ended) {
      digest.update(line)
      gathered.push(line)
      size += line.length
    }
    if (size >= CHUNK || ended) {
      yield Buffer.concat(gathered)
      gathered = []
      size = 0
    }
    if (ended) return
  }
}
const END = Buffer.from(END_OF_ROWS)
/** So many bytes of rows are handed over at once: pieces of files are long lines. */
const CHUNK = 65_536

const refuseRowsOfOthers = async (owner: Client, table: string, owning: string, company: number) => {
  const { rowCount } = await owner.query(`select from incoming where ${owning} is distinct from $1 limit 1`, [company])
  if (rowCount) throw mixed(company, table)
}

/** Which people a company has is known once its memberships and invitations are there. */
const refuseStrangers = async (owner: Client, company: number) => {
  const { rowCount } = await owner.query(
    `select from restored_people where id not in (select t.id from identity.people t ${whoseRows(PEOPLE, company)}) limit 1`,
  )
  if (rowCount) throw mixed(company, PEOPLE.table)
}
const PEOPLE = { table: 'identity.people', hasCompany: false }

const refuseNumbersOfOthers = ({ sequences }: Tail, company: number | null) => {
  const other = sequences.find(
    ({ name }) => name.startsWith(LEAD_NUMBERS) && name !== `${LEAD_NUMBERS}company_${company}`,
  )
  if (company !== null && other) throw mixed(company, other.name)
}
const LEAD_NUMBERS = 'lead_numbers.'

const mixed = (company: number, where: string) =>
  new Error(`The backup is of company ${company}, but it has rows of another company in ${where}. Take a new backup.`)

/** Some may have gone out since the backup was taken: nothing goes on before a person says so. */
const stopMails = async (owner: Client, company: number | null, at: string) => {
  const { rows } = await owner.query<{ id: number }>(
    'select id from identity.companies where $1::int is null or id = $1 order by id',
    [company],
  )
  for (const { id } of rows) {
    await owner.query(`select set_config('leadroom.company', $1, true)`, [String(id)])
    await owner.query('select stop_mails($1)', [
      `Restored from a backup of ${at.slice(0, 16)} UTC. Some mails may have gone out since then.`,
    ])
  }
}

/** The same number with another moment of making is somebody else, of another database. */
const refuseOthers = async (owner: Client, table: string) => {
  const { rows } = await owner.query<{ id: number }>(
    `select i.id from incoming i join ${table} t on t.id = i.id and t.created_at <> i.created_at limit 1`,
  )
  if (rows[0])
    throw new Error(`The backup is of another database: number ${rows[0].id} of ${table} belongs to someone else here.`)
}

/** Numbers that were given out are not given out again. */
const bringForward = async (owner: Client, { sequences }: Tail) => {
  for (const { name, last } of sequences) {
    const { rows } = await owner.query<{ last: number | null }>(
      `select last_value::float8 as last from pg_sequences where format('%I.%I', schemaname, sequencename) = $1`,
      [name],
    )
    await owner.query('select setval($1::text::regclass, $2::bigint)', [name, Math.max(last, rows[0]?.last ?? 1)])
  }
}

/** Reads the rows back, as they were read for the backup. */
const compare = async (
  owner: Client,
  table: Table,
  section: Section,
  { sha256 }: SectionEnd,
  company: number | null,
) => {
  // Whoever is in other companies as well is as they are today.
  if (company !== null && table.table === 'identity.people') return
  const digest = createHash('sha256')
  for await (const line of rowsOf(owner, table, section.company)) digest.update(line)
  if (digest.digest('hex') !== sha256) throw new Error(`The rows stored in ${table.table} differ from the backup.`)
}
