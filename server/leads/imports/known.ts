import { sql, type RawBuilder } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { countsAt } from '#server/leads/duplicates/find.ts'
import type { NormalEnquiry } from '#server/leads/intake/enquiry.ts'

/** What a row repeats: a lead that is there, or a row before it in the file. */
export interface Known {
  lead: number | null
  row: number | null
}

interface Row {
  row: number
  lead: { normal: NormalEnquiry }
}

/** The rows' keys, as those of leads are made. */
const keysOf = (rows: readonly Row[]) => {
  const said = rows.map(({ row, lead: { normal } }) => {
    const { email, phone, phone_sent, name, company } = normal
    return { row_no: row, email, phone, phone_sent, name, company }
  })
  return sql`
    select said.row_no, k.kind, k.key
    from json_to_recordset(${JSON.stringify(said)}::json) as said (row_no int, email text, phone text, phone_sent text, name text, company text),
      duplicate_keys_of(said.email, said.phone, said.phone_sent, said.name, said.company) k`
}

/** Notes what the rows are known by, so that a later one which says the same is found. The first row that says it counts. */
export const noteKeys = async ({ db, companyId }: Tenant, importId: number, rows: readonly Row[]) => {
  await sql`
    insert into import_keys (company_id, import_id, key, row_no)
    select ${companyId}::int, ${importId}::bigint, key, min(row_no) from (${keysOf(rows)}) keys group by key
    on conflict (company_id, import_id, key) do nothing`.execute(db)
}

/** The rows with whom they repeat, by email, phone, or person and company: leads, or earlier rows whose keys are noted. */
export const withKnown = <R extends Row>(tenant: Tenant, importId: number, rows: readonly R[]) =>
  withFound(tenant, rows, (key) => earlierRow(tenant, importId, key))

/** The same for rows of which it was noted before which repeat earlier ones: no other does. */
export const withKnownAgain = async <R extends Row>(
  tenant: Tenant,
  importId: number,
  rows: readonly R[],
  repeats: (row: number) => boolean,
) => {
  const found = await Promise.all([
    withKnown(
      tenant,
      importId,
      rows.filter(({ row }) => repeats(row)),
    ),
    withFound(
      tenant,
      rows.filter(({ row }) => !repeats(row)),
      () => sql`null::integer`,
    ),
  ])
  return found.flat().toSorted((one, other) => one.row - other.row)
}

const earlierRow = ({ companyId }: Tenant, importId: number, { key, row_no }: Record<'key' | 'row_no', Sql>) => sql`(
  select row_no from import_keys
  where company_id = ${companyId} and import_id = ${importId} and key = ${key} and row_no < ${row_no} limit 1)`

type Sql = RawBuilder<unknown>

const withFound = async <R extends Row>(
  tenant: Tenant,
  rows: readonly R[],
  earlier: (keys: Record<'key' | 'row_no', Sql>) => Sql,
): Promise<(R & { known: Known | undefined })[]> => {
  const known = rows.length ? await knownRows(tenant, rows, earlier) : undefined
  return rows.map((row) => ({ ...row, known: known?.get(row.row) }))
}

const knownRows = async (
  tenant: Tenant,
  rows: readonly Row[],
  earlier: (keys: Record<'key' | 'row_no', Sql>) => Sql,
): Promise<ReadonlyMap<number, Known>> => {
  const { db, companyId } = tenant
  // One row each and in no order: so every planner walks the index of what is asked for.
  const { rows: found } = await sql<{ row_no: number } & Known>`
    with keys as materialized (${keysOf(rows)}), known as (
      select row_no, (
          select lead_id from duplicate_keys
          where company_id = ${companyId} and key = keys.key and ${countsAt(tenant, sql`keys.kind`, sql`at`, sql`now()`)} limit 1
        ) as lead, ${earlier({ key: sql`keys.key`, row_no: sql`keys.row_no` })} as row
      from keys
    )
    select row_no, max(lead) as lead, min(row) as row from known
    where lead is not null or row is not null group by row_no`.execute(db)
  return new Map(found.map(({ row_no, lead, row }) => [row_no, { lead, row }]))
}
