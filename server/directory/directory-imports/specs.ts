import { sql } from 'kysely'
import type { DirectoryCompanyImportRow, DirectoryImportRow } from '#contract/directory/directory-imports.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { KEY_COLUMN, TABLE, type Subject } from '#server/directory/provenance/provenance.ts'
import { phoneCountryOf } from '#server/leads/published.ts'
import { ownDomain } from '#server/platform/contact-details/own-domain.ts'
import type { ImportSpec, ShownRow } from '#server/platform/imports/spec.ts'
import { COMPANY_NAMES, CONTACT_NAMES, guessFrom } from './guess.ts'
import { readCompany, readContact, type ImportedSubject, type Keepers } from './reading.ts'
import { keptOf, lockImported, takeBack } from './revert.ts'
import { foreseeRows, storeRows } from './store.ts'

type Spec = ImportSpec<object, ImportedSubject>

const keepersOf = async (tenant: Tenant): Promise<Keepers> => ({
  domain: await ownDomain(tenant),
  phoneCountry: await phoneCountryOf(tenant),
})

/** What imports of both kinds have in common: a row is known by its key, and what it says is a fact of the import. */
const specOf = (
  kind: Subject['kind'],
  own: Pick<Spec, 'guess' | 'missing' | 'reader' | 'showRows' | 'kept'>,
): Spec => ({
  entity: TABLE[kind],
  noun: kind,
  readOptions: () => ({}),
  outcomes: ['unchanged'],
  leftOut: ['unchanged'],
  knownRows: () => 'update',
  refuseRepeat: ({ row }, earlier) => `Row ${row} is about the same ${kind} as row ${earlier}.`,
  keys(rows) {
    const said = rows.map(({ row, item }) => ({ row_no: row, ...item.key }))
    return sql`
      select said.row_no, said.kind, said.key as said, md5('directory:' || said.kind || ':' || said.key)::uuid as key
      from json_to_recordset(${JSON.stringify(said)}::json) as said (row_no int, kind text, key text)`
  },
  stored: ({ companyId }) => sql<number | null>`(
    select t.id from directory_keys k join ${sql.table(TABLE[kind])} t on t.company_id = k.company_id and t.id = ${sql.ref(`k.${KEY_COLUMN[kind]}`)}
    where k.company_id = ${companyId} and k.kind = keys.kind and k.key = keys.said and t.deleted_at is null)`,
  preview: (tenant, rows) => foreseeRows(tenant, kind, rows),
  store: (tenant, rows, { importId }) => storeRows(tenant, kind, rows, importId),
  lockImported: (tenant, importId, after, limit) => lockImported(tenant, kind, importId, after, limit),
  takeBack: (tenant, ids, importId) => takeBack(tenant, kind, ids, importId),
  ...own,
})

const namesOf = async ({ db, companyId }: Tenant, kind: Subject['kind'], rows: readonly ShownRow[]) => {
  const ids = rows.flatMap(({ known_id }) => known_id ?? [])
  const { rows: here } = await sql<{ id: number; name: string }>`
    select id, name from ${sql.table(TABLE[kind])} where company_id = ${companyId} and id = any (${ids}::bigint[]) and deleted_at is null`.execute(
    db,
  )
  const known = new Map(here.map((row) => [row.id, row]))
  return (id: number | null) => known.get(id ?? 0) ?? null
}

export const contactRows: Spec = specOf('contact', {
  guess: guessFrom(CONTACT_NAMES),
  missing: (_tenant, fields) =>
    fields.includes('email') || (fields.includes('phone') && fields.includes('name'))
      ? undefined
      : 'Choose the column with the email address, or those with the name and the phone',
  reader: async (tenant, fields) => readContact(fields, await keepersOf(tenant)),
  async showRows(tenant, _caller, rows): Promise<Pick<DirectoryImportRow, 'known_contact' | 'name' | 'email'>[]> {
    const known = await namesOf(tenant, 'contact', rows)
    return rows.map(({ known_id, cellsOf }) => ({
      known_contact: known(known_id),
      name: cellsOf('name'),
      email: cellsOf('email'),
    }))
  },
  async kept(tenant, _caller, importId, query) {
    const { data, pagination } = await keptOf(tenant, 'contact', importId, query)
    return { data: data.map(({ detail, ...row }) => ({ ...row, email: detail })), pagination }
  },
})

export const companyRows: Spec = specOf('company', {
  guess: guessFrom(COMPANY_NAMES),
  missing: (_tenant, fields) =>
    fields.includes('domain') || fields.includes('website') || (fields.includes('name') && fields.includes('country'))
      ? undefined
      : 'Choose the column with the domain or the web site, or those with the name and the country',
  reader: async (tenant, fields) => readCompany(fields, await keepersOf(tenant)),
  async showRows(
    tenant,
    _caller,
    rows,
  ): Promise<Pick<DirectoryCompanyImportRow, 'known_company' | 'name' | 'domain'>[]> {
    const known = await namesOf(tenant, 'company', rows)
    return rows.map(({ known_id, cellsOf }) => ({
      known_company: known(known_id),
      name: cellsOf('name'),
      domain: cellsOf('domain', 'website'),
    }))
  },
  async kept(tenant, _caller, importId, query) {
    const { data, pagination } = await keptOf(tenant, 'company', importId, query)
    return { data: data.map(({ detail, ...row }) => ({ ...row, domain: detail })), pagination }
  },
})
