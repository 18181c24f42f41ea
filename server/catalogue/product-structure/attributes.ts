import { sql } from 'kysely'
import type { AttributeRule, OptionRef } from '#contract/catalogue/values.ts'
import type { Tenant } from '#server/db/tenant.ts'

/** An attribute with all that reading its values takes. */
export interface KnownAttribute extends AttributeRule {
  id: number
  group: string
  unique_values: boolean
}

/** Attributes by their codes or ids, as far as there are any. */
export const readAttributes = async (
  { db, companyId }: Tenant,
  { codes = [], ids = [] }: { codes?: readonly string[]; ids?: readonly number[] },
): Promise<KnownAttribute[]> => {
  if (codes.length + ids.length === 0) return []
  const { rows } = await sql<KnownAttribute>`
    ${attributesOf(companyId)} and (code = any(${codes}::text[]) or id = any(${ids}::bigint[])) order by position, id`.execute(
    db,
  )
  return rows
}

export const allAttributes = async ({ db, companyId }: Tenant): Promise<KnownAttribute[]> =>
  (await sql<KnownAttribute>`${attributesOf(companyId)} order by position, id`.execute(db)).rows

const attributesOf = (companyId: number) => sql`
  select id, code, label, grouped_under as group, type, max_length, mask, min, max, decimals, family, units, default_unit, unique_values
  from product_attributes where company_id = ${companyId} and deleted_at is null`

/** The option of an attribute that is called so, by its code or as people call it. */
export type OptionOf = (attributeId: number) => (said: string) => OptionRef | undefined

const folded = (text: string) => text.trim().toLowerCase()

/** Looks up what was said of the options of these attributes, or all that there are; one read for all of them. */
export const optionsSaid = async (
  { db, companyId }: Tenant,
  attributes: readonly KnownAttribute[],
  said?: readonly string[],
): Promise<OptionOf> => {
  const ids = attributes.filter(({ type }) => type === 'option' || type === 'options').map(({ id }) => id)
  if (ids.length === 0 || said?.length === 0) return () => () => undefined
  const wanted = said
    ? sql`and (code = any(${said}::text[]) or fold(label) = any(array(select fold(trim(each)) from unnest(${said}::text[]) each)))`
    : sql``
  const { rows } = await sql<OptionRef & { attribute_id: number }>`
    select attribute_id, code, label, retired from product_attribute_options
    where company_id = ${companyId} and attribute_id = any(${ids}::bigint[]) and deleted_at is null ${wanted}`.execute(
    db,
  )
  const found = new Map<string, OptionRef>()
  // A code wins over a label that another option has.
  for (const { attribute_id, ...option } of rows) found.set(`${attribute_id} ${folded(option.label)}`, option)
  for (const { attribute_id, ...option } of rows) found.set(`${attribute_id} ${option.code}`, option)
  return (id) => (text) => found.get(`${id} ${text.trim()}`) ?? found.get(`${id} ${folded(text)}`)
}

/** The codes and labels of options that a value on the wire, or a text that somebody typed, may mean. */
export const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value, ...value.split(/[,;|]/)].map((each) => each.trim())
  return Array.isArray(value) ? value.flatMap(textsOf) : []
}
