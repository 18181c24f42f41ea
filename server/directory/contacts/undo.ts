import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'
import type { EntityRules } from '#server/platform/changes/rules.ts'
import { belongsTo, markWrong, ownerOf, showContact, takeKey } from './keys.ts'
import { removeContacts, wrongOf } from './write.ts'

type Faults = NonNullable<EntityRules['faults']>
type Put = Parameters<NonNullable<EntityRules['after']>>[1][number]

/** Why a contact can’t be as it was. */
export const contactFaults: Faults = async (tenant, rows) => {
  const faults = new Map<number, string>()
  for (const row of rows) {
    const fault = row.added ? undefined : await faultOf(tenant, row)
    if (fault !== undefined) faults.set(row.id, fault)
  }
  return faults
}

const faultOf = async (tenant: Tenant, { id, now, values }: Put): Promise<string | undefined> => {
  const then = { ...now, ...values }
  if (now['erased_at'] !== null) return 'The contact was forgotten for good.'
  if (now['merged_into'] !== null && values['merged_into'] === undefined)
    return 'It was merged into another contact. Unmerge it first.'
  if (now['removed_at'] !== null && then['removed_at'] !== null) return 'It was deleted later.'
  const { email, company_id } = ownOf(then)
  if (typeof email === 'string') {
    const owner = await ownerOf(tenant, { kind: 'email', key: email })
    if (owner?.there && owner.id !== id) return belongsTo(email, owner)
  }
  if (typeof company_id === 'number' && company_id !== ownOf(now)['company_id'] && !(await isThere(tenant, company_id)))
    return 'The company that it had does not exist any more.'
  return undefined
}

const ownOf = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...Object(row['own']),
})

const isThere = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql`
    select from directory_companies where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
  return rows.length > 0
}

/** Addresses follow what people have set, and who was added goes until something is heard of them. */
export const contactsPutBack: NonNullable<EntityRules['after']> = async (tenant, rows) => {
  const gone = rows.filter(({ values }) => 'deleted_at' in values && values['deleted_at'] !== null)
  if (gone.length > 0)
    await removeContacts(
      tenant,
      gone.map(({ id }) => id),
    )
  for (const { id, now, values } of rows) {
    if (!('own' in values)) continue
    const own = ownOf(values)
    if (typeof own['email'] === 'string') await takeKey(tenant, id, { kind: 'email', key: own['email'] })
    if (own['wrong_emails'] !== ownOf(now)['wrong_emails']) await markWrong(tenant, id, [...wrongOf(own)])
    await showContact(tenant, id)
  }
}
