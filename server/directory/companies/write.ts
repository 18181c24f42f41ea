import { sql } from 'kysely'
import type { companies } from '#contract/directory/companies.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { cleanTags, editOwn, readCountryField, textOr, versionConflict, type Own } from '#server/directory/edits/own.ts'
import { badField, found } from '#server/kit/errors.ts'
import { fieldsToWrite } from '#server/kit/merge-edits.ts'
import { ownDomain } from '#server/platform/contact-details/own-domain.ts'
import { readSentPhone } from '#server/platform/contact-details/phone.ts'
import { companyOf, companyTaken, namedKey, readDomain, showCompany, takeCompanyKey } from './keys.ts'

type Body = BodyOf<typeof companies.update>
type Sent = Pick<Body, 'name' | 'website' | 'phone' | 'country' | 'state' | 'city' | 'zip_code' | 'address'>

/** Values as they are kept, by field; those that were not sent are not there. */
const readValues = (sent: Sent, country: string | null): Record<string, string | null> => {
  const values: Record<string, string | null> = {}
  for (const field of ['name', 'website', 'state', 'city', 'zip_code', 'address'] as const)
    if (sent[field] !== undefined) values[field] = textOr(sent[field])
  if (sent.country !== undefined) values['country'] = readCountryField(textOr(sent.country))
  if (sent.phone !== undefined) {
    const phone = textOr(sent.phone)
    values['phone'] = phone === null ? null : readSentPhone(phone, values['country'] ?? country)
    if (phone !== null && values['phone'] === null)
      throw badField('phone', 'Enter a phone number with its country code, like +49 711 123456')
  }
  return values
}

/** Adds a company by hand, or brings one back that was taken off the list; its id. */
export const addCompany = async (
  tenant: Tenant,
  { domain, roles = [], tags = [], description = '', note = '', ...sent }: BodyOf<typeof companies.add>,
  personId: number,
): Promise<number> => {
  const { db, companyId } = tenant
  const own = Object.fromEntries(Object.entries(readValues(sent, null)).filter(([, value]) => value !== null))
  const key = textOr(domain) ? readDomain(domain ?? '', await ownDomain(tenant)) : namedKey(own['name'], own['country'])
  if (!own['name'] && !key) throw badField('name', 'Enter a name or a domain')
  const owner = key && (await companyOf(tenant, key))
  if (key && owner?.there) throw companyTaken(key, owner)
  const row = {
    own: JSON.stringify(own),
    added_by: personId,
    roles: [...new Set(roles)],
    tags: cleanTags(tags),
    description: description.trim(),
    note: note.trim(),
  }
  if (owner) {
    await db
      .updateTable('directory_companies')
      .set({ ...row, removed_at: null })
      .where('company_id', '=', companyId)
      .where('id', '=', owner.id)
      .execute()
    return owner.id
  }
  const { id } = await db
    .insertInto('directory_companies')
    .values({ company_id: companyId, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (key) await takeCompanyKey(tenant, id, key)
  await showCompany(tenant, id)
  return id
}

export interface CompanyNow {
  id: number
  version: number
  own: Own
  pinned: string[]
  roles: string[]
  tags: string[]
  description: string
  note: string
  shown: Record<string, string | null>
}

/** The companies that are there, locked in the order of their ids. */
export const lockCompanies = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<CompanyNow[]> => {
  const { rows } = await sql<CompanyNow>`
    select id, version, own, pinned, roles, tags, description, note, jsonb_build_object('name', nullif(name, ''), 'website', website,
      'phone', phone, 'country', country, 'state', state, 'city', city, 'zip_code', zip_code, 'address', address) as shown
    from directory_companies where company_id = ${companyId} and id = any (${ids}::bigint[]) and deleted_at is null
    order by id for update`.execute(db)
  return rows
}

/** The company, locked; 404 where it is not there. */
export const lockCompany = async (tenant: Tenant, id: number): Promise<CompanyNow> =>
  found('Company', (await lockCompanies(tenant, [id]))[0])

/** Changes a company that is locked; `current` is what it shows, for somebody who has seen something else. */
export const updateCompany = async (
  tenant: Tenant,
  row: CompanyNow,
  { version: seen, pin = [], unpin = [], leave = [], roles, tags, description, note, ...sent }: Body,
  current: () => Promise<object>,
): Promise<void> => {
  const values = readValues(sent, row.shown['country'] ?? null)
  const versioned = { ...row, entity: 'directory_companies' } as const
  const edit = await editOwn(tenant, versioned, { sent: values, pin, unpin, leave }, seen)
  const plain = await fieldsToWrite(
    tenant,
    { ...versioned, values: { roles: row.roles, tags: row.tags, description: row.description, note: row.note } },
    {
      ...(roles && { roles: [...new Set(roles)] }),
      ...(tags && { tags: cleanTags(tags) }),
      ...(description !== undefined && { description: description.trim() }),
      ...(note !== undefined && { note: note.trim() }),
    },
    seen,
  )
  const conflicts = [...edit.conflicts, ...plain.conflicts]
  if (conflicts.length > 0) throw versionConflict('company', await current(), conflicts)
  const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
  await tenant.db
    .updateTable('directory_companies')
    .set({
      ...(differ(edit.own, row.own) && { own: JSON.stringify(edit.own) }),
      ...(differ(edit.pinned, row.pinned.toSorted()) && { pinned: edit.pinned }),
      ...plain.write,
      updated_at: sql`now()`,
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', row.id)
    .execute()
}

/** Takes companies off the list until something is heard of them again. */
export const removeCompanies = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<void> => {
  await sql`
    update directory_companies set removed_at = now() where company_id = ${companyId} and id = any (${ids}::bigint[])`.execute(
    db,
  )
}
