import { sql } from 'kysely'
import type { EntityRules } from '#server/platform/changes/rules.ts'

interface Row {
  code?: unknown
  gtin?: unknown
  category_id?: unknown
}

/** A product can't go back into a category that is gone, nor take a code or GTIN that another has now. */
export const productFaults: NonNullable<EntityRules['faults']> = async ({ db, companyId }, rows, comesBack) => {
  const wanted = rows
    .filter(({ added }) => !added)
    .map(({ id, now, values }) => {
      const { code, gtin, category_id }: Row = { ...now, ...values }
      const isThere = category_id === null || comesBack('product_categories', Number(category_id))
      return { id, code, gtin, category_id: isThere ? null : category_id }
    })
  const found = await sql<{ id: number; fault: string }>`
    select r.id, coalesce(
      'The code ' || r.code || ' belongs to ' || code.name || ' now.',
      'The GTIN ' || r.gtin || ' belongs to ' || gtin.name || ' now.',
      case when category.id is null and r.category_id is not null then 'Its category no longer exists.' end) as fault
    from json_to_recordset(${JSON.stringify(wanted)}::json) as r (id bigint, code text, gtin text, category_id bigint)
    left join products code on code.company_id = ${companyId} and fold(code.code) = fold(r.code) and code.deleted_at is null and code.id <> r.id
    left join products gtin on gtin.company_id = ${companyId} and gtin.gtin = r.gtin and gtin.deleted_at is null and gtin.id <> r.id
    left join product_categories category
      on category.company_id = ${companyId} and category.id = r.category_id and category.deleted_at is null`.execute(db)
  return new Map(found.rows.flatMap(({ id, fault }) => (fault === null ? [] : [[id, fault] as const])))
}
