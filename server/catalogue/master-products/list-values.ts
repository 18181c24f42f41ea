import { sql } from 'kysely'
import { textOf } from '#contract/catalogue/value-texts.ts'
import type { AttributeValue } from '#contract/catalogue/values.ts'
import { optionsSaid, readAttributes, textsOf } from '#server/catalogue/product-structure/attributes.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import type { PageOfIds } from '#server/platform/counted-lists/page.ts'

type Texts = Record<string, string>

/** Reads the values of these attributes in words, by product and code: in one read, however many products a page has. */
export const valuesReader = async (tenant: Tenant, codes: readonly string[]) => {
  const attributes = new Map((await readAttributes(tenant, { codes })).map((attribute) => [attribute.id, attribute]))
  const known = new Set([...attributes.values()].map(({ code }) => code))
  const unknown = codes.find((code) => !known.has(code))
  if (unknown !== undefined) throw badField('values', `There is no attribute ${unknown}.`)

  return async (page: PageOfIds): Promise<ReadonlyMap<number, Texts>> => {
    const texts = new Map<number, Texts>()
    if (attributes.size === 0) return texts
    const stored = await storedValues(tenant, [...attributes.keys()], page)
    const optionOf = await optionsSaid(
      tenant,
      [...attributes.values()],
      stored.flatMap(({ value }) => textsOf(value)),
    )
    for (const { product_id, attribute_id, value } of stored) {
      const attribute = attributes.get(attribute_id)
      const own = texts.get(product_id) ?? {}
      if (attribute) own[attribute.code] = textOf(attribute, value, optionOf(attribute_id))
      texts.set(product_id, own)
    }
    return texts
  }
}

const storedValues = async ({ db, companyId }: Tenant, attributes: readonly number[], page: PageOfIds) => {
  const { rows } = await sql<{ product_id: number; attribute_id: number; value: AttributeValue }>`
    select v.product_id, v.attribute_id, v.value from ${page} as page (id, place)
    join product_values v on v.company_id = ${companyId} and v.product_id = page.id
      and v.attribute_id = any(${attributes}::bigint[]) and v.filled`.execute(db)
  return rows
}
