import { sql } from 'kysely'
import { textOf } from '#contract/catalogue/value-texts.ts'
import type { AttributeValue } from '#contract/catalogue/values.ts'
import { optionsSaid, readAttributes, textsOf } from '#server/catalogue/product-structure/attributes.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'

/** The rows of a page with the values of these attributes in words: one read of values, however many rows. */
export const withValues = async <Row extends { id: number }>(
  tenant: Tenant,
  codes: readonly string[],
  rows: readonly Row[],
): Promise<(Row & { values: Record<string, string> })[]> => {
  const attributes = await readAttributes(tenant, { codes })
  const unknown = codes.find((code) => !attributes.some((attribute) => attribute.code === code))
  if (unknown !== undefined) throw badField('values', `There is no attribute ${unknown}.`)
  const stored = attributes.length && rows.length ? await valuesOf(tenant, attributes, rows) : []
  const optionOf = await optionsSaid(
    tenant,
    attributes,
    stored.flatMap(({ value }) => textsOf(value)),
  )
  const ofId = new Map(attributes.map((attribute) => [attribute.id, attribute]))
  const texts = new Map<number, Record<string, string>>(rows.map(({ id }) => [id, {}]))
  for (const { product_id, attribute_id, value } of stored) {
    const [attribute, own] = [ofId.get(attribute_id), texts.get(product_id)]
    if (attribute && own) own[attribute.code] = textOf(attribute, value, optionOf(attribute_id))
  }
  return rows.map((row) => ({ ...row, values: texts.get(row.id) ?? {} }))
}

type Identified = readonly { id: number }[]

const valuesOf = async ({ db, companyId }: Tenant, attributes: Identified, products: Identified) => {
  const { rows } = await sql<{ product_id: number; attribute_id: number; value: AttributeValue }>`
    select v.product_id, v.attribute_id, v.value from product_values v
    where v.company_id = ${companyId} and v.product_id = any(${idsOf(products)}::bigint[])
      and v.attribute_id = any(${idsOf(attributes)}::bigint[]) and v.filled`.execute(db)
  return rows
}

const idsOf = (rows: Identified) => rows.map(({ id }) => id)
