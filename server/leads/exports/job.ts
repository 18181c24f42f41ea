import { sql } from 'kysely'
import { EXPORT_COLUMNS, exports } from '#contract/leads/exports.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { nextOf } from '#server/platform/selections/select.ts'
import { csvRow, csvRows } from '#server/kit/csv.ts'
import { finishFile, openFileOf, writePart } from '#server/platform/files/store.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import type { Caller } from '#server/kit/auth.ts'
import { found } from '#server/kit/errors.ts'
import { personJob } from '#server/platform/jobs/kind.ts'
import { cellOf, itemsFor } from './columns.ts'

export const KEPT_HOURS = 24
export const EXPORT_TYPE = 'text/csv; charset=utf-8'

/** So many rows become one part of the file; of the few parts that are under way, as many are in memory. */
const CHUNK = 2_500
/** Spreadsheets take a file for UTF-8 when it begins so. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Writes the leads of a selection that its person can still see, in its order. */
export const exportLeads = personJob({
  name: 'exports.begin',
  permission: exports.begin.permission,
  input: exports.begin.body,
  atOnce: 2,
  async chunk({ tenant, caller, jobId, input, cursor, handOn, myTurn }) {
    const { ids, place, last } = await nextOf(tenant, input.selection, cursor, CHUNK)
    if (!last) handOn(place, 0)
    const { text, written } = await linesOf(tenant, caller, input, ids)
    const header = cursor === 0 ? BYTE_ORDER_MARK + csvRow(input.columns.map((column) => EXPORT_COLUMNS[column])) : ''
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

type Input = BodyOf<typeof exports.begin>

/** The leads as lines of the file, in the order of their ids here; those that are gone or not to be seen are left out. */
const linesOf = async (
  { db, companyId }: Tenant,
  caller: Caller,
  { columns }: Input,
  ids: readonly number[],
): Promise<{ text: string; written: number }> => {
  const cells = columns.map((column) => sql`coalesce(${cellOf(column, caller.timeZone)}, '')`)
  // All cells of all leads as one value: the driver reads it at once, and nothing is taken apart that goes together again.
  const { rows } = await sql<{ written: number; lines: string | null }>`
    with people as materialized (select id, name from staff)
    select count(*) as written, string_agg(array_to_json(array[${sql.join(cells)}]::text[])::text, e'\n' order by asked.place) as lines
    from unnest(${ids}::bigint[]) with ordinality as asked (id, place)
    join leads l on l.company_id = ${companyId} and l.id = asked.id ${itemsFor(columns)}
    where l.deleted_at is null and ${visibleTo(caller)}`.execute(db)
  const [{ written, lines } = { written: 0, lines: null }] = rows
  return { text: lines === null ? '' : csvRows(lines), written }
}
