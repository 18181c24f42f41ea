import { sql, type RawBuilder } from 'kysely'
import type { TObject } from 'typebox'
import type { Permission } from '#contract/kit/endpoint.ts'
import type { exportCalls } from '#contract/platform/exports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { csvRow, csvRows } from '#server/kit/csv.ts'
import { conflict, found, UserError } from '#server/kit/errors.ts'
import { coalesced } from '#server/kit/implement.ts'
import type { Files } from '#server/platform/files/read.ts'
import { beginFile, fileOf, finishFile, openFileOf, writePart } from '#server/platform/files/store.ts'
import { personJob } from '#server/platform/jobs/kind.ts'
import { startJob } from '#server/platform/jobs/start.ts'
import { nextOf, selectionOf, type Selectable } from '#server/platform/selections/select.ts'

/** The columns of an export. */
export interface Layout<Column extends string> {
  /** What stands over each column. */
  labels: Readonly<Record<Column, string>>
  /** What stands in a cell. Times are those of `zone`; `people` has the `id` and `name` of everyone in the company. */
  cell(column: Column, zone: string): RawBuilder<string | null>
  /** What the cells of these columns read beside the row itself: joins. */
  joins(columns: readonly Column[]): RawBuilder<unknown>
}

/** What an area says of the rows that people export. Where each company has columns of its own, `layout` looks them up and refuses others. */
export type Exportable<Column extends string, Input extends Wanted<Column> = Wanted<Column>> = Rows &
  (Layout<Column> | { layout(tenant: Tenant, input: Input): Promise<Layout<Column>> })

interface Rows {
  /** Its job, named as the call that begins it. */
  name: string
  begin: { permission: Permission; body: TObject }
  /** What the job is called: "Export 49 leads". */
  title(count: number): string
  /** The file is called so, with its day: "leads-2026-11-28.csv". */
  fileName: string
  of: Selectable
  /** The rows that are there for the caller. */
  visible(caller: Caller): RawBuilder<boolean>
}

interface Wanted<Column> {
  selection: number
  columns: readonly Column[]
}

const KEPT_HOURS = 24
const FILE_TYPE = 'text/csv; charset=utf-8'

/** So many rows become one part of the file; of the few parts that are under way, as many are in memory. */
const CHUNK = 2_500
/** Spreadsheets take a file for UTF-8 when it begins so. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The job that writes the rows of a selection which its person still sees, in its order, and the handlers of the calls. */
export const exportOf = <Column extends string, Input extends Wanted<Column> = Wanted<Column>>(
  spec: Exportable<Column, Input>,
) => {
  const layoutFor = async (tenant: Tenant, input: Input) => ('layout' in spec ? spec.layout(tenant, input) : spec)
  const kind = personJob({
    name: spec.name,
    permission: spec.begin.permission,
    input: spec.begin.body,
    atOnce: 2,
    async chunk({ tenant, caller, jobId, input, cursor, handOn, myTurn }) {
      const wanted: Input = Object(input)
      const { selection, columns } = wanted
      const layout = await layoutFor(tenant, wanted)
      const { ids, place, last } = await nextOf(tenant, selection, cursor, CHUNK)
      if (!last) handOn(place, 0)
      const { text, written } = await linesOf(tenant, caller, { ...spec, ...layout }, columns, ids)
      const header = cursor === 0 ? BYTE_ORDER_MARK + csvRow(columns.map((column) => layout.labels[column])) : ''
      const file = found('File', await openFileOf(tenant, { entity: 'jobs', id: jobId }))
      await writePart(tenant, file, cursor, Buffer.from(header + text))
      if (last) {
        await myTurn()
        await finishFile(tenant, file, { keptHours: KEPT_HOURS })
      }
      return {
        cursor: place,
        done: ids.length,
        outcomes: { written, 'left out': ids.length - written },
        last,
      }
    },
  })

  return {
    kind,

    async begin({ tenant, caller, body }: { tenant: Tenant; caller: Caller; body: Input }) {
      const { count } = await selectionOf(tenant, caller, spec.of, body.selection)
      const input = { ...body, columns: [...new Set(body.columns)] }
      await layoutFor(tenant, input)
      const job = await startJob(tenant, kind, { title: spec.title(count), input: Object(input), total: count, caller })
      await beginFile(tenant, { entity: 'jobs', id: job }, FILE_TYPE)
      return { data: { job } }
    },

    file: (files: Files) =>
      coalesced<ReturnType<typeof exportCalls>['file'], { personId: number; id: number }>(
        ({ caller, params }) => ({ personId: caller.personId, id: params.id }),
        async (tenant, { personId, id }) => {
          const job = found('Export', await jobOf(tenant, spec.name, personId, id))
          if (job.state !== 'done') throw conflict('This export is not finished.', { state: job.state })
          const file = await fileOf(tenant, { entity: 'jobs', id })
          if (!file) throw new UserError(410, `Files are available for ${KEPT_HOURS} hours. Export again.`)
          const { companyId } = tenant
          const name = `${spec.fileName}-${file.created_at.slice(0, 10)}.csv`
          return { ...file, name, read: (from, to) => files.read(companyId, file, from, to) }
        },
      ),
  }
}

/** The rows as lines of the file, in the order of their ids here; those that are gone or not to be seen are left out. */
const linesOf = async <Column extends string>(
  { db, companyId }: Tenant,
  caller: Caller,
  { of: { entity, alias }, cell, joins, visible }: Rows & Layout<Column>,
  columns: readonly Column[],
  ids: readonly number[],
): Promise<{ text: string; written: number }> => {
  const cells = columns.map((column) => sql`coalesce(${cell(column, caller.timeZone)}, '')`)
  const row = (column: string) => sql.ref(`${alias}.${column}`)
  // All cells of all rows as one value: the driver reads it at once, and nothing is taken apart that goes together again.
  const { rows } = await sql<{ written: number; lines: string | null }>`
    with people as materialized (select id, name from staff)
    select count(*) as written, string_agg(array_to_json(array[${sql.join(cells)}]::text[])::text, e'\n' order by asked.place) as lines
    from unnest(${ids}::bigint[]) with ordinality as asked (id, place)
    join ${sql.table(entity)} as ${sql.id(alias)} on ${row('company_id')} = ${companyId} and ${row('id')} = asked.id ${joins(columns)}
    where ${visible(caller)}`.execute(db)
  const [{ written, lines } = { written: 0, lines: null }] = rows
  return { text: lines === null ? '' : csvRows(lines), written }
}

const jobOf = ({ db, companyId }: Tenant, kind: string, personId: number, id: number) =>
  db
    .selectFrom('jobs')
    .select('state')
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
