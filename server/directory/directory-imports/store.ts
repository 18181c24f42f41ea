import { sql } from 'kysely'
import { crashPoint } from '#server/db/crash.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { lockDirectory } from '#server/directory/directory-upkeep/lock.ts'
import { ownKeys, showAgain } from '#server/directory/directory-upkeep/store.ts'
import { KEY_COLUMN, TABLE, type Subject } from '#server/directory/provenance/provenance.ts'
import type { Became, Reason, Wanted } from '#server/platform/imports/spec.ts'
import type { ImportedFact, ImportedSubject } from './reading.ts'

type Kind = Subject['kind']
type Row = Wanted<ImportedSubject>
export const IMPORTED = {
  contact: { table: 'imported_directory_contacts', column: 'contact_id' },
  company: { table: 'imported_directory_companies', column: 'directory_company_id' },
} as const

interface Now {
  kind: string
  key: string
  id: number
  there: boolean
  own: Readonly<Record<string, unknown>>
  pinned: string[]
  shown: Readonly<Record<string, string | null>>
}

/** What is there under the keys of the rows. */
const nowOf = async ({ db, companyId }: Tenant, kind: Kind, rows: readonly Row[]) => {
  const keys = rows.map(({ item }) => item.key)
  const { rows: now } = await sql<Now>`
    select k.kind, k.key, t.id, t.deleted_at is null as there, t.own, t.pinned, to_jsonb(t) as shown
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as w (kind text, key text)
    join directory_keys k on k.company_id = ${companyId} and k.kind = w.kind and k.key = w.key
    join ${sql.table(TABLE[kind])} t on t.company_id = k.company_id and t.id = ${sql.ref(`k.${KEY_COLUMN[kind]}`)}`.execute(
    db,
  )
  return new Map(now.map((each) => [nameOf(each), each]))
}
const nameOf = ({ kind, key }: { kind: string; key: string }) => `${kind}:${key}`

/** What of a row is stored, and what becomes of it. */
const planOf = ({ item, choice, notes }: Row, now: Now | undefined): { facts: ImportedFact[]; became: Became } => {
  const known = now?.there ? now : undefined
  const shows = (field: string) => known?.shown[field === 'company' ? 'company_name' : field] || null
  const facts = item.facts.filter(
    ({ field }) => !known?.pinned.includes(field) && (choice !== 'fill' || shows(field) === null),
  )
  const stays = facts.filter(({ field, value }) => known && Object.hasOwn(known.own, field) && shows(field) !== value)
  const news = facts.filter(({ field, value }) =>
    field === 'company' ? shows(field) === null : shows(field) !== value,
  )
  const said = stays.map(({ field }): Reason => ({
    column: null,
    message: `The ${WORDS[field] ?? field} stays as a person has set it.`,
  }))
  if (known && news.length === 0) return { facts: [], became: { outcome: 'unchanged', reasons: [] } }
  return { facts, became: notes.length + said.length > 0 ? { notes: [...notes, ...said] } : undefined }
}
const WORDS: Readonly<Record<string, string>> = { zip_code: 'ZIP code' }

export const foreseeRows = async (tenant: Tenant, kind: Kind, rows: readonly Row[]): Promise<Became[]> => {
  const now = await nowOf(tenant, kind, rows)
  return rows.map((row) => planOf(row, now.get(nameOf(row.item.key))).became)
}

/** Stores what the rows say as facts of the import, and whom it is said of. */
export const storeRows = async (
  tenant: Tenant,
  kind: Kind,
  rows: readonly Row[],
  importId: number,
): Promise<Became[]> => {
  await lockDirectory(tenant)
  const before = await nowOf(tenant, kind, rows)
  const plans = rows.map((row) => ({ row, ...planOf(row, before.get(nameOf(row.item.key))) }))
  const stored = plans.filter(({ facts }) => facts.length > 0)
  const facts = stored.flatMap((plan) => [...plan.facts, ...plan.row.item.ofCompany])
  await ownKeys(tenant, facts)
  const { db, companyId } = tenant
  const { rows: touched } = await sql<{ contacts: number[]; companies: number[] }>`
    with said as materialized (
      select distinct k.id, k.contact_id, k.directory_company_id, s.field, s.value
      from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as s (kind text, key text, field text, value text)
      join directory_keys k on k.company_id = ${companyId} and k.kind = s.kind and k.key = s.key
    ), stored as (
      insert into directory_facts (company_id, key_id, field, value, source, source_id, at)
      select ${companyId}::int, id, field, value, 'import', ${importId}::bigint, clock_timestamp() from said
      on conflict (company_id, source, source_id, key_id, field, value) do nothing
    )
    select coalesce(json_agg(distinct contact_id) filter (where contact_id is not null), '[]') as contacts,
      coalesce(json_agg(distinct directory_company_id) filter (where directory_company_id is not null), '[]') as companies from said`.execute(
    db,
  )
  await showAgain(tenant, touched[0] ?? { contacts: [], companies: [] })
  await noteImported(tenant, kind, importId, stored, before)
  crashPoint('import.after_directory')
  return plans.map(({ became }) => became)
}

const noteImported = async (
  { db, companyId }: Tenant,
  kind: Kind,
  importId: number,
  stored: readonly { row: Row }[],
  before: ReadonlyMap<string, Now>,
) => {
  const { table, column } = IMPORTED[kind]
  const said = stored.map(({ row: { item } }) => ({
    ...item.key,
    added: !(before.get(nameOf(item.key))?.there ?? false),
  }))
  await sql`
    insert into ${sql.table(table)} (company_id, import_id, ${sql.ref(column)}, added)
    select distinct on (${sql.ref(`k.${KEY_COLUMN[kind]}`)}) ${companyId}::int, ${importId}::bigint, ${sql.ref(`k.${KEY_COLUMN[kind]}`)}, s.added
    from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as s (kind text, key text, added boolean)
    join directory_keys k on k.company_id = ${companyId} and k.kind = s.kind and k.key = s.key
    order by ${sql.ref(`k.${KEY_COLUMN[kind]}`)}, s.added on conflict do nothing`.execute(db)
}
