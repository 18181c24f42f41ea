import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { lockDirectory } from '#server/directory/directory-upkeep/lock.ts'
import { showAgain } from '#server/directory/directory-upkeep/store.ts'
import { TABLE, type Subject } from '#server/directory/provenance/provenance.ts'
import { pageBounds, paginationOf, sortColumn, type PageQuery } from '#server/kit/page.ts'
import { IMPORTED } from './store.ts'

type Kind = Subject['kind']
const ORIGIN = { contact: 'contact_origin', company: 'company_origin' } as const

/** The next of whom the import said something, behind an id, locked. Those that it added and that were deleted since are none of them. */
export const lockImported = async (
  tenant: Tenant,
  kind: Kind,
  importId: number,
  after: number,
  limit: number,
): Promise<number[]> => {
  await lockDirectory(tenant)
  const { table, column } = IMPORTED[kind]
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(table)} i join ${sql.table(TABLE[kind])} t on t.company_id = i.company_id and t.id = ${sql.ref(`i.${column}`)}
    where i.company_id = ${tenant.companyId} and i.import_id = ${importId} and t.id > ${after}
      and (t.deleted_at is null or not i.added or t.merged_into is not null)
    order by t.id limit ${limit} for no key update of t`.execute(tenant.db)
  return rows.map(({ id }) => id)
}

/** Takes away what the import said; whom it added and people have worked on since stays as it is. Answers those. */
export const takeBack = async (
  tenant: Tenant,
  kind: Kind,
  ids: readonly number[],
  importId: number,
): Promise<ReadonlySet<number>> => {
  await lockDirectory(tenant)
  const { db, companyId } = tenant
  const { table, column } = IMPORTED[kind]
  const { rows: touched } = await sql<{ id: number }>`
    update ${sql.table(table)} i set touched_at = last.at, touched_by = last.actor_id
    from unnest(${ids}::bigint[]) each (id) cross join lateral (
      select c.at, c.actor_id from changes c, ${sql.table(table)} own
      where own.company_id = ${companyId} and own.import_id = ${importId} and ${sql.ref(`own.${column}`)} = each.id and own.added
        and c.company_id = ${companyId} and c.root = ${TABLE[kind]} and c.root_id = each.id and c.actor_kind = 'person' and c.verb = 'updated'
        and c.at > own.at
      order by c.id desc limit 1) last
    where i.company_id = ${companyId} and i.import_id = ${importId} and ${sql.ref(`i.${column}`)} = each.id
    returning each.id`.execute(db)
  const kept = new Set(touched.map(({ id }) => id))
  const gone = ids.filter((id) => !kept.has(id))
  const { rows } = await sql<{ contacts: number[]; companies: number[] }>`
    with gone as (
      delete from directory_facts f using directory_keys k
      where k.company_id = ${companyId} and ${sql.ref(`k.${ORIGIN[kind]}`)} = any (${gone}::bigint[])
        and f.company_id = k.company_id and f.key_id = k.id and f.source = 'import' and f.source_id = ${importId}
      returning f.id, f.field, f.value, k.contact_id, k.directory_company_id
    ), unnamed as materialized (
      select distinct f.id, f.directory_company_id, f.key_id from (select distinct value from gone where field = 'company') g
      join lateral (
        select s.id, k.directory_company_id, k.id as key_id from directory_keys k
        join directory_facts s on s.company_id = k.company_id and s.key_id = k.id and s.source = 'import' and s.source_id = ${importId}
        where k.company_id = ${companyId} and k.kind = split_part(g.value, ':', 1) and k.key = substr(g.value, strpos(g.value, ':') + 1)) f on true
      where not exists (select from directory_facts o where o.company_id = ${companyId} and o.source = 'import' and o.source_id = ${importId}
        and o.field = 'company' and o.value = g.value and o.id not in (select id from gone))
    ), gone_too as (
      delete from directory_facts f using unnamed u where f.company_id = ${companyId} and f.id = u.id
    )
    select coalesce((select json_agg(distinct contact_id) from gone where contact_id is not null), '[]') as contacts,
      coalesce((select json_agg(distinct c) from (select directory_company_id as c from gone union select directory_company_id from unnamed) s
        where c is not null), '[]') as companies`.execute(db)
  const subjects = rows[0] ?? { contacts: [], companies: [] }
  await dropKeys(tenant, subjects)
  await showAgain(tenant, subjects)
  return kept
}

/** Keys by which nobody is known any more, of those on whom nobody has worked. */
const dropKeys = async (
  { db, companyId }: Tenant,
  { contacts, companies }: { contacts: readonly number[]; companies: readonly number[] },
) => {
  await sql`
    delete from directory_keys k where k.company_id = ${companyId}
      and (k.contact_id = any (${contacts}::bigint[]) or k.directory_company_id = any (${companies}::bigint[]))
      and not exists (select from directory_facts f where f.company_id = k.company_id and f.key_id = k.id)
      and not exists (select from directory_leads l where l.company_id = k.company_id and k.id in (l.contact_key_id, l.company_key_id))
      and not exists (select from directory_contacts c where c.company_id = k.company_id and c.id = k.contact_id
        and (c.own <> '{}' or c.added_by is not null or c.tags <> '{}' or c.note <> '' or c.merged_into is not null or c.removed_at is not null))
      and not exists (select from directory_companies c where c.company_id = k.company_id and c.id = k.directory_company_id
        and (c.own <> '{}' or c.added_by is not null or c.tags <> '{}' or c.note <> '' or c.roles <> '{}' or c.merged_into is not null
          or c.removed_at is not null))`.execute(db)
}

interface Kept {
  id: number
  name: string
  detail: string | null
  touched_at: string
  touched_by: { id: number; name: string } | null
}

/** Those that reverting left, with the time and the person of the last change. */
export const keptOf = async ({ db, companyId }: Tenant, kind: Kind, importId: number, query: PageQuery) => {
  const { page, limit, offset } = pageBounds(query)
  if (query.sort !== undefined) sortColumn(query.sort, new Map())
  const { table, column } = IMPORTED[kind]
  const detail = kind === 'contact' ? sql`t.email` : sql`t.domain`
  const { rows } = await sql<Kept & { total: number }>`
    select t.id, t.name, ${detail} as detail, i.touched_at, count(*) over () as total,
      (select json_build_object('id', p.id, 'name', p.name) from staff p where p.id = i.touched_by) as touched_by
    from ${sql.table(table)} i join ${sql.table(TABLE[kind])} t on t.company_id = i.company_id and t.id = ${sql.ref(`i.${column}`)}
    where i.company_id = ${companyId} and i.import_id = ${importId} and i.touched_at is not null
    order by t.id limit ${limit} offset ${offset}`.execute(db)
  return {
    data: rows.map(({ total: _, ...row }) => row),
    pagination: paginationOf(page, limit, rows[0]?.total ?? 0),
  }
}
