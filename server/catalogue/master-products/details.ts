import { sql } from 'kysely'
import type { ProductDetails, ProductValue } from '#contract/catalogue/product.ts'
import { alsoText, textOf } from '#contract/catalogue/value-texts.ts'
import type { AttributeValue } from '#contract/catalogue/values.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { optionsSaid, textsOf, type KnownAttribute } from '#server/catalogue/product-structure/attributes.ts'
import { found } from '#server/kit/errors.ts'
import type { Pictures } from '#server/platform/pictures/open.ts'
import { missingOf, shownProduct } from './queries.ts'

interface Base extends Pick<
  ProductDetails,
  'description' | 'gtin' | 'usual_min' | 'usual_max' | 'merged_into' | 'category_path'
> {
  deleted: boolean
  blocks: number
}

/** Everything about one product. One that was deleted or merged is not found; by what it became part of it is. */
export const productDetails = async (tenant: Tenant, pictures: Pictures, id: number): Promise<ProductDetails> => {
  const base = found('Product', await baseOf(tenant, id))
  const [row, attributes, missing, switched] = await Promise.all([
    shownProduct(tenant, pictures, id),
    valuesOf(tenant, id),
    missingOf(tenant, [id]),
    lastSwitch(tenant, id),
  ])
  const product = found('Product', row)
  const { deleted, blocks, ...rest } = base
  const missing_fields = missing.get(id) ?? []
  const shown = product.discoverable && !deleted
  return {
    ...product,
    ...rest,
    attributes,
    missing_fields,
    why: { shown, because: reasonOf(product, deleted, rest.merged_into !== null), switched, blocks },
  }
}

/** The product that this one is part of now: itself, unless it was merged. */
export const productNow = async ({ db }: Tenant, id: number): Promise<number> => {
  const { rows } = await sql<{ id: number | null }>`select product_now(${id}) as id`.execute(db)
  return rows[0]?.id ?? id
}

const reasonOf = (
  { discoverable, missing_count }: Pick<ProductDetails, 'discoverable' | 'missing_count'>,
  deleted: boolean,
  merged: boolean,
): ProductDetails['why']['because'] => {
  if (merged) return 'merged'
  if (deleted) return 'deleted'
  if (discoverable) return 'shown'
  return missing_count > 0 ? 'incomplete' : 'switched_off'
}

const baseOf = async ({ db, companyId }: Tenant, id: number): Promise<Base | undefined> => {
  const { rows } = await sql<Base>`
    select p.description, p.gtin, p.usual_min, p.usual_max, p.merged_into, p.deleted_at is not null as deleted,
      array(
        with recursive up (id, parent_id, name, depth) as (
          select c.id, c.parent_id, c.name, 0 from product_categories c where c.company_id = p.company_id and c.id = p.category_id
          union all
          select c.id, c.parent_id, c.name, depth + 1 from up
          join product_categories c on c.company_id = p.company_id and c.id = up.parent_id where depth < 10
        )
        select name from up order by depth desc) as category_path,
      case when p.filled_count < p.required_count then (
        select count(*) from (
          select from products o where o.company_id = p.company_id and o.category_id = p.category_id and o.deleted_at is null
            and o.required_count - o.filled_count = 1 limit 1000) few) else 0 end as blocks
    from products p where p.company_id = ${companyId} and p.id = ${id} and (p.deleted_at is null or p.merged_into is not null)`.execute(
    db,
  )
  return rows[0]
}

interface Stored extends KnownAttribute {
  value: AttributeValue | null
  source: string | null
  required: boolean
  required_by: string | null
}

/** The attributes of its category, and those others of which it has a value. */
export const valuesOf = async (tenant: Tenant, id: number): Promise<ProductValue[]> => {
  const { rows } = await sql<Stored>`
    select a.id, a.code, a.label, a.grouped_under as group, a.type, a.max_length, a.mask, a.min, a.max, a.decimals, a.family, a.units,
      a.default_unit, a.unique_values, v.value, v.source, coalesce(r.required, false) as required, c.name as required_by
    from products p
    join product_attributes a on a.company_id = p.company_id and a.deleted_at is null
    left join category_requirements r on r.company_id = p.company_id and r.category_id = p.category_id and r.attribute_id = a.id
    left join product_values v on v.company_id = p.company_id and v.product_id = p.id and v.attribute_id = a.id and v.filled
    left join product_categories c on c.company_id = p.company_id and c.id = r.required_by
    where p.company_id = ${tenant.companyId} and p.id = ${id} and (r.attribute_id is not null or v.id is not null)
    order by a.position, a.id`.execute(tenant.db)
  const optionOf = await optionsSaid(
    tenant,
    rows,
    rows.flatMap(({ value }) => textsOf(value)),
  )
  return rows.map((row) => ({
    attribute_id: row.id,
    code: row.code,
    label: row.label,
    group: row.group,
    type: row.type,
    value: row.value,
    text: row.value === null ? null : textOf(row, row.value, optionOf(row.id)),
    also: row.value === null ? null : alsoText(row, row.value),
    required: row.required,
    required_by: row.required_by,
    source: row.source,
  }))
}

const lastSwitch = async ({ db, companyId }: Tenant, id: number) => {
  const { rows } = await sql<{ at: string; by: string; channel: string }>`
    select h.at, h.channel,
      coalesce(case h.actor_kind when 'person' then (select s.name from staff s where s.company_id = h.company_id and s.id = h.actor_id) end,
        'Leadroom') as by
    from changes h
    where h.company_id = ${companyId} and h.root = 'products' and h.root_id = ${id} and h.entity = 'products' and h.verb = 'updated'
      and h.fields ? 'discoverable'
    order by h.id desc limit 1`.execute(db)
  return rows[0] ?? null
}
