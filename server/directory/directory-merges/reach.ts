import { sql } from 'kysely'
import type { DirectoryKind, MergePlan } from '#contract/directory/directory-merges.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Value } from './give.ts'
import { candidateOf, STORED, type Standing } from './standing.ts'

const MOST_KEYS = 100
const MOST_ALSO = 20

/** By field, what the best source of all of them says together: what one of them would show that had all their keys. */
export const saidOfAll = async (
  { db, companyId }: Tenant,
  kind: DirectoryKind,
  ids: readonly number[],
): Promise<ReadonlyMap<string, Value>> => {
  const key = sql.ref(`k.${STORED[kind].key}`)
  const { rows } = await sql<{ field: string; value: string }>`
    select distinct on (field) field, value from (
      select f.field, f.value, directory_rank(f.source) as rank, max(f.at) as at, count(*) as times
      from directory_keys k join directory_facts f on f.company_id = k.company_id and f.key_id = k.id
      where k.company_id = ${companyId} and ${key} = any(${ids}::bigint[]) group by 1, 2, 3) said
    order by field, rank, at desc, times desc, value`.execute(db)
  const said = new Map<string, Value>(rows.map(({ field, value }) => [field, value]))
  if (kind === 'company') return said
  const named = said.get('company')
  const { rows: others } = await sql<{ email: string | null; company_id: number | null }>`
    select (
      select k.key from directory_keys k
      where k.company_id = ${companyId} and k.contact_id = any(${ids}::bigint[]) and k.kind = 'email'
        and exists (select from directory_facts f where f.company_id = k.company_id and f.key_id = k.id)
      order by (k.status = 'ok') desc, (select max(f.at) from directory_facts f where f.company_id = k.company_id and f.key_id = k.id) desc nulls last, k.id
      limit 1) as email, (
      select k.directory_company_id from directory_keys k
      where k.company_id = ${companyId} and k.kind = split_part(${named ?? null}, ':', 1)
        and k.key = substr(${named ?? null}, strpos(${named ?? null}, ':') + 1)) as company_id`.execute(db)
  return said.set('email', others[0]?.email ?? null).set('company_id', others[0]?.company_id ?? null)
}

/** What companies of these contacts are called. */
export const companyNames = async ({ db, companyId }: Tenant, contacts: readonly Standing[]) => {
  const ids = contacts.map(({ shown }) => shown['company_id']).filter((id) => id !== null)
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from directory_companies where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db)
  return new Map<Value, string>(rows.map(({ id, name }) => [id, name]))
}

/** The addresses, phones and domains of all of them, up to a hundred each. */
export const keysOf = async (
  { db, companyId }: Tenant,
  kind: DirectoryKind,
  ids: readonly number[],
): Promise<Pick<MergePlan, 'emails' | 'phones' | 'domains'>> => {
  const key = sql.ref(`k.${STORED[kind].key}`)
  const ofKind = (wanted: string) => sql`array(
    select k.key from directory_keys k where k.company_id = ${companyId} and ${key} = any(${ids}::bigint[]) and k.kind = ${wanted}
    order by k.id limit ${MOST_KEYS})`
  const { rows } = await sql<Pick<MergePlan, 'emails' | 'phones' | 'domains'>>`
    select ${ofKind('email')} as emails, ${ofKind('domain')} as domains, array(
      select distinct f.value from directory_keys k
      join directory_facts f on f.company_id = k.company_id and f.key_id = k.id and f.field = 'phone'
      where k.company_id = ${companyId} and ${key} = any(${ids}::bigint[])
      union select c.own ->> 'phone' from ${sql.table(STORED[kind].table)} c
      where c.company_id = ${companyId} and c.id = any(${ids}::bigint[]) and c.own ->> 'phone' is not null
      order by 1 limit ${MOST_KEYS}) as phones`.execute(db)
  return rows[0] ?? { emails: [], phones: [], domains: [] }
}

/** How much goes over from the losers. */
export const movesOf = async ({ db, companyId }: Tenant, kind: DirectoryKind, losers: readonly number[]) => {
  const key = sql.ref(`k.${STORED[kind].key}`)
  const people =
    kind === 'company'
      ? sql`(select count(*) from directory_contacts c
        where c.company_id = ${companyId} and c.directory_company_id = any(${losers}::bigint[]) and c.deleted_at is null)`
      : sql`0`
  const { rows } = await sql<MergePlan['moves']>`
    with keys as materialized (
      select k.id, k.kind from directory_keys k where k.company_id = ${companyId} and ${key} = any(${losers}::bigint[])
    ), facts as materialized (
      select f.source, f.source_id from keys join directory_facts f on f.company_id = ${companyId} and f.key_id = keys.id
    )
    select (select count(*) from keys join directory_leads l on l.company_id = ${companyId} and ${sql.ref(`l.${STORED[kind].of}`)} = keys.id) as leads,
      (select count(*) from keys where kind = 'email') as emails, (select count(*) from keys where kind = 'domain') as domains,
      (select count(*) from facts) as facts, ${people}::int as contacts,
      (select count(distinct source_id) from facts where source = 'newsletter') as newsletter`.execute(db)
  return rows[0] ?? { leads: 0, emails: 0, domains: 0, facts: 0, contacts: 0, newsletter: 0 }
}

/** People of companies that are merged who are likely one person, too. */
export const alsoAlike = async (
  { db, companyId }: Tenant,
  winner: number,
  losers: readonly number[],
): Promise<MergePlan['also']> => {
  const one = (alias: string) => sql`(select ${candidateOf('contact')} from directory_contacts c
    where c.company_id = ${companyId} and c.id = ${sql.ref(`${alias}.id`)})`
  const { rows } = await sql<MergePlan['also'][number]>`
    select ${one('w')} as winner, ${one('l')} as loser,
      case when w.phone = l.phone and fold(w.name) = fold(l.name) then 'Same phone and name' when w.phone = l.phone then 'Same phone' else 'Same name' end as reason
    from directory_contacts w join directory_contacts l on l.company_id = w.company_id and (l.phone = w.phone or fold(l.name) = fold(w.name))
    where w.company_id = ${companyId} and w.directory_company_id = ${winner} and w.deleted_at is null and w.name <> ''
      and l.directory_company_id = any(${losers}::bigint[]) and l.deleted_at is null
    order by w.id, l.id limit ${MOST_ALSO}`.execute(db)
  return rows
}
