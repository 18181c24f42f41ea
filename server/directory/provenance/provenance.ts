import { sql } from 'kysely'
import type { Fact, From, Sourced } from '#contract/directory/directory-values.ts'
import { pathToLead } from '#contract/leads/lead-path.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { Caller } from '#server/kit/auth.ts'
import { visibleTo } from '#server/leads/published.ts'

/** Whose values are told: a row of a table, and the column of keys that names it. */
export interface Subject {
  kind: 'contact' | 'company'
  id: number
}
export const TABLE = { contact: 'directory_contacts', company: 'directory_companies' } as const
export const KEY_COLUMN = { contact: 'contact_id', company: 'directory_company_id' } as const

/** One value that sources of a kind say, with the last of them. */
interface Said {
  field: string
  value: string
  source: From['source']
  source_id: number
  at: string
  times: number
  rank: number
  lately: boolean
}
export interface SaidFrom extends Said {
  from: From
}

const MOST_FACTS = 500

/** All that sources say of somebody, the best of each field first. */
export const saidOf = async (
  tenant: Tenant,
  caller: Caller,
  { kind, id }: Subject,
  field?: string,
): Promise<SaidFrom[]> => {
  const { db, companyId } = tenant
  const erased = kind === 'contact' ? sql`and (c.erased_at is null or f.at > c.erased_at)` : sql``
  const { rows } = await sql<Said>`
    select field, value, source, source_id, at, times, directory_rank(source) as rank, at > now() - interval '90 days' as lately from (
      select f.field, f.value, f.source, max(f.at) as at, count(*) as times,
        (array_agg(f.source_id order by f.at desc, f.source_id desc))[1] as source_id
      from ${sql.table(TABLE[kind])} c
      join directory_keys k on k.company_id = c.company_id and ${sql.ref(`k.${KEY_COLUMN[kind]}`)} = c.id
      join directory_facts f on f.company_id = k.company_id and f.key_id = k.id
      where c.company_id = ${companyId} and c.id = ${id} ${erased} ${field === undefined ? sql`` : sql`and f.field = ${field}`}
      group by f.field, f.value, f.source) said
    order by field, rank, at desc, times desc, value limit ${MOST_FACTS}`.execute(db)
  const labels = await sourcesOf(tenant, caller, rows)
  return rows.map((row) => ({ ...row, from: labels(row) }))
}

interface SourceRow {
  source: string
  source_id: number
  lead_no: number | null
  seen: boolean
  judge: string | null
  file: string | null
}

/** What sources are called, and where they open for the caller. */
const sourcesOf = async (
  { db, companyId }: Tenant,
  caller: Caller,
  said: readonly Pick<Said, 'source' | 'source_id'>[],
): Promise<(of: Pick<Said, 'source' | 'source_id' | 'at'>) => From> => {
  const asked = said.map(({ source, source_id }) => ({ source, source_id }))
  const { rows } =
    asked.length === 0
      ? { rows: [] }
      : await sql<SourceRow>`
          select distinct s.source, s.source_id, l.lead_no, l.id is not null and coalesce(${visibleTo(caller)}, false) as seen,
            p.name as judge, i.file_name as file
          from json_to_recordset(${JSON.stringify(asked)}::json) as s (source text, source_id bigint)
          left join leads l on s.source in ('lead', 'verdict') and l.company_id = ${companyId} and l.id = s.source_id
          left join lead_verdicts v on s.source = 'verdict' and v.company_id = ${companyId} and v.id = l.verdict_id
          left join staff p on p.id = v.by_person
          left join imports i on s.source = 'import' and i.company_id = ${companyId} and i.id = s.source_id`.execute(db)
  const known = new Map(rows.map((row) => [`${row.source} ${row.source_id}`, row]))
  return ({ source, source_id, at }) => {
    const row = known.get(`${source} ${source_id}`)
    return { source, label: labelOf(source, source_id, row), at, link: row?.seen ? pathToLead(source_id) : null }
  }
}

