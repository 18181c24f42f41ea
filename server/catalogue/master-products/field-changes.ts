import { sql } from 'kysely'

/**
 * The fields of the history row `c` of a product: `(field, attribute_id, old, new)`, one row each. A value that was marked as deleted, as
 * an undo does with one that was added, is empty from then on; what it was is told by the change before.
 */
export const FIELDS_OF_CHANGE = sql`(
  select f.key as field, null::bigint as attribute_id, f.value -> 0 as old, f.value -> 1 as new
  from jsonb_each(c.fields) f where c.entity = 'products'
  union all
  select 'value', v.attribute_id,
    case when c.fields -> 'deleted_at' ->> 0 is not null then null
      when c.fields ? 'value' then c.fields -> 'value' -> 0 else before.value end,
    case when c.fields -> 'deleted_at' ->> 1 is not null then null
      when c.fields ? 'value' then c.fields -> 'value' -> 1 else before.value end
  from product_values v
  left join lateral (
    select h.fields -> 'value' -> 1 as value from changes h
    where h.company_id = c.company_id and h.root = 'products' and h.root_id = c.root_id and h.entity = 'product_values'
      and h.entity_id = c.entity_id and h.id < c.id and h.fields ? 'value' and not c.fields ? 'value'
    order by h.id desc limit 1
  ) before on true
  where c.entity = 'product_values' and v.company_id = c.company_id and v.id = c.entity_id
    and (c.fields ? 'value' or c.fields ? 'deleted_at')
)`
