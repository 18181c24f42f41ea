import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { productImports, type ProductImport } from '#contract/catalogue/product-imports.ts'
import { PART_BYTES } from '#contract/platform/imports.ts'
import { migrate } from '#server/db/migrate.ts'
import pg from 'pg'
import { rounded, type Figure } from '../figure.ts'
import { callerAt } from '../platform/job.ts'
import { COMPANY, fillSmall, untilQuiet, type Place } from '../place.ts'
import { residentMb, startReal, type Running } from '../real-server.ts'

const GOAL = 0.3
const GOAL_MB = 150
/** So many rows are made at once: the file is never whole in memory here either. */
const BATCH = 2_000

/** Products a second of an import of 12 columns, once its dry run is through, against raw COPY of what it left; and what it holds in memory. */
export const productImport = async (place: Place, rows: number): Promise<Figure[]> => {
  await fillSmall(place)
  await addCategory(place)
  const real = await startReal(place)
  try {
    await untilQuiet(place)
    const idle = await residentMb(real)
    const ours = await run(real, rows)
    await untilQuiet(place)
    const bare = await copied(place)
    const ratio = bare / ours.seconds
    const mb = ours.mostMb - idle
    return [
      {
        figure: 'product-import',
        ratio: rounded(ratio),
        rows,
        ours: rounded(rows / ours.seconds),
        bare: rounded(rows / bare),
        unit: 'products/s',
        goal: `≥ ${GOAL}`,
        meets: ratio >= GOAL,
      },
      {
        figure: 'product-import-memory',
        ratio: rounded(mb / GOAL_MB),
        rows,
        ours: rounded(mb),
        unit: 'MB resident more than idle, upload and dry run included',
        goal: `≤ ${GOAL_MB} MB`,
        meets: mb <= GOAL_MB,
      },
    ]
  } finally {
    await real.stop()
  }
}

/** A category that asks for three of six attributes of several types. */
const addCategory = ({ owner }: Place) =>
  owner.query(`
    begin;
    select set_config('leadroom.actor_kind', 'system', true), set_config('leadroom.channel', 'demo', true), set_config('leadroom.act', 'bench', true),
      set_config('leadroom.change_set', gen_random_uuid()::text, true),
      set_config('leadroom.company', (select id::text from identity.companies where domain = '${COMPANY}'), true);
    insert into product_categories (company_id, code, name) select id, 'bench', 'Bench valves' from identity.companies where domain = '${COMPANY}';
    insert into product_attributes (company_id, code, label, type, family, units, default_unit, position)
    select c.id, a.code, a.label, a.type, a.family, case when a.unit is null then '{}' else array[a.unit] end, a.unit, 1
    from identity.companies c, (values ('bench_pressure', 'Bench pressure', 'quantity', 'pressure', 'bar'), ('bench_length', 'Bench length', 'quantity', 'length', 'mm'),
      ('bench_material', 'Bench material', 'option', null, null), ('bench_ports', 'Bench ports', 'number', null, null),
      ('bench_coated', 'Bench coated', 'boolean', null, null), ('bench_norm', 'Bench norm', 'text', null, null)) a (code, label, type, family, unit)
    where c.domain = '${COMPANY}';
    insert into product_attribute_options (company_id, attribute_id, code, label)
    select a.company_id, a.id, o, initcap(o) from product_attributes a, unnest(array['brass', 'steel', 'bronze']) o where a.code = 'bench_material';
    insert into category_attributes (company_id, category_id, attribute_id, required)
    select c.company_id, c.id, a.id, a.code in ('bench_pressure', 'bench_material', 'bench_ports')
    from product_categories c join product_attributes a on a.company_id = c.company_id and a.code like 'bench%' where c.code = 'bench';
    commit`)

