import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { DirectoryKey } from './keys.ts'
import { SOURCES, TABLE_OF, type CountedLead, type SaidAll, type SaidFact, type Source } from './sources.ts'

/** Ids of keys of which something is said otherwise than before, and who says it no longer. */
export interface Touched {
  keys: Set<number>
  left: { key_id: number; source: string; source_id: number }[]
}
type Taken = Readonly<Record<Source, readonly number[]>>

/** Gives each key that nobody has a contact or a company of its own, which shows nothing yet. */
export const giveKeys = async (tenant: Tenant, { facts, leads }: SaidAll): Promise<void> => {
  const keys = leads.flatMap(({ contact, company }) => [contact, company]).filter((key) => key !== null)
  await ownKeys(tenant, [...facts, ...keys])
}

/** The same of these keys. */
export const ownKeys = async ({ db, companyId }: Tenant, keys: readonly DirectoryKey[]): Promise<void> => {
  const wanted = new Map<string, DirectoryKey>()
  for (const { kind, key } of keys) wanted.set(`${kind}:${key}`, { kind, key })
  if (wanted.size === 0) return
  await sql`
    with missing as materialized (
      select kind, key, kind in ('email', 'phone') as of_contact,
        row_number() over (partition by kind in ('email', 'phone') order by kind, key) as place
      from jsonb_to_recordset(${JSON.stringify([...wanted.values()])}::jsonb) as w (kind text, key text)
      where not exists (select from directory_keys k where k.company_id = ${companyId} and k.kind = w.kind and k.key = w.key)
    ), contacts as (
      insert into directory_contacts (company_id, deleted_at) select ${companyId}::int, now() from missing where of_contact returning id
    ), companies as (
      insert into directory_companies (company_id, deleted_at) select ${companyId}::int, now() from missing where not of_contact returning id
    ), owners as (
      select true as of_contact, id, row_number() over (order by id) as place from contacts
      union all select false, id, row_number() over (order by id) from companies
    )
    insert into directory_keys (company_id, kind, key, contact_id, contact_origin, directory_company_id, company_origin)
    select ${companyId}::int, kind, key, contact, contact, company, company
    from missing join owners using (of_contact, place)
    cross join lateral (select case when of_contact then id end as contact, case when not of_contact then id end as company) owner
    order by kind, key`.execute(db)
}

/** Takes away what these sources said before and say no longer, and stores what is new. */
export const storeFacts = async (
  { db, companyId }: Tenant,
  taken: Taken,
  facts: readonly SaidFact[],
  touched: Touched,
): Promise<void> => {
  const { rows } = await sql<{ key_id: number; source: string | null; source_id: number | null }>`
    with said as materialized (
      select distinct on (k.id, s.source, s.source_id, s.field, s.value) k.id as key_id, s.source, s.source_id, s.field, s.value, s.at
      from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
        as s (kind text, key text, source text, source_id bigint, field text, value text, at timestamptz)
      join directory_keys k on k.company_id = ${companyId} and k.kind = s.kind and k.key = s.key
      left join directory_contacts c on c.company_id = ${companyId} and c.id = k.contact_id
      where c.erased_at is null or s.at > c.erased_at
    ), gone as (
      delete from directory_facts f using (${takenRows(taken)}) t
      where f.company_id = ${companyId} and f.source = t.source and f.source_id = t.source_id
        and not exists (select from said s where (s.source, s.source_id, s.key_id, s.field, s.value) = (f.source, f.source_id, f.key_id, f.field, f.value))
      returning f.key_id, case f.source when 'verdict' then 'lead' else f.source end as source, f.source_id
    ), stored as (
      insert into directory_facts as f (company_id, key_id, field, value, source, source_id, at)
      select ${companyId}::int, key_id, field, value, source, source_id, at from said
      on conflict (company_id, source, source_id, key_id, field, value) do update set at = excluded.at where f.at <> excluded.at
      returning f.key_id
    )
    select key_id, source, source_id from gone union select key_id, null, null from stored`.execute(db)
  for (const { key_id, source, source_id } of rows) {
    touched.keys.add(key_id)
    if (source !== null && source_id !== null) touched.left.push({ key_id, source, source_id })
  }
}

