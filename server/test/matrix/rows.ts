import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { TestApp } from '../app.ts'

interface Column {
  table: string
  column: string
  type: string
  required: boolean
  refers_to: string | null
  allowed: string | null
  checked: boolean
}

/** Whose row it is: which company, which id, which person stands in for people, and which word gives it away. */
export interface RowOwner {
  companyId: number
  id: number
  personId: number
  canary: string
}

/** One row in every tenant table, for each owner; answers what could not be made, as `table: reason`. */
export const fillEveryTable = async (app: TestApp, owners: readonly RowOwner[]): Promise<string[]> => {
  const { rows } = await app.owner.query<Column>(COLUMNS)
  const tables = inOrder(Map.groupBy(rows, ({ table }) => BORN_WITH[table] ?? table))
  const failures: string[] = []
  for (const [table, columns] of tables)
    for (const [index, owner] of owners.entries()) {
      const values: unknown[] = []
      const inserts = [...Map.groupBy(columns, (column) => column.table)].map(([each, own]) => {
        const given = own.flatMap((column) => {
          const value = valueFor(column, owner, index)
          return value === undefined ? [] : [{ name: column.column, hole: `$${values.push(value)}` }]
        })
        const [names, holes] = [given.map(({ name }) => `"${name}"`), given.map(({ hole }) => hole)]
        return `insert into ${each} (${names.join()}) overriding system value values (${holes.join()}) on conflict do nothing`
      })
      const last = inserts.pop() ?? ''
      const before = inserts.map((insert, at) => `w${at} as (${insert})`)
      await app
        .sql(owner.companyId, `${before.length ? `with ${before.join()} ` : ''}${last}`, values)
        .catch((error: Error) => failures.push(`${table}: ${error.message}`))
    }
  return failures
}

/** Tables whose rows come with those of another, in one statement: each refers to the other. */
const BORN_WITH: Readonly<Record<string, string>> = { blog_versions: 'blog_posts' }

/** Tables after those that they refer to. */
const inOrder = (tables: Map<string, Column[]>) => {
  const done = new Set<string>()
  const order: [string, Column[]][] = []
  while (order.length < tables.size) {
    const ready = [...tables].filter(
      ([table, columns]) =>
        !done.has(table) &&
        columns.every(
          ({ required, refers_to }) =>
            !required || !refers_to || !tables.has(refers_to) || refers_to === table || done.has(refers_to),
        ),
    )
    if (ready.length === 0) throw new Error('Tables refer to one another in a circle')
    for (const entry of ready) {
      done.add(entry[0])
      order.push(entry)
    }
  }
  return order
}

const valueFor = (
  { table, column, type, required, refers_to, allowed, checked }: Column,
  owner: RowOwner,
  index: number,
): unknown => {
  if (column === 'company_id') return owner.companyId
  if (column === 'id') return owner.id
  const values = allowed?.match(/'[^']*'::text/g)?.map((text) => text.slice(1, -7))
  // Nothing but small letters and digits may stand in it.
  if (table === 'product_attributes' && column === 'code') return `grade_${owner.id}`
  if (table === 'products' && column === 'gtin') return String(owner.id)
  if (table === 'blog_image_uses' && column === 'row_key') return String(owner.id)
  // A post has an author; a block of an audience, somebody.
  if (column === 'author_ids' || (table === 'mailing_blocks' && column === 'ids')) return [owner.id]
  if (table === 'competitor_post_signatures' && column === 'signature') return Buffer.alloc(256, owner.id)
  // It is none of a mailing, which would have the text.
  if (table === 'mails' && column === 'text_id') return owner.id
  // A key belongs to somebody, now and before any merge.
  if (table === 'directory_keys' && column.startsWith('contact_')) return owner.id
  const word = WORDS[`${table}.${column}`]
  if (word !== undefined) return word
  if (!required) return type === 'text' && !checked && !refers_to ? `${owner.canary} ${column}` : undefined
  if (refers_to === 'identity.memberships') return owner.personId
  if (refers_to) return owner.id
  // Not referred to, so that the history may be cut: each row has its own all the same.
  if (column === 'change_id') return owner.id
  if (values) return values[index % values.length]
  if (/_(by|person|staff)$|^(staff|author|person)_id$/.test(column)) return owner.personId
  return SAMPLES[type]?.(`${owner.canary}-${table}-${owner.id}`) ?? `${owner.canary}-${table}-${owner.id}`
}