/** Uploads, checks and imports a file of so many rows, and times the import. */
const run = async (real: Running, rows: number) => {
  let call = await callerAt(real, 'admin')
  let mostMb = 0
  const until = async (id: number, wanted: (one: ProductImport) => boolean) => {
    for (;;) {
      // A token lives a quarter of an hour, an import may take longer.
      call = await callerAt(real, 'admin')
      for (let look = 0; look < 300; look++) {
        const { data } = await call(productImports.read, { params: { id } })
        if (wanted(data)) return data
        if (data.problem !== null) throw new Error(data.problem)
        mostMb = Math.max(mostMb, await residentMb(real))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }
  const bytes = Array.from(batches(rows), (text) => Buffer.byteLength(text)).reduce((sum, size) => sum + size, 0)
  const { data: begun } = await call(productImports.begin, { body: { file_name: 'bench.csv', bytes } })
  for (const [no, part] of parts(rows)) await call(productImports.part, { params: { id: begun.id, no }, bytes: part })
  const { data: found } = await call(productImports.finish, { body: begun })
  const { id, columns } = found
  await call(productImports.check, { body: { id, fields: columns.map(({ field }) => field) } })
  const { counts } = await until(id, ({ state }) => state === 'ready')
  if (counts.added !== rows) throw new Error(`Of ${rows} rows ${JSON.stringify(counts)}`)
  const from = performance.now()
  await call(productImports.start, { body: { id } })
  await until(id, ({ state }) => state === 'imported')
  return { seconds: (performance.now() - from) / 1000, mostMb }
}

const batches = function* (rows: number) {
  yield 'Code,Name,Category,Brand,Unit,Description,Bench pressure (bar),Bench length (mm),Bench material,Bench ports,Bench coated,Bench norm\r\n'
  for (let from = 0; from < rows; from += BATCH)
    yield Array.from({ length: Math.min(BATCH, rows - from) }, (_, at) => row(from + at)).join('')
}

const row = (n: number) =>
  `BN-${n},"Ball valve ${n}, full bore",Bench valves,Brand ${n % 300},piece,"Two-piece body, blow-out proof stem, no. ${n}",${(n % 400) / 4 + 1},${(n % 900) + 10},${['Brass', 'Steel', 'Bronze'][n % 3]},${(n % 3) + 2},${n % 2 ? 'yes' : 'no'},EN ${n % 50}\r\n`

const parts = function* (rows: number): Generator<[no: number, part: Uint8Array<ArrayBuffer>]> {
  let rest = Buffer.alloc(0)
  let no = 0
  for (const text of batches(rows)) {
    rest = Buffer.concat([rest, Buffer.from(text)])
    for (; rest.length >= PART_BYTES; rest = rest.subarray(PART_BYTES))
      yield [no++, new Uint8Array(rest.subarray(0, PART_BYTES))]
  }
  if (rest.length) yield [no, new Uint8Array(rest)]
}

/** The rows that an import of products leaves, and which of them. */
const LEFT: Readonly<Record<string, string>> = {
  products: `code like 'BN-%'`,
  product_values: `product_id in (select id from products where code like 'BN-%')`,
  changes: `act = 'product-imports.run'`,
  imported_products: 'true',
}
/** What they name, and have to find. */
const NAMED = ['product_categories', 'product_attributes', 'imports']

/** Seconds of COPY of the same rows, from files, into the same tables with the same indexes and foreign keys, and without triggers. */
const copied = async (place: Place) => {
  const folder = join(place.folder, 'copied-products')
  await mkdir(folder)
  await chmod(folder, 0o777)
  await place.owner.query('create database bare_products')
  await migrate(place.url('bare_products'))
  const bare = new pg.Client({ connectionString: place.url('bare_products') })
  await bare.connect()
  try {
    const columns = async (table: string) =>
      (
        await bare.query<{ columns: string }>(
          `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
           where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
          [table],
        )
      ).rows[0]?.columns ?? ''
    for (const table of NAMED) {
      const named = await columns(table)
      await place.owner.query(`copy (select ${named} from ${table}) to '${join(folder, table)}'`)
      await bare.query(
        `begin; set local session_replication_role = replica; copy ${table} (${named}) from '${join(folder, table)}'; commit`,
      )
    }
    let seconds = 0
    for (const [table, which] of Object.entries(LEFT)) {
      const named = await columns(table)
      await place.owner.query(`copy (select ${named} from ${table} where ${which}) to '${join(folder, table)}'`)
      await bare.query(`alter table ${table} disable trigger user`)
      const from = performance.now()
      await bare.query(`copy ${table} (${named}) from '${join(folder, table)}'`)
      seconds += (performance.now() - from) / 1000
    }
    return seconds
  } finally {
    await bare.end()
  }
}