const labelOf = (source: Said['source'], id: number, row: SourceRow | undefined): string => {
  const lead = row?.lead_no === null || row === undefined ? 'A lead' : `Lead ${row.lead_no}`
  switch (source) {
    case 'lead':
      return lead
    case 'verdict':
      return row?.judge ? `${lead}, validated by ${row.judge}` : `${lead}, validated`
    case 'import':
      return row?.file ? `Import of ${row.file}` : 'An import'
    case 'vendor':
      return `Vendor update ${id}`
    case 'contact_us':
      return `Contact message ${id}`
    case 'newsletter':
      return 'Newsletter sign-up'
    case 'website':
      return 'Their web site'
    case 'person':
      return 'Set by a colleague'
  }
}

/** Who set each value of `own`, and when, as the history tells it. */
export const settersOf = async (
  { db, companyId }: Tenant,
  { kind, id }: Subject,
): Promise<ReadonlyMap<string, From>> => {
  const entity = TABLE[kind]
  const { rows } = await sql<{ field: string; name: string | null; at: string }>`
    select distinct on (set_to.key) set_to.key as field, p.name, c.at
    from changes c join change_values v on v.company_id = c.company_id and v.digest = c.personal and v.fields ? 'own'
    cross join lateral jsonb_each(v.fields -> 'own' -> 1) set_to
    left join staff p on c.actor_kind = 'person' and p.id = c.actor_id
    where c.company_id = ${companyId} and c.entity = ${entity} and c.root = ${entity} and c.root_id = ${id} and c.entity_id = ${id}
      and v.fields -> 'own' -> 0 -> set_to.key is distinct from set_to.value
    order by set_to.key, c.id desc`.execute(db)
  return new Map(
    rows.map(({ field, name, at }) => [
      field,
      { source: 'person', label: name ? `Set by ${name}` : 'Set by a colleague', at, link: null },
    ]),
  )
}

/** What is shown of a row, and what people set of it. */
export interface Shown {
  own: Readonly<Record<string, unknown>>
  pinned: readonly string[]
  updated_at: string
  shown: Readonly<Record<string, string | null>>
}

/** Tells a shown value with where it comes from, and its rivals of the last 90 days. */
export const sourcedOf = (
  { own, pinned, updated_at, shown }: Shown,
  said: readonly SaidFrom[],
  setters: ReadonlyMap<string, From>,
): ((field: string) => Sourced) => {
  const byField = Map.groupBy(said, ({ field }) => field)
  return (field) => {
    const value = shown[field] || null
    const facts = byField.get(field) ?? []
    const setByPerson = Object.hasOwn(own, field) ? (setters.get(field) ?? setSometime(updated_at)) : undefined
    const best = facts.find((fact) => fact.value === value)
    const rivals = setByPerson ? [] : facts.filter(({ rank, lately }) => rank === best?.rank && lately)
    const others = new Map(
      rivals.filter((fact) => fact.value !== value).map((fact) => [fact.value, { value: fact.value, from: fact.from }]),
    )
    return {
      value,
      from: setByPerson ?? (value === null ? null : (best?.from ?? null)),
      pinned: pinned.includes(field),
      others: [...others.values()].slice(0, MOST_OTHERS),
    }
  }
}
/** Where the history no longer tells who it was. */
const setSometime = (at: string): From => ({ source: 'person', label: 'Set by a colleague', at, link: null })
const MOST_OTHERS = 20

/** All that was ever said, by people too. */
export const factsOf = async (
  tenant: Tenant,
  caller: Caller,
  subject: Subject,
  fields: readonly string[],
  shown: Shown,
  field?: string,
): Promise<Fact[]> => {
  const [said, setters] = await Promise.all([saidOf(tenant, caller, subject, field), settersOf(tenant, subject)])
  const wanted = fields.filter((each) => field === undefined || each === field)
  const set = wanted.flatMap((each): Fact[] => {
    const value = shown.own[each]
    const from = setters.get(each) ?? setSometime(shown.updated_at)
    return typeof value === 'string' ? [{ field: each, value, from, times: 1, shown: true }] : []
  })
  const told = said
    .filter((fact) => wanted.includes(fact.field))
    .map(({ field: each, value, from, times }) => ({
      field: each,
      value,
      from,
      times,
      shown: !Object.hasOwn(shown.own, each) && shown.shown[each] === value,
    }))
  return [...set, ...told]
}
