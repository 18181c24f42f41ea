import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { NormalEnquiry } from '#server/domain/enquiry.ts'

/** What a row repeats: a lead that is there, or a row before it in the file. */
export interface Known {
  lead: number | null
  row: number | null
}

interface Row {
  row: number
  lead: { normal: NormalEnquiry }
}

const incoming = (rows: readonly Row[]) => {
  const said = rows.map(({ row, lead: { normal } }) => ({
    row_no: row,
    email: normal.email,
    phone: normal.phone,
    person: normal.company ? `${normal.name}\n${normal.company}` : null,
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as said (row_no int, email text, phone text, person text)`
}

const KEYS = sql`
  select row_no, md5(kind || ' ' || fold(said))::uuid as key
  from incoming, lateral (values ('email', email), ('phone', phone), ('person', person)) as v (kind, said) where said is not null`

/** Notes what the rows are known by, so that a later one which says the same is found. The first row that says it counts. */
export const noteKeys = async ({ db, companyId }: Tenant, importId: number, rows: readonly Row[]) => {
  await sql`
    with incoming as materialized (select * from ${incoming(rows)}), keys as (${KEYS})
    insert into lead_import_keys (company_id, import_id, key, row_no)
    select ${companyId}::int, ${importId}::bigint, key, min(row_no) from keys group by key
    on conflict (company_id, import_id, key) do nothing`.execute(db)
}

/** Which of the rows are known, by e-mail, phone, or person and company: from leads, or from earlier rows. */
export const knownRows = async (
  { db, companyId }: Tenant,
  importId: number,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, Known>> => {
  // One row each and in no order: so every planner walks the index of what is asked for.
  const { rows: found } = await sql<{ row_no: number } & Known>`
    with incoming as materialized (select * from ${incoming(rows)}), keys as materialized (${KEYS}), before as (
      select k.row_no, min(f.row_no) as row
      from keys k, lateral (
        select row_no from lead_import_keys
        where company_id = ${companyId} and import_id = ${importId} and key = k.key and row_no < k.row_no limit 1
      ) f
      group by k.row_no
    ), known as (
      select i.row_no, b.row, coalesce(
        (select id from leads where company_id = ${companyId} and deleted_at is null and email = i.email limit 1),
        (select id from leads where company_id = ${companyId} and deleted_at is null and phone = i.phone limit 1)) as lead
      from incoming i left join before b using (row_no)
    )
    select row_no, lead, row from known where lead is not null or row is not null`.execute(db)
  return new Map(found.map(({ row_no, lead, row }) => [row_no, { lead, row }]))
}
