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
  const { rows: found } = await sql<{ row_no: number } & Known>`
    with incoming as materialized (select * from ${incoming(rows)}), keys as materialized (${KEYS}), known as (
      select i.row_no, (
          select l.id from leads l where l.company_id = ${companyId} and l.deleted_at is null and l.email = i.email order by l.id limit 1
        ) as by_email, (
          select l.id from leads l where l.company_id = ${companyId} and l.deleted_at is null and l.phone = i.phone order by l.id limit 1
        ) as by_phone, (
          select min(f.row_no) from keys k join lead_import_keys f
            on f.company_id = ${companyId} and f.import_id = ${importId} and f.key = k.key and f.row_no < i.row_no
          where k.row_no = i.row_no
        ) as row
      from incoming i
    )
    select row_no, coalesce(by_email, by_phone) as lead, row from known where coalesce(by_email, by_phone, row) is not null`.execute(
    db,
  )
  return new Map(found.map(({ row_no, lead, row }) => [row_no, { lead, row }]))
}
