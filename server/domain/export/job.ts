import { sql } from 'kysely'
import { EXPORT_COLUMNS, exports } from '#contract/exports.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { nextOf } from '#server/domain/bulk/selection.ts'
import { csvRow } from '#server/domain/csv.ts'
import { visibleTo } from '#server/domain/leads/scope.ts'
import type { Caller } from '#server/kit/auth.ts'
import { personJob } from '#server/kit/jobs/kind.ts'
import { cellOf, itemsFor } from './columns.ts'
import type { ExportFiles } from './files.ts'

/** So many rows are in memory at a time, however long the file gets. */
const CHUNK = 5_000
/** Spreadsheets take a file for UTF-8 when it begins so. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Writes the leads of a selection that its person can still see, in its order. */
export const exportLeads = (files: ExportFiles) =>
  personJob({
    name: 'exports.begin',
    permission: exports.begin.permission,
    input: exports.begin.body,
    atOnce: 2,
    async chunk({ tenant, caller, jobId, input, cursor }) {
      const chosen = await nextOf(tenant, input.selection, cursor, CHUNK)
      const rows = await rowsOf(
        tenant,
        caller,
        input,
        chosen.map(({ lead_id }) => lead_id),
      )
      const header = cursor === 0 ? BYTE_ORDER_MARK + csvRow(input.columns.map((column) => EXPORT_COLUMNS[column])) : ''
      const text = header + rows.map((cells) => csvRow(cells)).join('')
      const file = await files.write(text)
      await tenant.db
        .insertInto('export_parts')
        .values({ company_id: tenant.companyId, job_id: jobId, no: cursor, file })
        .execute()
      return {
        cursor: chosen.at(-1)?.place ?? cursor,
        done: chosen.length,
        outcomes: { written: rows.length, 'left out': chosen.length - rows.length },
        last: chosen.length < CHUNK,
      }
    },
  })

type Input = BodyOf<typeof exports.begin>

/** The cells of the leads, in the order of their ids here; those that are gone or not to be seen are left out. */
const rowsOf = async (
  { db, companyId }: Tenant,
  caller: Caller,
  { columns }: Input,
  ids: readonly number[],
): Promise<string[][]> => {
  const cells = columns.map(
    (column, at) => sql`coalesce(${cellOf(column, caller.timeZone)}, '') as ${sql.ref(`c${at}`)}`,
  )
  const { rows } = await sql<{ id: number } & Record<string, string>>`
    with people as materialized (select id, name from staff)
    select l.id, ${sql.join(cells)}
    from leads l ${itemsFor(columns)}
    where l.company_id = ${companyId} and l.id = any(${ids}::bigint[]) and l.deleted_at is null and ${visibleTo(caller)}`.execute(
    db,
  )
  const byId = new Map(rows.map(({ id, ...row }) => [id, Object.values(row)]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [row] : []
  })
}
