import { sql } from 'kysely'
import type { Tenant } from '#server/db/tenant.ts'

/** So many products of a category are looked at, those that were changed last; fewer than five say nothing. */
const NEWEST = 200
const FEWEST = 5

/** The middle one of the amounts that products of each category have, in the base of its family, by category and attribute. */
export const typicalAmounts = async (
  { db, companyId }: Tenant,
  categories: readonly number[],
  codes?: readonly string[],
) => {
  if (categories.length === 0) return new Map<number, Map<string, string>>()
  const { rows } = await sql<{ category: number; code: string; base: string }>`
    select c.id as category, a.code, (percentile_disc(0.5) within group (order by v.base_from))::text as base
    from unnest(${categories}::bigint[]) c (id)
    cross join lateral (
      select p.id from products p where p.company_id = ${companyId} and p.category_id = c.id and p.deleted_at is null
      order by p.updated_at desc, p.id desc limit ${NEWEST}
    ) p
    join product_values v on v.company_id = ${companyId} and v.product_id = p.id and v.filled and v.base_from is not null
    join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id and a.type in ('quantity', 'range')
    ${codes ? sql`where a.code = any(${codes}::text[])` : sql``}
    group by 1, 2 having count(*) >= ${FEWEST}`.execute(db)
  const typical = new Map<number, Map<string, string>>()
  for (const { category, code, base } of rows)
    typical.set(category, (typical.get(category) ?? new Map<string, string>()).set(code, base))
  return typical
}
