import { sql, type RawBuilder } from 'kysely'
import { CONTACT_FIELDS } from '#contract/directory/contacts.ts'
import { COMPANY_FIELDS } from '#contract/directory/companies.ts'
import type { DirectoryKind, MergePlan } from '#contract/directory/directory-merges.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { conflict, UserError } from '#server/kit/errors.ts'
import type { Holding, Value } from './give.ts'

/** Where contacts and companies differ in how they are stored. */
export const STORED = {
  contact: {
    noun: 'Contact',
    table: 'directory_contacts',
    key: 'contact_id',
    origin: 'contact_origin',
    of: 'contact_key_id',
    now: sql`contact_now`,
    fields: [...CONTACT_FIELDS, 'company_id'],
    detail: sql`concat_ws(' · ', c.email, c.company_name)`,
    sets: sql`json_build_object('tags', c.tags, 'pinned', c.pinned,
      'marks', case when c.do_not_contact then '{do_not_contact}'::text[] else '{}' end,
      'wrong_emails', coalesce(string_to_array(c.own ->> 'wrong_emails', ' '), '{}'))`,
    description: sql`''`,
    shown: sql`json_build_object('name', c.name, 'email', c.email, 'phone', c.phone, 'designation', c.designation,
      'department', c.department, 'country', c.country, 'city', c.city, 'company_id', c.directory_company_id)`,
    erased: sql`c.erased_at is not null`,
  },
  company: {
    noun: 'Company',
    table: 'directory_companies',
    key: 'directory_company_id',
    origin: 'company_origin',
    of: 'company_key_id',
    now: sql`directory_company_now`,
    fields: [...COMPANY_FIELDS],
    detail: sql`replace(c.domains, ' ', ', ')`,
    sets: sql`json_build_object('tags', c.tags, 'pinned', c.pinned, 'roles', c.roles)`,
    description: sql`c.description`,
    shown: sql`json_build_object('name', c.name, 'website', c.website, 'phone', c.phone, 'country', c.country, 'state', c.state,
      'city', c.city, 'zip_code', c.zip_code, 'address', c.address)`,
    erased: sql`false`,
  },
} as const

type Candidate = MergePlan['winner']

/** One that may be merged: what people have set of it, and what sources say. */
export interface Standing extends Holding {
  id: number
  candidate: Candidate
  version: number
  /** By field, what is shown; a name is null where an address or a domain stands in for it. */
  shown: Record<string, Value>
}

export const candidateOf = (kind: DirectoryKind): RawBuilder<unknown> =>
  sql`json_build_object('id', c.id, 'name', c.name, 'detail', ${STORED[kind].detail}, 'country', c.country, 'leads_all', c.leads_all,
    'last_contact_at', c.last_contact_at)`

interface Row extends Standing {
  merged: boolean
  gone: boolean
  erased: boolean
}

/** All of them, in the order of the ids; a sentence says why one of them is not to be merged. */
export const readStanding = async (
  tenant: Tenant,
  kind: DirectoryKind,
  ids: readonly number[],
): Promise<Standing[]> => {
  const { db, companyId } = tenant
  const { table, noun, sets, description, shown, erased } = STORED[kind]
  const { rows } = await sql<Row>`
    select c.id, ${candidateOf(kind)} as candidate, c.version, c.own, ${sets} as sets, c.note, ${description} as description, ${shown} as shown,
      c.merged_into is not null as merged, c.deleted_at is not null as gone, ${erased} as erased
    from ${sql.table(table)} c where c.company_id = ${companyId} and c.id = any(${ids}::bigint[])`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  const all = ids.map((id) => {
    const row = found.get(id)
    if (!row) throw new UserError(404, `${noun} not found`)
    return row
  })
  const merged = all.find((row) => row.merged)
  if (merged) throw await alreadyMerged(tenant, kind, merged.id)
  if (all.some(({ gone }) => gone)) throw new UserError(404, `${noun} not found`)
  const forgotten = all.find((row) => row.erased)
  if (forgotten) throw conflict('This contact was forgotten. It can’t be merged.', undefined, 'forgotten')
  const said = await saidNames(tenant, kind, ids)
  return all.map((row) => ({
    ...row,
    shown: { ...row.shown, name: row.own['name'] === undefined ? (said.get(row.id) ?? null) : row.own['name'] },
  }))
}

/** Whose name it is that sources say, where they say one. */
const saidNames = async ({ db, companyId }: Tenant, kind: DirectoryKind, ids: readonly number[]) => {
  const key = sql.ref(`k.${STORED[kind].key}`)
  const { rows } = await sql<{ id: number; name: string }>`
    select distinct on (id) id, value as name from (
      select ${key} as id, f.value, directory_rank(f.source) as rank, max(f.at) as at, count(*) as times
      from directory_keys k join directory_facts f on f.company_id = k.company_id and f.key_id = k.id and f.field = 'name'
      where k.company_id = ${companyId} and ${key} = any(${ids}::bigint[]) group by 1, 2, 3) said
    order by id, rank, at desc, times desc, value`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const alreadyMerged = async ({ db, companyId }: Tenant, kind: DirectoryKind, id: number) => {
  const { table, now } = STORED[kind]
  const { rows } = await sql<{ id: number; name: string; was: string | null }>`
    select c.id, c.name, (select m.before ->> 'name' from directory_merges m
      where m.company_id = ${companyId} and m.kind = ${kind} and m.loser_id = ${id} and m.unmerged_at is null) as was
    from ${sql.table(table)} c where c.company_id = ${companyId} and c.id = ${now}(${id})`.execute(db)
  const [survivor] = rows
  const was = survivor?.was || `This ${kind}`
  return conflict(
    `${was} was merged into ${survivor?.name ?? 'another one'} already.`,
    { merged_into: survivor?.id },
    'merged',
  )
}
