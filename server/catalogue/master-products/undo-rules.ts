import { sql } from 'kysely'
import type { EntityRules } from '#server/platform/changes/rules.ts'

interface Row {
  code?: unknown
  gtin?: unknown
  category_id?: unknown
}

/** A product can't go back into a category that is gone, nor take a code, a GTIN or a value of its own that another has now. */
export const productFaults: NonNullable<EntityRules['faults']> = async ({ db, companyId }, rows, comesBack) => {
  const wanted = rows
    .filter(({ added }) => !added)
    .map(({ id, now, values }) => {
      const { code, gtin, category_id }: Row = { ...now, ...values }
      const isThere = category_id === null || comesBack('product_categories', Number(category_id))
      return { id, code, gtin, category_id: isThere ? null : category_id }
    })
  const found = await sql<{ id: number; fault: string }>`
    with r as materialized (
      select *, product_by_code(code) as coded
      from json_to_recordset(${JSON.stringify(wanted)}::json) as r (id bigint, code text, gtin text, category_id bigint)
    )
    select r.id, coalesce(
      'The code ' || r.code || ' belongs to ' || code.name || ' now.',
      'The GTIN ' || r.gtin || ' belongs to ' || gtin.name || ' now.',
      claimed.label || ' ' || claimed.text || ' belongs to ' || claimed.name || ' now.',
      case when category.id is null and r.category_id is not null then 'Its category no longer exists.' end) as fault
    from r
    left join products code on code.company_id = ${companyId} and code.id = r.coded and code.id <> r.id
    left join products gtin on gtin.company_id = ${companyId} and gtin.gtin = r.gtin and gtin.deleted_at is null and gtin.id <> r.id
    left join lateral (${CLAIMED(companyId)}) claimed on true
    left join product_categories category
      on category.company_id = ${companyId} and category.id = r.category_id and category.deleted_at is null`.execute(db)
  return new Map(found.rows.flatMap(({ id, fault }) => (fault === null ? [] : [[id, fault] as const])))
}

/** What may be only once of what the product `r` had when it was deleted, and another product has now. */
const CLAIMED = (companyId: number) => sql`
  select a.label, v.value #>> '{}' as text, holder.name
  from (
    select v.attribute_id, v.value, fold(v.value #>> '{}') as folded from product_values v
    where v.company_id = ${companyId} and v.product_id = r.id and v.filled and v.unique_key is null offset 0
  ) v
  join product_attributes a on a.company_id = ${companyId} and a.id = v.attribute_id and a.unique_values
  join product_values other on other.company_id = ${companyId} and other.attribute_id = a.id and other.unique_key = v.folded
  join products holder on holder.company_id = ${companyId} and holder.id = other.product_id and holder.id <> r.id
  limit 1`
