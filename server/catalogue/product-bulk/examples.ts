import { sql } from 'kysely'
import { BASE_LABELS } from '#contract/catalogue/master-products.ts'
import { textOf } from '#contract/catalogue/value-texts.ts'
import { MOST_EXAMPLES, type Example } from '#contract/platform/bulk.ts'
import type { Plan } from '#server/catalogue/master-products/write.ts'
import { optionsSaid, readAttributes, textsOf } from '#server/catalogue/product-structure/attributes.ts'
import { baseText } from '#server/catalogue/master-products/edit.ts'
import type { Tenant } from '#server/db/tenant.ts'

const LABELS: Readonly<Record<string, string>> = BASE_LABELS

/** The first fields that would be written, each as it is and as it would be. */
export const examplesOf = async (
  tenant: Tenant,
  plans: readonly (Plan & { outcome?: never })[],
): Promise<Example[]> => {
  const few = plans.slice(0, MOST_EXAMPLES)
  const attributes = await readAttributes(tenant, {
    ids: [...new Set(few.flatMap(({ write }) => [...write.values.keys()]))],
  })
  const texts = few.flatMap(({ write, now }) => [...write.values].flatMap(([id, value]) => [value, now.values.get(id)]))
  const optionOf = await optionsSaid(tenant, attributes, texts.flatMap(textsOf))
  const categoryOf = await categoryNames(
    tenant,
    few.flatMap(({ write, now }) => [write.base.category_id ?? [], now.base.category_id ?? []].flat()),
  )
  const fieldText = (field: string, value: unknown) => {
    if (value === null || value === undefined) return null
    return field === 'category_id' ? (categoryOf.get(Number(value)) ?? null) : baseText(value)
  }
  return few
    .flatMap(({ id, write, now }) => {
      const was: Readonly<Record<string, unknown>> = { ...now.base }
      const { name } = now.base
      return [
        ...Object.entries(write.base).map(([field, value]) => ({
          id,
          name,
          field: LABELS[field] ?? field,
          from: fieldText(field, was[field]),
          to: fieldText(field, value),
        })),
        ...attributes.flatMap((attribute) => {
          const value = write.values.get(attribute.id)
          if (value === undefined) return []
          const text = (each: typeof value) => textOf(attribute, each, optionOf(attribute.id)) || null
          return { id, name, field: attribute.label, from: text(now.values.get(attribute.id) ?? null), to: text(value) }
        }),
      ]
    })
    .slice(0, MOST_EXAMPLES)
}

const categoryNames = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, string>()
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from product_categories where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
