import { sql } from 'kysely'
import { MOST_LEADS_SHOWN, type Happened, type LeadOf, type Lookalike } from '#contract/directory/directory-values.ts'
import { pathToLead } from '#contract/leads/lead-path.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { seesLeads, visibleTo } from '#server/leads/published.ts'
import { KEY_COLUMN, TABLE, type SaidFrom, type Subject } from './provenance.ts'

const LEAD_KEY = { contact: 'contact_key_id', company: 'company_key_id' } as const

/** Their leads `l` that the caller sees. */
const leadsOf = ({ companyId }: Tenant, caller: Caller, { kind, id }: Subject) => sql`
  directory_keys k join directory_leads d on d.company_id = k.company_id and ${sql.ref(`d.${LEAD_KEY[kind]}`)} = k.id
  join leads l on l.company_id = d.company_id and l.id = d.lead_id and l.deleted_at is null and ${visibleTo(caller)}
  where k.company_id = ${companyId} and ${sql.ref(`k.${KEY_COLUMN[kind]}`)} = ${id}`

/** The newest of their leads that the caller sees; null for who sees none. */
export const newestLeads = async (tenant: Tenant, caller: Caller, subject: Subject): Promise<LeadOf[] | null> => {
  if (!seesLeads(caller)) return null
  const { rows } = await sql<
    Omit<LeadOf, 'product' | 'quantity'> & { item: Pick<LeadOf, 'product' | 'quantity'> | null }
  >`
    select l.id, l.lead_no, l.status, l.created_at as at,
      (select json_build_object('product', i.product_name, 'quantity', i.quantity) from lead_items i
        where i.company_id = l.company_id and i.lead_id = l.id order by i.id limit 1) as item
    from ${leadsOf(tenant, caller, subject)} order by l.created_at desc, l.id desc limit ${MOST_LEADS_SHOWN}`.execute(
    tenant.db,
  )
  return rows.map(({ item, ...lead }) => ({
    ...lead,
    product: item?.product ?? null,
    quantity: item?.quantity ?? null,
  }))
}

const MOST_SHOWN = 30

/** What happened with somebody, the newest first. */
export const timelineOf = async (
  tenant: Tenant,
  caller: Caller,
  subject: Subject,
  said: readonly SaidFrom[],
): Promise<Happened[]> => {
  const [ofLeads, changes, merges] = await Promise.all([
    leadsThen(tenant, caller, subject),
    changesThen(tenant, subject),
    mergesThen(tenant, subject),
  ])
  return [...ofLeads, ...changes, ...merges, ...factsThen(said)]
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, MOST_SHOWN)
}

const leadsThen = async (tenant: Tenant, caller: Caller, subject: Subject): Promise<Happened[]> => {
  if (!seesLeads(caller)) return []
  const { rows } = await sql<{ at: string; kind: 'lead' | 'verdict' | 'comment'; text: string; lead_id: number }>`
    with theirs as materialized (
      select l.company_id, l.id, l.lead_no, l.created_at, l.verdict_id from ${leadsOf(tenant, caller, subject)}
      order by l.created_at desc limit ${MOST_SHOWN}
    )
    select t.created_at as at, 'lead' as kind, 'Lead ' || t.lead_no || ' came in' as text, t.id as lead_id from theirs t
    union all
    select v.at, 'verdict', 'Lead ' || t.lead_no || case v.verdict when 'valid' then ' was validated' else ' was marked invalid' end
      || coalesce(' by ' || p.name, ''), t.id
    from theirs t join lead_verdicts v on v.company_id = t.company_id and v.id = t.verdict_id left join staff p on p.id = v.by_person
    union all
    select m.at, 'comment', 'Comment on lead ' || t.lead_no, t.id from theirs t
    cross join lateral (select max(c.created_at) as at from lead_comments c where c.company_id = t.company_id and c.lead_id = t.id) m
    where m.at is not null
    order by at desc limit ${MOST_SHOWN}`.execute(tenant.db)
  return rows.map(({ lead_id, ...row }) => ({ ...row, link: pathToLead(lead_id) }))
}

