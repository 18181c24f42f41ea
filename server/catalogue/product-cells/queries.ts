import { sql } from 'kysely'
import { MOST_ROWS } from '#contract/catalogue/product-cells.ts'
import type { AttributeValue } from '#contract/catalogue/values.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { BASE_NAMES } from '#server/catalogue/master-products/edit.ts'
import { badField } from '#server/kit/errors.ts'

interface Row {
  id: number
  version: number
  category_id: number | null
  cells: Record<string, AttributeValue | number | null>
}

/** Products with some of their fields, in the order in which they are named; those that are not there are left out. */
export const readCells = async (
  { db, companyId }: Tenant,
  ids: readonly number[],
  fields: readonly string[],
): Promise<Row[]> => {
  if (ids.length > MOST_ROWS) throw badField('ids', `At most ${MOST_ROWS} products are read at once.`)
  const columns = BASE_NAMES.filter((name) => fields.includes(name))
  const codes = fields.flatMap((field) => (field.startsWith('attributes.') ? [field.slice('attributes.'.length)] : []))
  const { rows } = await sql<Row>`
    select p.id, p.version, p.category_id,
      jsonb_build_object(${sql.join(
        columns.flatMap((column) => [sql.lit(column), sql.ref(`p.${column}`)]),
      )}) || coalesce((
        select jsonb_object_agg('attributes.' || a.code, v.value) from product_values v
        join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id and a.deleted_at is null
        where v.company_id = p.company_id and v.product_id = p.id and v.filled and a.code = any(${codes}::text[])), '{}') as cells
    from products p
    where p.company_id = ${companyId} and p.id = any(${ids}::bigint[]) and p.deleted_at is null
    order by array_position(${ids}::bigint[], p.id)`.execute(db)
  return rows
}
