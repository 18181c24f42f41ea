import type { CatalogueSettings, Effect } from '#contract/catalogue/structure-edits.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import { inDryRun, lackingFields } from './effect.ts'
import { lockStructure } from './structure.ts'

const USUAL: CatalogueSettings = { required_fields: [], hide_incomplete: false, code_pattern: null }

export const settings = async (tenant: Tenant): Promise<CatalogueSettings> => (await stored(tenant)) ?? USUAL

const stored = async ({ db, companyId }: Tenant): Promise<CatalogueSettings | undefined> => {
  const row = await db
    .selectFrom('catalogue_settings')
    .select(['required_fields', 'hide_incomplete', 'code_pattern'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row && { ...row, required_fields: row.required_fields.filter(isRequirable) }
}

const isRequirable = (field: string): field is CatalogueSettings['required_fields'][number] =>
  ['brand', 'unit', 'description', 'gtin', 'image'].includes(field)

export const setSettings = async (
  tenant: Tenant,
  { dryRun, ...sent }: Partial<CatalogueSettings> & { dryRun?: boolean },
): Promise<CatalogueSettings & Effect> => {
  await lockStructure(tenant)
  const { db, companyId } = tenant
  if (sent.code_pattern && !/^[^#]*#{1,12}[^#]*$/.test(sent.code_pattern))
    throw badField('code_pattern', 'Write a # for each digit of the number, as in P-#####.')
  const before = await stored(tenant)
  const fields = sent.required_fields && [...new Set(sent.required_fields)].sort()
  const wanted = { ...(before ?? USUAL), ...sent, ...(fields && { required_fields: fields }) }
  const asked = wanted.required_fields.filter((field) => !before?.required_fields.includes(field))
  return inDryRun(tenant, dryRun, async () => {
    const effect = await lackingFields(tenant, asked)
    const change = Object.fromEntries(
      Object.entries(wanted).filter(([field, value]) => !isSame(value, Object(before ?? USUAL)[field])),
    )
    if (Object.keys(change).length && before)
      await db
        .updateTable('catalogue_settings')
        .set({ ...change, deleted_at: null })
        .where('company_id', '=', companyId)
        .execute()
    if (Object.keys(change).length && !before)
      await db
        .insertInto('catalogue_settings')
        .values({ company_id: companyId, ...change })
        .execute()
    if (!dryRun) tenant.wakes()
    return { ...wanted, ...effect }
  })
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
