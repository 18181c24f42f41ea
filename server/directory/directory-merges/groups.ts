import { sql } from 'kysely'
import type { DirectoryKind, DuplicateGroup } from '#contract/directory/directory-merges.ts'
import type { Tenant, Tenants } from '#server/db/tenant.ts'
import { alikeCompanies, alikeContacts } from './alike.ts'
import { candidateOf, STORED } from './standing.ts'

/** The due kind of the search for those who are likely the same. */
export const ALIKES_DUE = 'directory-duplicates'
const PAGE = 20
const SHOWN = 20
/** Of each kind; nobody pages further. */
const MOST_GROUPS = 10_000

/** Groups with their first members, the likeliest first. */
export const groupsPage = async (tenant: Tenant, { kind, page }: { kind: DirectoryKind; page: number }) => {
  const { db, companyId } = tenant
  const { table } = STORED[kind]
  const { rows } = await sql<DuplicateGroup>`
    select g.kind, g.reason, g.score, g.total, array(
      select ${candidateOf(kind)} from unnest(g.members) with ordinality m (id, place)
      join ${sql.table(table)} c on c.company_id = ${companyId} and c.id = m.id order by m.place) as members
    from (select * from directory_duplicate_groups where company_id = ${companyId} and kind = ${kind}
      order by score desc, id limit ${PAGE + 1} offset ${(page - 1) * PAGE}) g
    order by g.score desc, g.id`.execute(db)
  const { rows: totals } = await sql<{ kind: DirectoryKind; groups: number }>`
    select kind, count(*) as groups from directory_duplicate_groups where company_id = ${companyId} group by kind`.execute(
    db,
  )
  const totalOf = (wanted: DirectoryKind) => totals.find((each) => each.kind === wanted)?.groups ?? 0
  return {
    groups: rows.slice(0, PAGE),
    totals: { contact: totalOf('contact'), company: totalOf('company') },
    more: rows.length > PAGE,
  }
}

/** Those that have become part of others are in no group any more. */
export const settleMerged = async (tenant: Tenant, kind: DirectoryKind, losers: readonly number[]) => {
  const { db, companyId } = tenant
  const left = sql`array(select m.id from unnest(members) with ordinality m (id, place) where m.id <> all(${losers}::bigint[]) order by m.place)`
  const touched = sql`company_id = ${companyId} and kind = ${kind} and members && ${losers}::bigint[]`
  await sql`delete from directory_duplicate_groups where ${touched} and cardinality(${left}) < 2`.execute(db)
  await sql`
    update directory_duplicate_groups set members = ${left}, total = total - cardinality(members) + cardinality(${left}) where ${touched}`.execute(
    db,
  )
  await tenant.due(ALIKES_DUE)
}

/** Marks each two of them as different; a group of nobody else goes. */
export const setDifferent = async (tenant: Tenant, kind: DirectoryKind, ids: readonly number[], by: number) => {
  const { db, companyId } = tenant
  const pairs = ids.flatMap((one, at) => ids.slice(at + 1).map((other) => ({ one_id: one, other_id: other })))
  await db
    .insertInto('not_directory_duplicates')
    .values(pairs.map((pair) => ({ ...pair, company_id: companyId, kind, said_by: by })))
    .onConflict((known) => known.doNothing())
    .execute()
  await sql`
    delete from directory_duplicate_groups g where company_id = ${companyId} and kind = ${kind} and members && ${ids}::bigint[]
      and total = cardinality(members) and ${settled(tenant)}`.execute(db)
  tenant.wakes()
}

/** Whether each two of the members of `g` are marked as different. */
const settled = ({ companyId }: Tenant) => sql`not exists (
  select from unnest(g.members) one (id), unnest(g.members) other (id) where one.id < other.id and not exists (
    select from not_directory_duplicates d
    where d.company_id = ${companyId} and d.kind = g.kind and d.one_id = one.id and d.other_id = other.id))`

/** Due work: looks for those who are likely the same, and stores what is new. */
export const findAlikes = async (tenants: Tenants, companyId: number): Promise<void> => {
  for (const kind of ['contact', 'company'] as const)
    await tenants.write(companyId, { kind: 'system', channel: 'api', act: 'directory-merges.find' }, (tenant) =>
      storeGroups(tenant, kind),
    )
}

const storeGroups = async (tenant: Tenant, kind: DirectoryKind) => {
  const { db, companyId } = tenant
  await sql`
    with alike as (${kind === 'contact' ? alikeContacts(companyId) : alikeCompanies(companyId)}),
    told as (
      -- Of groups of the same members one is enough, by what makes them likeliest.
      select distinct on (a.ids) a.reason, a.score, cardinality(a.ids) as total, a.ids[1:${sql.lit(SHOWN)}] as members
      from alike a order by a.ids, a.score desc
    ), found as materialized (
      select g.reason, g.score, g.total, g.members from (select told.*, ${kind}::text as kind from told) g
      where g.total > ${SHOWN} or not ${settled(tenant)} order by g.score desc, g.members[1] desc limit ${MOST_GROUPS}
    ), gone as (
      delete from directory_duplicate_groups g where g.company_id = ${companyId} and g.kind = ${kind} and not exists (
        select from found f where (f.reason, f.total, f.members) = (g.reason, g.total, g.members))
    )
    insert into directory_duplicate_groups (company_id, kind, reason, score, total, members)
    select ${companyId}::int, ${kind}, f.reason, f.score, f.total, f.members from found f
    where not exists (
      select from directory_duplicate_groups g
      where g.company_id = ${companyId} and g.kind = ${kind} and (g.reason, g.total, g.members) = (f.reason, f.total, f.members))
    order by f.score desc, f.members[1] desc`.execute(db)
}
