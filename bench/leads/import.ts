import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { leadImports, type LeadImport } from '#contract/leads/imports.ts'
import { PART_BYTES } from '#contract/platform/imports.ts'
import { migrate } from '#server/db/migrate.ts'
import pg from 'pg'
import { median, rounded, type Figure } from '../figure.ts'
import { callerAt } from '../platform/job.ts'
import { fillSmall, SMALL, untilQuiet, type Place } from '../place.ts'
import { residentMb, startReal, type Running } from '../real-server.ts'

const GOAL = 0.3
const GOAL_MB = 150
/** So many rows are made at once: the file is never whole in memory here either. */
const BATCH = 2_000

/** An import is stopped so often on its way, and each part of its rows copied before it goes on: both sides meet the same machine. */
const PARTS = 5

/** Rows a second of an import, once its dry run is through, against raw COPY of the rows that it left; and what it holds in memory meanwhile. */
export const importing = async (place: Place, rows: number): Promise<Figure[]> => {
  await fillSmall(place)
  // Who gets the leads is another figure: nobody does, so they wait.
  await place.owner.query(`
    begin; select set_config('leadroom.actor_kind', 'system', true), set_config('leadroom.channel', 'demo', true),
      set_config('leadroom.act', 'bench', true), set_config('leadroom.change_set', gen_random_uuid()::text, true);
    update assignment_entries set status = 'paused'; commit`)
  const real = await startReal(place)
  try {
    await untilQuiet(place)
    const idle = await residentMb(real)
    const small = await run(real, SMALL, 'small')
    const compared: { ours: number; bare: number }[] = []
    let bare: Awaited<ReturnType<typeof openBare>> | undefined
    const large = await run(real, rows, 'large', async (ours) => {
      await untilQuiet(place)
      bare ??= await openBare(place)
      const { seconds, copied } = await bare.copy(ours.importId)
      compared.push({ ours: copied / ours.seconds, bare: copied / seconds })
    })
    await bare?.close()
    const ratio = median(compared.map((part) => part.ours / part.bare))
    const mb = large.mostMb - idle
    return [
      {
        figure: 'import',
        ratio: rounded(ratio),
        growth: rounded(large.seconds / rows / (small.seconds / SMALL)),
        rows,
        ours: rounded(median(compared.map((part) => part.ours))),
        bare: rounded(median(compared.map((part) => part.bare))),
        unit: 'leads/s',
        goal: `≥ ${GOAL}`,
        meets: ratio >= GOAL,
      },
      {
        figure: 'import-memory',
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

type OnPart = (part: { importId: number; seconds: number }) => Promise<void>

/** Uploads, checks and imports a file of so many rows, and times the import; with `onPart` in parts, each told when it is done. */
const run = async (real: Running, rows: number, name: string, onPart?: OnPart) => {
  let call = await callerAt(real, 'manager')
  let mostMb = 0
  const until = async (id: number, wanted: (one: LeadImport) => boolean) => {
    for (;;) {
      // A token lives a quarter of an hour, an import may take longer.
      call = await callerAt(real, 'manager')
      for (let look = 0; look < 300; look++) {
        const { data } = await call(leadImports.read, { params: { id } })
        if (wanted(data)) return data
        if (data.problem !== null) throw new Error(data.problem)
        mostMb = Math.max(mostMb, await residentMb(real))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }

  const sizes = Array.from(batches(rows, name), (text) => Buffer.byteLength(text))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const { data: begun } = await call(leadImports.begin, { body: { file_name: `${name}.csv`, bytes } })
  for (const [no, part] of parts(rows, name))
    await call(leadImports.part, { params: { id: begun.id, no }, bytes: part })
  const { data: found } = await call(leadImports.finish, { body: begun })
  await call(leadImports.check, { body: { id: found.id, fields: found.columns.map(({ field }) => field) } })
  const checked = await until(found.id, ({ state }) => state === 'ready')
  if (checked.counts.added !== rows) throw new Error(`Of ${rows} rows ${JSON.stringify(checked.counts)}`)
  const { id } = found
  let seconds = 0
  for (let part = 1, whole = false; !whole; part++) {
    const rowsBy = onPart && part < PARTS ? Math.round((rows * part) / PARTS) : Infinity
    const from = performance.now()
    await call(leadImports.start, { body: { id } })
    const at = await until(id, ({ state, counts }) => state === 'imported' || counts.rows >= rowsBy)
    if (at.state !== 'imported') {
      await call(leadImports.cancel, { body: { id } })
      await until(id, ({ state }) => state === 'stopped')
    }
    whole = at.state === 'imported'
    const took = (performance.now() - from) / 1000
    seconds += took
    await onPart?.({ importId: id, seconds: took })
  }
  return { seconds, mostMb }
}

/** The file, some rows at a time; nobody of the demo has such a number. */
const batches = function* (rows: number, name: string) {
  yield 'Name,Email,Phone,Company,Country,State,City,Zip,Address,Message,Product,Qty,Internal no\r\n'
  for (let from = 0; from < rows; from += BATCH)
    yield Array.from({ length: Math.min(BATCH, rows - from) }, (_, at) => row(from + at, name)).join('')
}

const row = (n: number, name: string) =>
  `Ananya Kulkarni ${n},ananya.${n}@${name}${n % 40_000}.example,+9170${(name === 'small' ? 10_000_000 : 20_000_000) + n},Kulkarni ${name} ${n % 40_000},India,Maharashtra,Pune,411001,"${n} MIDC Road, Plot 7","We need ${n % 90} pieces for our plant.\nPlease send your best price.","Ball valve DN25, stainless 316",${(n % 90) + 1},K-${n}\r\n`

const parts = function* (rows: number, name: string): Generator<[no: number, part: Uint8Array<ArrayBuffer>]> {
  let rest = Buffer.alloc(0)
  let no = 0
  for (const text of batches(rows, name)) {
    rest = Buffer.concat([rest, Buffer.from(text)])
    for (; rest.length >= PART_BYTES; rest = rest.subarray(PART_BYTES))
      yield [no++, new Uint8Array(rest.subarray(0, PART_BYTES))]
  }
  if (rest.length) yield [no, new Uint8Array(rest)]
}

const LEAD = `company_id, id, lead_no, kind, name, email, phone, phone_sent, company, country, state, city, zip_code, address, message, source,
  status, status_at, spam_signals, created_by, import_id, total_quantity, created_at, updated_at, version`
const ITEM = 'company_id, id, lead_id, product_id, product_name, quantity, total_quantity'
/** What they name, and have to find. */
const NAMED = ['products', 'imports']

/**
 * The other side: COPY of leads and their products, from files, into the same tables with the same indexes and foreign keys, and
 * without triggers.
 * Each time those that the import has brought since the last.
 */
const openBare = async (place: Place) => {
  const folder = join(place.folder, 'copied')
  await mkdir(folder)
  await chmod(folder, 0o777)
  const [leads, items] = [join(folder, 'leads'), join(folder, 'items')]
  await place.owner.query('create database bare')
  await migrate(place.url('bare'))
  const bare = new pg.Client({ connectionString: place.url('bare') })
  await bare.connect()
  await bare.query('alter table leads disable trigger user; alter table lead_items disable trigger user')
  for (const table of NAMED) {
    await place.owner.query(`copy ${table} to '${join(folder, table)}'`)
    await bare.query(
      `begin; set local session_replication_role = replica; copy ${table} from '${join(folder, table)}'; commit`,
    )
  }
  let last = 0
  return {
    async copy(importId: number) {
      const wanted = `l.import_id = ${importId} and l.id > ${last}`
      const { rows } = await place.owner.query<{ last: number }>(
        `select max(id)::int as last from leads l where ${wanted}`,
      )
      await place.owner.query(`copy (select ${LEAD} from leads l where ${wanted} order by id) to '${leads}'`)
      await place.owner.query(
        `copy (select i.${ITEM.replaceAll(', ', ', i.')} from lead_items i join leads l using (company_id) where l.id = i.lead_id and ${wanted} order by i.id) to '${items}'`,
      )
      last = rows[0]?.last ?? last
      const from = performance.now()
      const { rowCount } = await bare.query(`copy leads (${LEAD}) from '${leads}'`)
      await bare.query(`copy lead_items (${ITEM}) from '${items}'`)
      return { copied: rowCount ?? 0, seconds: (performance.now() - from) / 1000 }
    },
    close: () => bare.end(),
  }
}
