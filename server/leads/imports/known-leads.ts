import { sql, type RawBuilder } from 'kysely'
import { KNOWN_BY } from '#contract/leads/imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { countsAt } from '#server/leads/duplicates/find.ts'
import type { Lookup, RepeatedRow } from '#server/platform/imports/spec.ts'
import { visibleTo } from '#server/leads/lists/scope.ts'
import type { LeadOptions } from './options.ts'
import type { ImportedLead } from './row.ts'

type Rows = readonly { row: number; item: ImportedLead }[]

/** By what the rows are known: as duplicates are or, where known leads are updated, by what people have chosen. */
export const keysOf = (rows: Rows, tenant: Tenant, of: Lookup<LeadOptions>) =>
  of.options.update_known ? keysToUpdate(rows, tenant, of) : keysOfDuplicates(rows)

/** As those of leads are made: by email, phone, or person and company. */
const keysOfDuplicates = (rows: Rows) => {
  const said = rows.map(({ row, item: { normal } }) => {
    const { email, phone, phone_sent, further, company } = normal
    const name = normal.name_is_company ? null : normal.name
    return { row_no: row, email, phone, phone_sent, further, name, company }
  })
  return sql`
    select said.row_no, k.kind, k.key
    from json_to_recordset(${JSON.stringify(said)}::json) as said (row_no int, email text, phone text, phone_sent text, further jsonb, name text, company text),
      lateral (
        select * from duplicate_keys_of(said.email, said.phone, said.phone_sent, said.name, said.company)
        union all select * from duplicate_keys_further(said.further)
      ) k`
}

/**
 * Of a row that is about a known lead, that lead alone: a later row about the same lead repeats it, whatever the two share. Of any other row,
 * its values. A phone is often that of a whole company: it says nothing where both have an email and the two differ.
 */
const keysToUpdate = (rows: Rows, { companyId }: Tenant, { importId, options: { match_by } }: Lookup<LeadOptions>) => {
  const said = rows.map(({ row, item: { normal, external_id } }) => ({
    row_no: row,
    external_id: match_by.includes('external_id') ? external_id : null,
    email: match_by.includes('email') ? normal.email : null,
    other_email: normal.email,
    phone: match_by.includes('phone') ? normal.phone : null,
    phone_sent: match_by.includes('phone') ? normal.phone_sent : null,
  }))
  const there = sql`l.deleted_at is null and l.import_id is distinct from ${importId}::bigint`
  const byKey = (keys: RawBuilder<unknown>, unless: RawBuilder<unknown>) => sql`
    select k.lead_id as id from ${keys} said_key
    join duplicate_keys k on k.company_id = ${companyId} and k.key = said_key.key
    join leads l on l.company_id = k.company_id and l.id = k.lead_id
    where ${there} and ${unless} order by k.at desc, k.lead_id desc limit 1`
  const mailKey = sql`duplicate_keys_of(said.email, null, null, null, null)`
  const phoneKey = sql`duplicate_keys_of(null, said.phone, said.phone_sent, null, null)`
  return sql`
    select found.row_no, k.kind, k.key, found.lead_id from (
      select said.*, coalesce(ext.id, mail.id, tel.id) as lead_id,
        case when ext.id is not null then 'external_id' when mail.id is not null then 'email' else 'phone' end as by
      from json_to_recordset(${JSON.stringify(said)}::json)
        as said (row_no int, external_id text, email text, other_email text, phone text, phone_sent text)
      left join lateral (
        select l.id from leads l where l.company_id = ${companyId} and l.external_id = said.external_id and ${there}
        order by l.id desc limit 1) ext on true
      left join lateral (${byKey(mailKey, sql`ext.id is null`)}) mail on true
      left join lateral (${byKey(
        phoneKey,
        sql`ext.id is null and mail.id is null and (said.other_email is null or l.email is null or l.email = said.other_email)`,
      )}) tel on true
    ) found cross join lateral (
      select found.by as kind, md5('lead ' || found.lead_id)::uuid as key where found.lead_id is not null
      union all select 'external_id', md5('external_id ' || found.external_id)::uuid
        where found.lead_id is null and found.external_id is not null
      union all select e.kind, e.key from duplicate_keys_of(found.email, null, null, null, null) e where found.lead_id is null
      union all select p.kind, p.key from duplicate_keys_of(null, found.phone, found.phone_sent, null, null) p
        where found.lead_id is null and found.other_email is null
    ) k`
}

/** The lead that has the key `keys.key`, or null. */
export const storedOf = (tenant: Tenant, { options }: Lookup<LeadOptions>) =>
  options.update_known
    ? sql<number | null>`keys.lead_id`
    : sql<number | null>`(
        select lead_id from duplicate_keys
        where company_id = ${tenant.companyId} and key = keys.key and ${countsAt(tenant, sql`keys.kind`, sql`at`, sql`now()`)} limit 1)`

export const sameWords = (known_by: readonly string[]) =>
  known_by.length === 0 ? 'Same' : `Same ${known_by.map((by) => KNOWN_BY[by] ?? by).join(' and ')}`

/** `Same email as lead 1801`, for the file of repeated rows. A lead that the caller does not see has its number alone. */
export const repeatsOf = async (
  { db, companyId }: Tenant,
  caller: Caller,
  rows: readonly RepeatedRow[],
): Promise<string[]> => {
  const ids = rows.flatMap(({ known_id }) => known_id ?? [])
  const leads = ids.length
    ? await db
        .selectFrom('leads as l')
        .select(['l.id', 'l.lead_no', sql<boolean>`l.deleted_at is null and ${visibleTo(caller)}`.as('seen'), 'l.name'])
        .where('l.company_id', '=', companyId)
        .where('l.id', 'in', ids)
        .execute()
    : []
  const byId = new Map(leads.map((lead) => [lead.id, lead]))
  return rows.map(({ known_id, known_row, known_by }) => {
    const lead = byId.get(known_id ?? 0)
    if (lead) return `${sameWords(known_by)} as lead ${lead.lead_no}${lead.seen ? `, ${lead.name}` : ''}`
    return known_row === null ? '' : `${sameWords(known_by)} as row ${known_row}`
  })
}
