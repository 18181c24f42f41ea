import { sql } from 'kysely'
import type { AttributeValue } from '#contract/catalogue/values.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { BASE_NAMES } from '#server/catalogue/master-products/edit.ts'

interface CellRow {
  id: number
  version: number
  category_id: number | null
  cells: Record<string, AttributeValue | number | null>
}

/** Products with their fields, in the order in which they are named; those that are not there are left out. */
export const readCells = async ({ db, companyId }: Tenant, ids: readonly number[]): Promise<CellRow[]> => {
  const base = sql.join(BASE_NAMES.flatMap((name) => [sql.lit(name), sql.ref(`p.${name}`)]))
  const { rows } = await sql<CellRow>`
    select p.id, p.version, p.category_id,
      jsonb_build_object(${base}) || coalesce((
        select jsonb_object_agg('attributes.' || a.code, v.value) from product_values v
        join product_attributes a on a.company_id = v.company_id and a.id = v.attribute_id and a.deleted_at is null
        where v.company_id = p.company_id and v.product_id = p.id and v.filled), '{}') as cells
    from products p
    where p.company_id = ${companyId} and p.id = any(${ids}::bigint[]) and p.deleted_at is null
    order by array_position(${ids}::bigint[], p.id)`.execute(db)
  return rows
}

/** Which version each of the products is at. */
export const versionsOf = async ({ db, companyId }: Tenant, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from products where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

interface NamedOption {
  field: string
  code: string
  label: string
  retired: boolean
}

/** The options whose codes stand in the cells. */
export const optionsIn = async ({ db, companyId }: Tenant, rows: readonly CellRow[]): Promise<NamedOption[]> => {
  const codes = new Set(rows.flatMap(({ cells }) => Object.values(cells).flatMap(codesIn)))
  const fields = new Set(rows.flatMap(({ cells }) => Object.keys(cells)))
  if (codes.size === 0) return []
  const { rows: options } = await sql<NamedOption>`
    select 'attributes.' || a.code as field, o.code, o.label, o.retired
    from product_attributes a join product_attribute_options o on o.company_id = a.company_id and o.attribute_id = a.id
    where a.company_id = ${companyId} and a.type in ('option', 'options') and 'attributes.' || a.code = any(${[...fields]}::text[])
      and o.code = any(${[...codes]}::text[]) and a.deleted_at is null and o.deleted_at is null
    order by a.id, o.position, o.id`.execute(db)
  return options
}

const codesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.flatMap(codesIn) : []
}
