import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import { domainKey, nameKey, type DirectoryKey } from '#server/directory/directory-upkeep/keys.ts'
import { badField, conflict } from '#server/kit/errors.ts'
import { normaliseDomain } from '#server/platform/contact-details/email-address.ts'

interface Owner {
  id: number
  there: boolean
  name: string
}

/** Whose the key is; undefined: nobody’s. */
export const companyOf = async ({ db, companyId }: Tenant, { kind, key }: DirectoryKey): Promise<Owner | undefined> => {
  const { rows } = await sql<Owner>`
    select f.id, f.deleted_at is null as there, f.name
    from directory_keys k join directory_companies f on f.company_id = k.company_id and f.id = k.directory_company_id
    where k.company_id = ${companyId} and k.kind = ${kind} and k.key = ${key}`.execute(db)
  return rows[0]
}

/** The domain that somebody registered, of what a person typed. One’s own and those of mail for anyone are no company’s. */
export const readDomain = (text: string, own: string | undefined): DirectoryKey => {
  const host = normaliseDomain(text)
  if (host === undefined) throw badField('domain', 'Enter a domain like firm.example')
  const key = domainKey(host, own)
  if (!key) throw badField('domain', `${host} belongs to no one company. Leave the domain empty.`)
  return key
}

/** By what a company without a domain is known. */
export const namedKey = (name: unknown, country: unknown): DirectoryKey | undefined =>
  typeof name === 'string' && typeof country === 'string' ? nameKey(name, country) : undefined

export const companyTaken = ({ kind, key }: DirectoryKey, { id, name }: Owner) =>
  conflict(
    kind === 'domain' ? `${key} belongs to ${name}.` : `There is a company of this name and country: ${name}.`,
    { id },
    'taken',
  )

export const takeCompanyKey = async (
  { db, companyId }: Tenant,
  id: number,
  { kind, key }: DirectoryKey,
): Promise<void> => {
  await sql`
    insert into directory_keys (company_id, kind, key, directory_company_id, company_origin) values (${companyId}, ${kind}, ${key}, ${id}, ${id})
    on conflict (company_id, kind, key) do update
      set directory_company_id = excluded.directory_company_id, company_origin = excluded.company_origin`.execute(db)
}

export const showCompany = async ({ db }: Tenant, id: number): Promise<void> => {
  await sql`select show_companies(array[${id}::bigint])`.execute(db)
}