/** What colleagues did to the row itself. */
const changesThen = async ({ db, companyId }: Tenant, { kind, id }: Subject): Promise<Happened[]> => {
  const entity = TABLE[kind]
  const { rows } = await sql<{ at: string; verb: string; name: string | null; fields: string[] }>`
    select min(c.at) as at, min(c.verb) as verb, min(p.name) as name,
      array(select distinct f from unnest(array_agg(said.fields)) f where f is not null order by f) as fields
    from changes c left join change_values v on v.company_id = c.company_id and v.digest = c.personal
    left join staff p on p.id = c.actor_id
    cross join lateral (select string_agg(f.key, ',') as fields from (
      select e.key from jsonb_object_keys(c.fields) e (key) where e.key not in ('own', 'pinned')
      union select o.key from jsonb_each(coalesce(v.fields -> 'own' -> 1, '{}')) o
        where v.fields -> 'own' -> 0 -> o.key is distinct from o.value
      union select o.key from jsonb_each(case jsonb_typeof(v.fields -> 'own' -> 0) when 'object' then v.fields -> 'own' -> 0 else '{}' end) o
        where not (v.fields -> 'own' -> 1 ? o.key)) f) said
    where c.company_id = ${companyId} and c.entity = ${entity} and c.root = ${entity} and c.root_id = ${id} and c.entity_id = ${id}
      and c.actor_kind = 'person'
    group by c.change_set order by at desc limit ${MOST_SHOWN}`.execute(db)
  return rows.map(({ at, verb, name, fields }) => ({
    at,
    kind: 'change',
    text: `${name ?? 'A colleague'} ${did(verb, new Set(fields.flatMap((each) => each.split(','))))}`,
    link: null,
  }))
}

const did = (verb: string, fields: ReadonlySet<string>) => {
  if (verb === 'created') return 'added this by hand'
  if (fields.has('removed_at')) return 'deleted or restored this'
  const named = [...fields].flatMap((field) => WORDS[field] ?? [])
  return named.length > 0 ? `changed ${named.join(', ')}` : 'changed this'
}

const WORDS: Readonly<Record<string, string>> = {
  name: 'the name',
  email: 'the email',
  phone: 'the phone',
  designation: 'the designation',
  department: 'the department',
  country: 'the country',
  state: 'the state',
  city: 'the city',
  zip_code: 'the ZIP code',
  address: 'the address',
  website: 'the website',
  company_id: 'the company',
  wrong_emails: 'which addresses are wrong',
  tags: 'the tags',
  note: 'the note',
  roles: 'the roles',
  description: 'the description',
  do_not_contact: 'whether to contact them',
}

const mergesThen = async ({ db, companyId }: Tenant, { kind, id }: Subject): Promise<Happened[]> => {
  const { rows } = await sql<{ at: string; unmerged: boolean; name: string; by: string | null }>`
    select m.at, m.unmerged, coalesce(nullif(m.name, ''), nullif(t.name, ''), ${`a ${kind}`}) as name, p.name as by
    from (
      select loser_id, merged_at as at, merged_by as person, false as unmerged, before ->> 'name' as name from directory_merges
      where company_id = ${companyId} and kind = ${kind} and winner_id = ${id}
      union all
      select loser_id, unmerged_at, unmerged_by, true, before ->> 'name' from directory_merges
      where company_id = ${companyId} and kind = ${kind} and winner_id = ${id} and unmerged_at is not null
    ) m
    join ${sql.table(TABLE[kind])} t on t.company_id = ${companyId} and t.id = m.loser_id left join staff p on p.id = m.person
    order by m.at desc limit ${MOST_SHOWN}`.execute(db)
  return rows.map(({ at, unmerged, name, by }) => ({
    at,
    kind: unmerged ? 'unmerge' : 'merge',
    text: `${name} was ${unmerged ? 'unmerged from this' : 'merged into this'}${by ? ` by ${by}` : ''}`,
    link: null,
  }))
}

/** “Phone, city from Lead 5020”: what sources said, all that one said at once as one line. */
const factsThen = (said: readonly SaidFrom[]): Happened[] =>
  [...Map.groupBy(said, ({ source, source_id, at }) => `${source} ${source_id} ${at}`).values()].flatMap((facts) => {
    const [first] = facts
    if (!first) return []
    const fields = [...new Set(facts.map(({ field }) => NAMES[field] ?? field))].join(', ')
    return [
      {
        at: first.at,
        kind: 'fact' as const,
        text: `${fields} from ${inSentence(first.from.label)}`,
        link: first.from.link,
      },
    ]
  })

