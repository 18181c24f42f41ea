import { sql } from 'kysely'
import type { ImportColumn } from '#contract/platform/imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { ENDLESS, page, type PageQuery } from '#server/kit/page.ts'
import type { ImportSpec, Reason } from './spec.ts'

/** A row that is, or would be, more than simply added. */
export interface NotedRow {
  row_no: number
  outcome: string
  reasons: readonly Reason[]
  cells: readonly string[]
  known_id: number | null
  known_row: number | null
  known_by: readonly string[]
}

/** Notes what became of rows; what was noted of other rows from `from` up to before `to` goes. Decisions stay. */
export const noteRows = async (
  { db, companyId }: Tenant,
  importId: number,
  [from, to]: readonly [from: number, to: number],
  rows: readonly NotedRow[],
) => {
  await sql`
    with noted as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (row_no int, outcome text, reasons jsonb, cells text[], known_id bigint, known_row int, known_by text[])
    ), gone as (
      delete from import_rows where company_id = ${companyId} and import_id = ${importId} and row_no >= ${from} and row_no < ${to}
        and row_no not in (select row_no from noted)
    )
    insert into import_rows (company_id, import_id, row_no, outcome, reasons, cells, known_id, known_row, known_by)
    select ${companyId}::int, ${importId}::bigint, row_no, outcome, reasons, cells, known_id, known_row, known_by from noted
    on conflict (company_id, import_id, row_no) do update set outcome = excluded.outcome, reasons = excluded.reasons,
      known_id = excluded.known_id, known_row = excluded.known_row, known_by = excluded.known_by`.execute(db)
}

export const forgetRows = async ({ db, companyId }: Tenant, importId: number) => {
  for (const table of ['import_rows', 'import_keys'] as const)
    await db.deleteFrom(table).where('company_id', '=', companyId).where('import_id', '=', importId).execute()
}

/** The rows that were found to be duplicates, or to repeat others, with what was decided about each; null: as of all others. */
export const notedDuplicates = async (
  { db, companyId }: Tenant,
  importId: number,
  [from, to]: readonly [from: number, to: number],
) => {
  const rows = await db
    .selectFrom('import_rows')
    .select(['row_no', 'decision'])
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .where('row_no', '>=', from)
    .where('row_no', '<', to)
    .where((row) =>
      row.or([row('outcome', '=', 'duplicate'), row('known_row', 'is not', null), row('decision', 'is not', null)]),
    )
    .execute()
  return new Map(rows.map(({ row_no, decision }) => [row_no, decision]))
}

/** Decides about duplicates; of all of them when none is named. Answers how many there were. */
export const decide = async (
  { db, companyId }: Tenant,
  importId: number,
  decision: string | null,
  rows?: readonly number[],
) => {
  let wanted = db
    .updateTable('import_rows')
    .set({ decision })
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .where('outcome', '=', 'duplicate')
  if (rows) wanted = wanted.where('row_no', 'in', [...rows])
  const { numUpdatedRows } = await wanted.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** How many duplicates will be added, as things are decided now. */
export const duplicatesToAdd = async ({ db, companyId }: Tenant, importId: number, otherwise: string) => {
  const { rows } = await sql<{ many: number }>`
    select count(*) as many from import_rows
    where company_id = ${companyId} and import_id = ${importId} and outcome = 'duplicate' and coalesce(decision, ${otherwise}) <> 'skip'`.execute(
    db,
  )
  return rows[0]?.many ?? 0
}

export const rows = async (
  tenant: Tenant,
  caller: Caller,
  spec: Pick<ImportSpec, 'showRows'>,
  { id, columns }: { id: number; columns: readonly ImportColumn[] },
  query: PageQuery & { outcome?: string },
) => {
  const { db, companyId } = tenant
  const all = db.selectFrom('import_rows').where('company_id', '=', companyId).where('import_id', '=', id)
  const wanted = query.outcome ? all.where('outcome', '=', query.outcome) : all
  // Millions of rows may repeat others, and about each it can be decided: those before it are passed by their numbers alone.
  const { data: numbers, pagination } = await page(wanted.select('row_no'), query, {
    newestBy: 'row_no',
    usualOrder: 'asc',
    last: ENDLESS,
  })
  if (numbers.length === 0) return { data: [], pagination }
  const found = await all
    .select([
      'row_no',
      'outcome',
      sql<Reason[]>`reasons`.as('reasons'),
      'cells',
      'known_id',
      'known_row',
      'known_by',
      'decision',
    ])
    .where(
      'row_no',
      'in',
      numbers.map(({ row_no }) => row_no),
    )
    .orderBy('row_no', query.order ?? 'asc')
    .execute()
  const own = await spec.showRows(
    tenant,
    caller,
    found.map(({ known_id, cells }) => ({ known_id, cellsOf: (...fields) => cellsOf(columns, cells, fields) })),
  )
  const data = found.map(({ row_no, outcome, reasons, cells, known_row, known_by, decision }, at) => ({
    ...own[at],
    id: row_no,
    row: row_no,
    outcome,
    known_row,
    known_by: known_by ?? [],
    decision,
    reasons: reasons.map(({ column, message }) => ({
      message,
      column: column === null ? null : (columns[column]?.name ?? null),
      value: column === null ? null : (cells[column] ?? '').slice(0, 200),
    })),
  }))
  return { data, pagination }
}

const cellsOf = (columns: readonly ImportColumn[], cells: readonly string[], fields: readonly string[]) =>
  columns
    .flatMap(({ field }, at) => (field && fields.includes(field) ? (cells[at]?.trim() ?? '') : []))
    .filter(Boolean)
    .join(' ')
    .slice(0, 200)

/** Rows of an outcome behind one, in their order. */
export const rowsAfter = (
  { db, companyId }: Tenant,
  importId: number,
  outcome: 'rejected' | 'duplicate',
  after: number,
  limit: number,
) =>
  db
    .selectFrom('import_rows')
    .select(['row_no', sql<Reason[]>`reasons`.as('reasons'), 'cells', 'known_id', 'known_row', 'known_by'])
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .where('outcome', '=', outcome)
    .where('row_no', '>', after)
    .orderBy('row_no')
    .limit(limit)
    .execute()
