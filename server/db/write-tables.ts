import { writeFile } from 'node:fs/promises'
import { Client } from 'pg'

/** Reads the columns of a migrated database and writes them as types; run by `npm run tables`. */
export const tableTypes = async (ownerUrl: string) => {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<Column>(COLUMNS, [NULLABLE_IN_VIEWS])
  await owner.end()
  const tables = Map.groupBy(rows, ({ schema, relation }) => (schema === 'public' ? relation : `${schema}.${relation}`))
  const entries = [...tables].map(
    ([name, columns]) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: {\n${columns.map(property).join('')}  }\n`,
  )
  return `${HEADER}\nexport interface Tables {\n${entries.join('')}}\n`
}

const HEADER = `// Written by \`npm run tables\` from the migrated database; a test holds it true.
import type { ColumnType, Generated } from 'kysely'

type Json = ColumnType<unknown, string, string>
type OptionalJson = ColumnType<unknown, string | undefined, string>
`

interface Column {
  schema: string
  relation: string
  column: string
  type: string
  nullable: boolean
  optional: boolean
  computed: boolean
}

/** A view does not say which of its columns may be null. */
const NULLABLE_IN_VIEWS = ['department', 'department_id', 'designation', 'designation_id', 'domain', 'logo_url']

const COLUMNS = `
  select n.nspname as schema, c.relname as relation, a.attname as column, t.typname as type,
    case c.relkind when 'v' then a.attname = any($1) else not a.attnotnull end as nullable, a.atthasdef or a.attidentity <> '' as optional, a.attgenerated <> '' as computed
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
  where n.nspname in ('public', 'identity') and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by n.nspname desc, c.relname, a.attnum`

const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'Json',
  numeric: 'number',
  pg_snapshot: 'string',
  text: 'string',
  timestamptz: 'string',
  uuid: 'string',
  xid8: 'string',
  _int4: 'number[]',
  _int8: 'string[]',
  _text: 'string[]',
  _timestamptz: 'string[]',
}

const property = ({ relation, column, type, nullable, optional, computed }: Column) => {
  const known = TYPES[type]
  if (!known) throw new Error(`${relation}.${column} is a ${type}: say in TYPES what that is`)
  const plain = nullable ? `${known} | null` : known
  const inJson = nullable ? 'ColumnType<unknown, string | null, string | null>' : 'Json'
  if (known === 'Json' && optional) return `    ${column}: OptionalJson\n`
  const typed = known === 'Json' ? inJson : computed ? `ColumnType<${plain}, never, never>` : plain
  return `    ${column}: ${optional && !computed ? `Generated<${typed}>` : typed}\n`
}

if (import.meta.main) {
  const file = new URL('./tables.ts', import.meta.url).pathname
  const { startEmbedded } = await import('./embedded.ts')
  const { migrate } = await import('./migrate.ts')
  const { addSums } = await import('./migration-sums.ts')
  const { mkdtemp, rm } = await import('node:fs/promises')
  const folder = await mkdtemp('/tmp/leadroom-tables-')
  const server = await startEmbedded({ folder })
  try {
    const url = server.url('postgres')
    await migrate(url)
    await writeFile(file, await tableTypes(url))
    await addSums()
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
}
