import { sql } from 'kysely'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { lockDirectory, UPKEEP } from './lock.ts'
import { readSources, SOURCES, TABLE_OF, type Source } from './sources.ts'
import { DIRECTORY_DUE } from './fold.ts'

/** How much the directory has stored of a company's sources, and how much of it they do not say. */
export interface CheckedDirectory {
  stored: number
  wrong: number
}

const AT_ONCE = 2_000

/** Compares facts and counts with their sources, but for those that wait to be read; a source whose are wrong is read again. */
export const checkDirectory = async (tenants: Tenants, companyId: number): Promise<CheckedDirectory> => {
  const checked: CheckedDirectory = { stored: 0, wrong: 0 }
  for (const source of SOURCES)
    for (let after = 0; ;) {
      const part = await tenants.write(
        companyId,
        { kind: 'system', channel: 'api', act: UPKEEP },
        async (tenant: Tenant) => {
          // Nobody writes in between.
          await lockDirectory(tenant)
          return checkSome(tenant, source, after)
        },
      )
      checked.stored += part.stored
      checked.wrong += part.wrong
      if (part.last === null) break
      after = part.last
    }
  const shown = await tenants.write(companyId, { kind: 'system', channel: 'api', act: UPKEEP }, showWrong)
  return { stored: checked.stored, wrong: checked.wrong + shown }
}

/** The next of a source after an id. */
const checkSome = async (tenant: Tenant, source: Source, after: number) => {
  const { db, companyId } = tenant
  const { rows: found } = await sql<{ id: number }>`
    select id from (
      select id from ${sql.table(TABLE_OF[source])} where company_id = ${companyId} and id > ${after}
      union select source_id from directory_facts where company_id = ${companyId} and source in (${spokenBy(source)}) and source_id > ${after}
    ) s order by id limit ${AT_ONCE}`.execute(db)
  const ids = found.map(({ id }) => id)
  const { facts, leads } = await readSources(tenant, source, ids)
  const said = facts.map(({ at: _, ...fact }) => fact)
  const counted = leads.map(({ lead_id, open, decided, valid, contact, company }) => ({
    lead_id,
    open,
    decided,
    valid,
    contact: contact && `${contact.kind}:${contact.key}`,
    company: company && `${company.kind}:${company.key}`,
  }))
  const { rows } = await sql<{ stored: number; ids: number[] }>`
    with settled as materialized (
      select unnest(${ids}::bigint[]) as id except select source_id from directory_queue where company_id = ${companyId} and source = ${source}
    ), said as materialized (
      select distinct s.source, s.source_id, s.kind, s.key, s.field, s.value
      from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as s (kind text, key text, source text, source_id bigint, field text, value text)
      join settled on settled.id = s.source_id
    ), stored as materialized (
      select f.source, f.source_id, k.kind, k.key, f.field, f.value
      from settled join directory_facts f on f.company_id = ${companyId} and f.source in (${spokenBy(source)}) and f.source_id = settled.id
      join directory_keys k on k.company_id = ${companyId} and k.id = f.key_id
    ), told as (
      select s.* from said s left join directory_keys k on k.company_id = ${companyId} and k.kind = s.kind and k.key = s.key
      left join directory_contacts c on c.company_id = ${companyId} and c.id = k.contact_id where c.erased_at is null
    ), strays as (
      (table told except table stored) union all (table stored except table said)
    ), leads_said as (
      select s.* from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
        as s (lead_id bigint, open boolean, decided boolean, valid boolean, contact text, company text) join settled on settled.id = s.lead_id
    ), leads_stored as (
      select d.lead_id, d.open, d.decided, d.valid, p.kind || ':' || p.key as contact, f.kind || ':' || f.key as company
      from settled join directory_leads d on d.company_id = ${companyId} and d.lead_id = settled.id and ${source} = 'lead'
      left join directory_keys p on p.company_id = ${companyId} and p.id = d.contact_key_id
      left join directory_keys f on f.company_id = ${companyId} and f.id = d.company_key_id
    ), stray_leads as (
      (table leads_said except table leads_stored) union all (table leads_stored except table leads_said)
    )
    select (select count(*) from stored) as stored,
      coalesce((select json_agg(id) from (select source_id as id from strays union all select lead_id from stray_leads) s), '[]') as ids`.execute(
    db,
  )
  const [{ stored, ids: wrong } = { stored: 0, ids: [] }] = rows
  if (wrong.length > 0) {
    await sql`
      insert into directory_queue (company_id, source, source_id)
      select distinct ${companyId}::int, ${source}::text, unnest(${wrong}::bigint[])`.execute(db)
    await tenant.due(DIRECTORY_DUE)
  }
  return { stored, wrong: wrong.length, last: ids.length === AT_ONCE ? (ids.at(-1) ?? null) : null }
}

/** A lead speaks as itself and by its verdict. */
const spokenBy = (source: Source) => sql.join(source === 'lead' ? [source, 'verdict'] : [source])

/** Counters that are not what the counted leads add up to; they are made again. */
const showWrong = async (tenant: Tenant): Promise<number> => {
  const { db, companyId } = tenant
  await lockDirectory(tenant)
  const { rows } = await sql<{ n: number }>`
    with contacts as (
      select c.id from directory_contacts c left join (
        select k.contact_id as id, count(*) as all_of, count(*) filter (where d.open) as open_of
        from directory_leads d join directory_keys k on k.company_id = ${companyId} and k.id = d.contact_key_id
        where d.company_id = ${companyId} group by 1) l using (id)
      where c.company_id = ${companyId} and (c.leads_all, c.leads_open) <> (coalesce(l.all_of, 0), coalesce(l.open_of, 0))
    ), companies as (
      select c.id from directory_companies c left join (
        select k.directory_company_id as id, count(*) as all_of, count(*) filter (where d.open) as open_of
        from directory_leads d join directory_keys k on k.company_id = ${companyId} and k.id = d.company_key_id
        where d.company_id = ${companyId} group by 1) l using (id)
      where c.company_id = ${companyId} and (c.leads_all, c.leads_open) <> (coalesce(l.all_of, 0), coalesce(l.open_of, 0))
    ), shown as (
      select show_companies(array(select id from companies)), show_contacts(array(select id from contacts))
    )
    select (select count(*) from contacts) + (select count(*) from companies) as n from shown`.execute(db)
  return rows[0]?.n ?? 0
}