/** Whose files they are: no foreign key says which table that is. */
const FILES_OF = 'jobs'
/** Words that the code knows and no constraint lists. */
const WORDS: Readonly<Record<string, string>> = {
  'directory_keys.kind': 'email',
  'competitor_summaries.sentences': '[]',
  'competitor_summary_wishes.zone': 'UTC',
  'competitor_topics.phrases': '{pump}',
  'directory_duplicate_groups.members': '{1,2}',
  'directory_duplicate_groups.score': '90',
  'directory_duplicate_groups.total': '2',
  'files.entity': FILES_OF,
  'imports.entity': 'leads',
  'import_rows.outcome': 'rejected',
  'post_mailings.audience': '{"kind":"everyone"}',
  'post_mailings.excluded':
    '{"unconfirmed":0,"unsubscribed":0,"bounced":0,"complained":0,"blocked":0,"had_it":0,"other_source":0}',
  'not_directory_duplicates.other_id': '2',
  'product_merges.taken': '[]',
  'product_merges.moved': '{"lines":[],"product_pictures":[],"product_synonyms":[],"vendor_updates":[],"learned":[]}',
  'job_results.entity': 'leads',
  'selections.entity': 'leads',
  'working_calendars.time_zone': 'Asia/Kolkata',
}

const SAMPLES: Record<string, (text: string) => unknown> = {
  bool: () => true,
  bytea: (text) => Buffer.from(text),
  date: () => '2026-03-12',
  float8: () => 1,
  int4: () => 1,
  int8: () => 1,
  jsonb: () => '{}',
  numeric: () => 1,
  timestamptz: () => '2026-03-12T08:00:00Z',
  uuid: (text) => uuidOf(text),
  _text: () => [],
  _int4: () => [],
  _int8: () => [],
  _timestamptz: () => [],
  xid8: () => '1',
  pg_snapshot: () => '1:1:',
}

/** The same for the same text, and fit to be unique. */
const uuidOf = (text: string) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

const COLUMNS = `
  select c.relname as table, a.attname as column, t.typname as type,
    a.attname in ('company_id', 'id') or (a.attnotnull and not a.atthasdef and a.attidentity = '') as required,
    case when c.relname = 'files' and a.attname = 'entity_id' then '${FILES_OF}' else (select f.confrelid::regclass::text from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and not f.condeferrable and a.attnum = any(f.conkey) and a.attname <> 'company_id' limit 1) end as refers_to,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%ARRAY[%' limit 1) as allowed,
    exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)) as checked
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and exists (select from pg_attribute own where own.attrelid = c.oid and own.attname = 'company_id')
  order by c.relname, a.attnum`

/** What reads keep for the next read, so that it need not count again. */
const KEPT_BY_READS = [
  'competitor_summaries',
  'competitor_summary_wishes',
  'list_counts',
  'lead_rollups',
  'lead_rollup_states',
]

/**
 * A digest of each table; of one company's rows alone when a company is named. What only says "seen now" does not count,
 * nor what reads keep for one another, nor what is there for a moment (unlogged).
 */
export const digests = async (owner: Pool, companyId?: number): Promise<Record<string, string>> => {
  const { rows: tables } = await owner.query<{ name: string; owned: boolean }>(
    `
    select c.oid::regclass::text as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') as owned
    from pg_class c where c.relnamespace in ('public'::regnamespace, 'identity'::regnamespace) and c.relkind = 'r'
      and c.relpersistence = 'p' and c.relname <> all($1) order by 1`,
    [KEPT_BY_READS],
  )
  const parts = tables
    .filter(({ owned }) => companyId === undefined || owned)
    .map(
      ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(row, '' order by row), '')) as digest from
        (select md5((to_jsonb(t) - 'last_seen_at')::text) as row from ${name} t ${companyId === undefined ? '' : `where company_id = ${companyId}`}) r`,
    )
  const { rows } = await owner.query<{ name: string; digest: string }>(parts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