/** A lead speaks as itself and by its verdict. */
const takenRows = (taken: Taken) =>
  sql.join(
    [...SOURCES.map((source) => [source, taken[source]] as const), ['verdict', taken.lead] as const].map(
      ([source, ids]) => sql`select ${source}::text as source, unnest(${ids}::bigint[]) as source_id`,
    ),
    sql` union all `,
  )

/** For whom these leads count now. */
export const storeLeads = async (
  { db, companyId }: Tenant,
  taken: readonly number[],
  leads: readonly CountedLead[],
  touched: Touched,
): Promise<void> => {
  if (taken.length === 0) return
  const said = leads.map(({ contact, company, ...lead }) => ({
    ...lead,
    contact_kind: contact?.kind,
    contact_key: contact?.key,
    company_kind: company?.kind,
    company_key: company?.key,
  }))
  const { rows } = await sql<{ key_id: number }>`
    with said as materialized (
      select s.lead_id, p.id as contact_key_id, f.id as company_key_id, s.open, s.decided, s.valid, s.at, s.last_at
      from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as s (lead_id bigint, contact_kind text, contact_key text, company_kind text,
        company_key text, open boolean, decided boolean, valid boolean, at timestamptz, last_at timestamptz)
      left join directory_keys p on p.company_id = ${companyId} and p.kind = s.contact_kind and p.key = s.contact_key
      left join directory_keys f on f.company_id = ${companyId} and f.kind = s.company_kind and f.key = s.company_key
    ), was as materialized (
      select * from directory_leads where company_id = ${companyId} and lead_id = any(${taken}::bigint[])
    ), gone as (
      delete from directory_leads where company_id = ${companyId} and lead_id = any(${taken}::bigint[]) and lead_id not in (select lead_id from said)
    ), stored as (
      insert into directory_leads as l (company_id, lead_id, contact_key_id, company_key_id, open, decided, valid, at, last_at)
      select ${companyId}::int, s.* from said s
      on conflict (company_id, lead_id) do update set contact_key_id = excluded.contact_key_id, company_key_id = excluded.company_key_id,
        open = excluded.open, decided = excluded.decided, valid = excluded.valid, at = excluded.at, last_at = excluded.last_at
      where (l.contact_key_id, l.company_key_id, l.open, l.decided, l.valid, l.at, l.last_at) is distinct from
        (excluded.contact_key_id, excluded.company_key_id, excluded.open, excluded.decided, excluded.valid, excluded.at, excluded.last_at)
    )
    select distinct key_id from (
      select unnest(array[w.contact_key_id, w.company_key_id, s.contact_key_id, s.company_key_id]) as key_id
      from was w full join said s using (lead_id)
      where (w.contact_key_id, w.company_key_id, w.open, w.decided, w.valid, w.at, w.last_at)
        is distinct from (s.contact_key_id, s.company_key_id, s.open, s.decided, s.valid, s.at, s.last_at)) changed
    where key_id is not null`.execute(db)
  for (const { key_id } of rows) touched.keys.add(key_id)
}

/** What became of mail to the touched addresses and to those of readers; what a person says of one stays. */
export const markAddresses = async ({ db, companyId }: Tenant, taken: Taken, touched: Touched): Promise<void> => {
  // Few change: found first, so that the write is planned for them alone.
  const { rows } = await sql<{ id: number; status: string }>`
    select t.id, m.status from (
      select unnest(${[...touched.keys]}::bigint[]) as id
      union select f.key_id from unnest(${taken.newsletter}::bigint[]) as n (id)
        join directory_facts f on f.company_id = ${companyId} and f.source = 'newsletter' and f.source_id = n.id
    ) t
    cross join lateral (
      select k.status as was, (select s.status from newsletter_subscribers s
        where s.company_id = ${companyId} and s.email = k.key and s.deleted_at is null) as reader
      from directory_keys k where k.company_id = ${companyId} and k.id = t.id and k.kind = 'email' and k.status <> 'wrong' offset 0
    ) k
    cross join lateral (select case when reader = 'bounced' then 'bounced' when reader in ('unsubscribed', 'complained', 'blocked')
      then 'unsubscribed' else 'ok' end as status) m
    where k.was <> m.status`.execute(db)
  if (rows.length === 0) return
  await sql`
    update directory_keys k set status = m.status
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ status }) => status)}::text[]) as m (id, status)
    where k.company_id = ${companyId} and k.id = m.id`.execute(db)
}

