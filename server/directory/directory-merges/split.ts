import { sql } from 'kysely'
import type { directoryMerges } from '#contract/directory/directory-merges.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { lockDirectory } from '#server/directory/directory-upkeep/lock.ts'
import type { Caller } from '#server/kit/auth.ts'
import { badField, conflict } from '#server/kit/errors.ts'
import { ALIKES_DUE } from './groups.ts'
import { readStanding } from './standing.ts'

/** Gives a domain to another company, where it stays whatever is taken apart; answers to which. */
export const splitDomain = async (
  tenant: Tenant,
  caller: Caller,
  { company_id, domain, to_company_id, name }: BodyOf<typeof directoryMerges.splitDomain>,
): Promise<number> => {
  if (to_company_id === company_id)
    throw badField('to_company_id', 'The domain is this company’s already. Choose another one.')
  await lockDirectory(tenant)
  const { db, companyId } = tenant
  await readStanding(tenant, 'company', [company_id, ...(to_company_id === undefined ? [] : [to_company_id])])
  const key = domain.toLowerCase()
  const { rows } = await sql<{ key: string }>`
    select key from directory_keys where company_id = ${companyId} and directory_company_id = ${company_id} and kind = 'domain'`.execute(
    db,
  )
  if (!rows.some((row) => row.key === key)) throw badField('domain', `${domain} is no domain of this company.`)
  if (to_company_id === undefined && rows.length === 1)
    throw conflict('It is the only domain of this company. Rename the company instead.', undefined, 'only_domain')
  const to = to_company_id ?? (await newCompany(tenant, caller, name))
  await sql`
    update directory_keys set directory_company_id = ${to}, company_origin = ${to}
    where company_id = ${companyId} and kind = 'domain' and key = ${key}`.execute(db)
  await db
    .insertInto('directory_splits')
    .values({
      company_id: companyId,
      domain: key,
      from_company_id: company_id,
      to_company_id: to,
      split_by: caller.personId,
    })
    .execute()
  await tenant.due(ALIKES_DUE)
  return to
}

/** It shows what is said of its domain, but for the name that it is given. */
const newCompany = async ({ db, companyId }: Tenant, caller: Caller, name: string | undefined): Promise<number> => {
  const { id } = await db
    .insertInto('directory_companies')
    .values({
      company_id: companyId,
      added_by: caller.personId,
      own: JSON.stringify(name === undefined ? {} : { name }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
