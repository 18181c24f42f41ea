import { sql } from 'kysely'
import type { ImportColumn, ImportField, ImportRow, KeptLead, RowOutcome } from '#contract/leads/imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import type { Caller } from '#server/kit/auth.ts'
import { ENDLESS, page, type LastRow, type PageQuery } from '#server/kit/page.ts'
import type { Reason } from './row.ts'
import { touches } from './touched.ts'

/** A row that is, or would be, more than simply added. */
export interface NotedRow {
  row_no: number
  outcome: RowOutcome
  reasons: readonly Reason[]
  cells: readonly string[]
  known_id: number | null
  known_row: number | null
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
        as r (row_no int, outcome text, reasons jsonb, cells text[], known_id bigint, known_row int)
    ), gone as (
      delete from import_rows where company_id = ${companyId} and import_id = ${importId} and row_no >= ${from} and row_no < ${to}
        and row_no not in (select row_no from noted)
    )
    insert into import_rows (company_id, import_id, row_no, outcome, reasons, cells, known_id, known_row)
    select ${companyId}::int, ${importId}::bigint, row_no, outcome, reasons, cells, known_id, known_row from noted
    on conflict (company_id, import_id, row_no) do update set outcome = excluded.outcome, reasons = excluded.reasons,
      known_id = excluded.known_id, known_row = excluded.known_row`.execute(db)
}

export const forgetRows = async ({ db, companyId }: Tenant, importId: number) => {
  for (const table of ['import_rows', 'import_keys'] as const)
    await db.deleteFrom(table).where('company_id', '=', companyId).where('import_id', '=', importId).execute()
}

/** The rows that were found to be duplicates, with what was decided about each; null: as of all others. */
export const notedDuplicates = async (
  { db, companyId }: Tenant,
  importId: number,
  [from, to]: readonly [from: number, to: number],
) => {
  const rows = await db
    .selectFrom('import_rows')
    .select(['row_no', sql<'skip' | 'add' | null>`decision`.as('decision')])
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .where('row_no', '>=', from)
    .where('row_no', '<', to)
    .where((row) => row.or([row('outcome', '=', 'duplicate'), row('decision', 'is not', null)]))
    .execute()
  return new Map(rows.map(({ row_no, decision }) => [row_no, decision]))
}

/** Decides about duplicates; of all of them when none is named. Answers how many there were. */
export const decide = async (
  { db, companyId }: Tenant,
  importId: number,
  decision: 'skip' | 'add' | null,
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
export const duplicatesToAdd = async ({ db, companyId }: Tenant, importId: number, otherwise: 'skip' | 'add') => {
  const { rows } = await sql<{ many: number }>`
    select count(*) as many from import_rows
    where company_id = ${companyId} and import_id = ${importId} and outcome = 'duplicate' and coalesce(decision, ${otherwise}) = 'add'`.execute(
    db,
  )
  return rows[0]?.many ?? 0
}

export const rows = async (
  { db, companyId }: Tenant,
  caller: Caller,
  importId: number,
  columns: readonly ImportColumn[],
  query: PageQuery & { outcome?: RowOutcome },
): Promise<{ data: ImportRow[]; pagination: Awaited<ReturnType<typeof page>>['pagination'] }> => {
  const all = db
    .selectFrom('import_rows as r')
    .where('r.company_id', '=', companyId)
    .where('r.import_id', '=', importId)
  const wanted = query.outcome ? all.where('r.outcome', '=', query.outcome) : all
  // Millions of rows may repeat leads, and about each it can be decided: those before it are passed by their numbers alone.
  const { data: numbers, pagination } = await page(wanted.select('r.row_no'), query, {
    newestBy: 'r.row_no',
    usualOrder: 'asc',
    last: ENDLESS,
  })
  if (numbers.length === 0) return { data: [], pagination }
  const data = await all
    .leftJoin('leads as l', (join) => join.onRef('l.company_id', '=', 'r.company_id').onRef('l.id', '=', 'r.known_id'))
    .select([
      'r.row_no',
      sql<RowOutcome>`r.outcome`.as('outcome'),
      sql<Reason[]>`r.reasons`.as('reasons'),
      'r.cells',
      'r.known_row',
      sql<'skip' | 'add' | null>`r.decision`.as('decision'),
      'l.id as lead_id',
      'l.lead_no',
      seenName(caller).as('lead_name'),
    ])
    .where(
      'r.row_no',
      'in',
      numbers.map(({ row_no }) => row_no),
    )
    .orderBy('r.row_no', query.order ?? 'asc')
    .execute()
  const cellOf = (cells: readonly string[], ...fields: readonly ImportField[]) =>
    columns
      .flatMap(({ field }, at) => (field && fields.includes(field) ? (cells[at]?.trim() ?? '') : []))
      .filter(Boolean)
      .join(' ')
      .slice(0, 200)
  return {
    data: data.map(({ row_no, cells, reasons, lead_id, lead_no, lead_name, ...rest }) => ({
      ...rest,
      id: row_no,
      row: row_no,
      reasons: reasons.map(({ column, message }) => ({
        message,
        column: column === null ? null : (columns[column]?.name ?? null),
        value: column === null ? null : (cells[column] ?? '').slice(0, 200),
      })),
      known_lead: lead_id === null || lead_no === null ? null : { id: lead_id, lead_no, name: lead_name },
      name: cellOf(cells, 'name', 'first_name', 'last_name'),
      email: cellOf(cells, 'email'),
      company: cellOf(cells, 'company'),
    })),
    pagination,
  }
}

/** What the lead `l` is called, where the caller sees it. */
const seenName = (caller: Caller) =>
  sql<string | null>`case when l.deleted_at is null and ${visibleTo(caller)} then l.name end`

/** Rejected rows behind one, in their order. */
export const rejectedAfter = ({ db, companyId }: Tenant, importId: number, after: number, limit: number) =>
  db
    .selectFrom('import_rows')
    .select(['row_no', sql<Reason[]>`reasons`.as('reasons'), 'cells'])
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .where('outcome', '=', 'rejected')
    .where('row_no', '>', after)
    .orderBy('row_no')
    .limit(limit)
    .execute()

/** Leads of an import that reverting left, with who touched them last: of each that is passed the history is looked at, so reverting has counted them. */
export const kept = async (tenant: Tenant, caller: Caller, importId: number, query: PageQuery) => {
  const { db, companyId } = tenant
  const known = async () => {
    const reverted = await db
      .selectFrom('imports')
      .select('kept')
      .where('company_id', '=', companyId)
      .where('id', '=', importId)
      .where('state', '=', 'reverted')
      .executeTakeFirst()
    return reverted?.kept ?? 0
  }
  const { data, pagination } = await page(
    db
      .selectFrom('leads as l')
      .innerJoin('imports as i', (join) =>
        join.onRef('i.company_id', '=', 'l.company_id').onRef('i.id', '=', 'l.import_id'),
      )
      .innerJoinLateral(
        sql<{ at: string; actor_id: number | null }>`(
          select at, actor_id from (${touches(tenant)}) done where at < coalesce(i.reverted_at, now()) order by id desc limit 1)`.as(
          'touched',
        ),
        (join) => join.onTrue(),
      )
      .leftJoin('staff as s', (join) =>
        join.onRef('s.company_id', '=', 'l.company_id').onRef('s.id', '=', 'touched.actor_id'),
      )
      .select([
        'l.id',
        'l.lead_no',
        seenName(caller).as('name'),
        'touched.at as touched_at',
        's.id as staff_id',
        's.name as staff',
      ])
      .where('l.company_id', '=', companyId)
      .where('l.import_id', '=', importId)
      .where('i.state', '=', 'reverted')
      .where((lead) =>
        lead.or([lead('l.deleted_at', 'is', null), lead('l.deleted_at', '>', lead.ref('i.reverted_at'))]),
      ),
    query,
    { newestBy: 'l.id', usualOrder: 'asc', last: LAST_KEPT, known },
  )
  const rows = data.map(({ staff_id, staff, ...lead }): KeptLead => ({
    ...lead,
    touched_by: staff_id === null || staff === null ? null : { id: staff_id, name: staff },
  }))
  return { data: rows, pagination }
}

const LAST_KEPT: LastRow = { row: 10_000, otherwise: 'filter Leads by the source of the import' }