/** Contacts and companies that may show something else. */
export interface Subjects {
  contacts: number[]
  companies: number[]
}

/** Contacts and companies that may show something else. */
export interface Subjects {
  contacts: number[]
  companies: number[]
}

/**
 * Takes away keys of which nobody says anything any more, and answers whose all these keys were. Those of somebody on whom people have
 * worked stay, so that they come back as they were; with the last source that is emptied these go, too.
 */
export const leaveKeys = async ({ db, companyId }: Tenant, taken: Taken, touched: Touched): Promise<Subjects> => {
  const { rows } = await sql<Subjects>`
    with emptied as materialized (${emptied(companyId, taken)}),
    left_now as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(touched.left)}::jsonb) as l (key_id bigint, source text, source_id bigint)
    ), left_before as materialized (
      select k.id from emptied e
      join directory_keys k on k.company_id = ${companyId} and k.last_source = e.source and k.last_source_id = e.source_id
    ), mine as materialized (
      select k.id, k.contact_id, k.directory_company_id, said.nothing,
        coalesce(c.own ->> 'email' = k.key, false) or coalesce(o.added_by, f.added_by) is not null as given,
        coalesce(k.contact_id = k.contact_origin and c.own = '{}' and c.pinned = '{}' and c.tags = '{}' and c.note = '' and not c.do_not_contact
          or k.directory_company_id = k.company_origin and f.own = '{}' and f.pinned = '{}' and f.tags = '{}' and f.roles = '{}' and f.note = ''
          and f.description = '', false) as unworked,
        k.id in (select id from left_before)
          or exists (select from left_now l join emptied e using (source, source_id) where l.key_id = k.id) as emptied
      from directory_keys k
      left join directory_contacts c on c.company_id = ${companyId} and c.id = k.contact_id
      left join directory_contacts o on o.company_id = ${companyId} and o.id = k.contact_origin
      left join directory_companies f on f.company_id = ${companyId} and f.id = k.company_origin
      cross join lateral (select
        not exists (select from directory_facts s where s.company_id = ${companyId} and s.key_id = k.id)
        and not exists (select from directory_leads l where l.company_id = ${companyId} and l.contact_key_id = k.id)
        and not exists (select from directory_leads l where l.company_id = ${companyId} and l.company_key_id = k.id) as nothing) said
      where k.company_id = ${companyId} and k.id = any(array(select id from left_before) || ${[...touched.keys]}::bigint[])
    ), gone as (
      delete from directory_keys k using mine m
      where k.company_id = ${companyId} and k.id = m.id and m.nothing and not m.given and (m.unworked or m.emptied)
      returning k.id
    ), stay as (
      update directory_keys k set last_source = l.source, last_source_id = l.source_id
      from mine m join (select distinct on (key_id) * from left_now order by key_id, source_id desc) l on l.key_id = m.id
      where k.company_id = ${companyId} and k.id = m.id and m.nothing and (m.given or not (m.unworked or m.emptied))
    )
    select coalesce((select json_agg(distinct contact_id) from mine where contact_id is not null), '[]') as contacts,
      coalesce((select json_agg(distinct directory_company_id) from mine where directory_company_id is not null), '[]') as companies`.execute(
    db,
  )
  return rows[0] ?? { contacts: [], companies: [] }
}

/** Which of these sources were emptied of what they said, for good. */
const emptied = (companyId: number, taken: Taken) =>
  sql.join(
    SOURCES.map(
      (source) => sql`
        select ${source}::text as source, id as source_id from ${sql.table(TABLE_OF[source])}
        where company_id = ${companyId} and id = any(${taken[source]}::bigint[]) and erased_at is not null`,
    ),
    sql` union all `,
  )

/** What these show is made again; people after the companies whose names they show. */
export const showAgain = async ({ db }: Tenant, { contacts, companies }: Subjects): Promise<void> => {
  if (companies.length > 0) await sql`select show_companies(${companies}::bigint[])`.execute(db)
  if (contacts.length > 0) await sql`select show_contacts(${contacts}::bigint[])`.execute(db)
}
