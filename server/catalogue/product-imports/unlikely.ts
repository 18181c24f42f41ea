import { sql } from 'kysely'
import { attributeKey } from '#contract/catalogue/product.ts'
import { unlikelyAmount } from '#contract/catalogue/typical-amounts.ts'
import { isQuantity, isRange } from '#contract/catalogue/values.ts'
import { typicalAmounts } from '#server/catalogue/product-structure/typical.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { ImportedProduct } from './product-row.ts'

/** Amounts of which the unit was probably mistaken, by what others of the category have. */
export const unlikelyOf = async <R extends { item: ImportedProduct }>(
  tenant: Tenant,
  stored: readonly { row: R; id: number; added: boolean }[],
) => {
  const said = stored.flatMap(({ row, id, added }) => {
    const amounts = Object.entries(row.item.sent.attributes ?? {}).filter(
      ([, value]) => isQuantity(value) || isRange(value),
    )
    return amounts.length > 0 ? { row, id, added, amounts } : []
  })
  const unlikely = new Map<R, { field: string; question: string }[]>()
  if (said.length === 0) return unlikely
  const categories = await categoriesOf(
    tenant,
    said.flatMap(({ id, added }) => (added ? [] : id)),
  )
  const placed = said.map((each) => ({
    ...each,
    category: each.row.item.sent.category_id ?? categories.get(each.id) ?? null,
  }))
  const codes = [...new Set(said.flatMap(({ amounts }) => amounts.map(([code]) => code)))]
  const typical = await typicalAmounts(tenant, [...new Set(placed.flatMap(({ category }) => category ?? []))], codes)
  for (const { row, category, amounts } of placed) {
    const questions = amounts.flatMap(([code, value]) => {
      const question = unlikelyAmount(value, typical.get(category ?? 0)?.get(code))
      return question === undefined ? [] : { field: attributeKey(code), question }
    })
    if (questions.length > 0) unlikely.set(row, questions)
  }
  return unlikely
}

const categoriesOf = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, number | null>()
  const { rows } = await sql<{ id: number; category_id: number | null }>`
    select id, category_id from products where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, category_id }) => [id, category_id]))
}