const inSentence = (label: string) => label.slice(0, 1).toLowerCase() + label.slice(1)
const NAMES: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  designation: 'Designation',
  department: 'Department',
  company: 'Company',
  website: 'Website',
  country: 'Country',
  state: 'State',
  city: 'City',
  zip_code: 'ZIP code',
  address: 'Address',
}

/** Those that were merged into it and can be taken out again. */
export const mergesInto = async ({ db, companyId }: Tenant, { kind, id }: Subject) => {
  const { rows } = await sql<{ id: number; name: string; at: string; by: string }>`
    select m.id, coalesce(nullif(m.before ->> 'name', ''), nullif(t.name, ''), ${kind === 'contact' ? 'A contact' : 'A company'}) as name, m.merged_at as at,
      coalesce(p.name, '') as by
    from directory_merges m join ${sql.table(TABLE[kind])} t on t.company_id = m.company_id and t.id = m.loser_id
    left join staff p on p.id = m.merged_by
    where m.company_id = ${companyId} and m.kind = ${kind} and m.winner_id = ${id} and m.unmerged_at is null
    order by m.id desc limit ${MOST_SHOWN}`.execute(db)
  return rows
}

const MOST_ALIKE = 5

/** People with the same phone, or the same name in the same company. */
export const contactsAlike = async ({ db, companyId }: Tenant, id: number): Promise<Lookalike[]> => {
  const { rows } = await sql<Lookalike>`
    with me as (select * from directory_contacts where company_id = ${companyId} and id = ${id}), alike as (
      select c.id, c.name, 'Same phone' as reason, 1 as place, c.leads_all from me
      join directory_contacts c on c.company_id = me.company_id and c.phone = me.phone and c.deleted_at is null
      union all
      select c.id, c.name, 'Same name and company', 2, c.leads_all from me
      join directory_contacts c on c.company_id = me.company_id and c.directory_company_id = me.directory_company_id
        and fold(c.name) = fold(me.name) and c.deleted_at is null
    )
    select id, name, string_agg(reason, ', ' order by place) as reason, leads_all from alike a
    where id <> ${id} and not exists (${markedAsDifferent(companyId, 'contact', id)})
    group by id, name, leads_all order by count(*) desc, leads_all desc, id limit ${MOST_ALIKE}`.execute(db)
  return rows
}

/** Companies of the same name. */
export const companiesAlike = async ({ db, companyId }: Tenant, id: number): Promise<Lookalike[]> => {
  const { rows } = await sql<Lookalike>`
    select a.id, a.name, 'Same name' as reason, a.leads_all from directory_companies me
    join directory_companies a on a.company_id = me.company_id and fold(a.name) = fold(me.name) and a.deleted_at is null and a.id <> me.id
    where me.company_id = ${companyId} and me.id = ${id} and me.name <> '' and not exists (${markedAsDifferent(companyId, 'company', id)})
    order by a.leads_all desc, a.id limit ${MOST_ALIKE}`.execute(db)
  return rows
}

const markedAsDifferent = (companyId: number, kind: Subject['kind'], id: number) => sql`
  select from not_directory_duplicates n where n.company_id = ${companyId} and n.kind = ${kind}
    and n.one_id = least(a.id, ${id}::bigint) and n.other_id = greatest(a.id, ${id}::bigint)`

/** What it has become, where it was merged into another one; undefined: there is none to be seen. */
export const standsFor = async ({ db, companyId }: Tenant, { kind, id }: Subject): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    with recursive up as (
      select id, merged_into, deleted_at, 1 as far from ${sql.table(TABLE[kind])} where company_id = ${companyId} and id = ${id}
      union all
      select t.id, t.merged_into, t.deleted_at, up.far + 1 from up
      join ${sql.table(TABLE[kind])} t on t.company_id = ${companyId} and t.id = up.merged_into where up.far < 100
    )
    select id from up where merged_into is null and deleted_at is null`.execute(db)
  return rows[0]?.id
}
