import { sql, type RawBuilder } from 'kysely'
import { attributeOfSort, isSortable } from '#contract/catalogue/product-sorts.ts'
import { readAttributes, type KnownAttribute } from '#server/catalogue/product-structure/attributes.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import { inWords, sortColumn } from '#server/kit/page.ts'

/** An order of the products `p`, and how a page is read in it. */
export interface Sorting {
  /** What the products are ordered by, for whoever takes all of them. */
  order: RawBuilder<unknown>
  /** The products that match, in this order, by an index that has it; `p` is the product. */
  inOrder: (matching: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Those that come after them, by id; undefined where there are none. */
  after?: ((matching: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined
}

const COLUMNS = new Map([
  ['last_change', 'p.updated_at'],
  ['name', 'p.name'],
  ['code', 'p.code'],
  ['category', 'p.category'],
  ['brand', 'p.brand'],
  ['completeness', 'p.completeness'],
  ['missing_count', 'missing_count'],
  ['discoverable', 'p.discoverable'],
  ['leads_30', 'asked_30'],
  ['leads_90', 'asked_90'],
])
const WORDS = ['p.name', 'p.category', 'p.brand']

export const sortingOf = async (
  tenant: Tenant,
  { sort = 'last_change', order }: { sort?: string; order?: 'asc' | 'desc' },
): Promise<Sorting> => {
  const direction = sql.raw(order ?? (sort === 'last_change' ? 'desc' : 'asc'))
  const code = attributeOfSort(sort)
  if (code !== undefined) return byValue(tenant, await sortable(tenant, code), direction)
  const column = sortColumn(sort, COLUMNS)
  return column.startsWith('asked') ? byDemand(tenant, column, direction) : byColumn(column, direction)
}

const byColumn = (column: string, direction: RawBuilder<unknown>): Sorting => {
  const by =
    column === 'missing_count'
      ? sql`(p.required_count - p.filled_count)`
      : WORDS.includes(column)
        ? inWords(sql.ref(column))
        : sql.ref(column)
  const order = sql`${by} ${direction}, p.id ${direction}`
  return {
    order,
    inOrder: (matching) => sql`select p.id, p.code, p.search_text from products p where ${matching} order by ${order}`,
  }
}

/** Each product has its row of what people ask for. */
const byDemand = ({ companyId }: Tenant, column: string, direction: RawBuilder<unknown>): Sorting => {
  const by = sql.ref(`d.${column}`)
  return {
    order: sql`(select ${by} from product_demand d where d.company_id = p.company_id and d.product_id = p.id) ${direction}, p.id ${direction}`,
    inOrder: (matching) => sql`
      select p.id, p.code, p.search_text from product_demand d join products p on p.company_id = ${companyId} and p.id = d.product_id
      where d.company_id = ${companyId} and ${matching} order by ${by} ${direction}, d.product_id ${direction}`,
  }
}

const sortable = async (tenant: Tenant, code: string): Promise<KnownAttribute> => {
  const [attribute] = await readAttributes(tenant, { codes: [code] })
  if (!attribute) throw badField('sort', `The list can’t be sorted by ${code}: there is no such attribute.`)
  if (!isSortable(attribute.type)) throw badField('sort', `The list can’t be sorted by ${attribute.label}.`)
  return attribute
}

/** Products with a value come first, whichever way; amounts are compared in their base unit, options by what they are called. */
const byValue = ({ companyId }: Tenant, { id, type }: KnownAttribute, direction: RawBuilder<unknown>): Sorting => {
  const values = sql`v.company_id = ${companyId} and v.attribute_id = ${id} and v.filled`
  const source =
    type === 'option'
      ? sql`product_values v join product_attribute_options o
          on o.company_id = ${companyId} and o.attribute_id = ${id} and o.code = v.text_value`
      : sql`product_values v`
  const isAmount = type === 'number' || type === 'quantity' || type === 'range'
  // As the indexes have them.
  const held = isAmount ? sql`v.base_from is not null` : type === 'option' ? sql`true` : sql`v.base_from is null`
  const by = isAmount ? sql`v.base_from` : inWords(type === 'option' ? sql`o.label` : sql`left(v.value #>> '{}', 255)`)
  const own = (what: RawBuilder<unknown>) =>
    sql`select ${what} from ${source} where ${values} and ${held} and v.product_id = p.id`
  return {
    order: sql`(${own(by)}) ${direction} nulls last, p.id ${direction}`,
    inOrder: (matching) => sql`
      select p.id, p.code, p.search_text from ${source} join products p on p.company_id = ${companyId} and p.id = v.product_id
      where ${values} and ${held} and ${matching} order by ${by} ${direction}, v.product_id ${direction}`,
    after: (matching) => sql`
      select p.id, p.code, p.search_text from products p where ${matching} and not exists (${own(sql``)}) order by p.id ${direction}`,
  }
}

/** The ids of a page in this order; `found`: what else must hold of a product, where so many have it that they are met in the first rows. */
export const pageOf = (
  { inOrder, after }: Sorting,
  {
    matching,
    found,
    limit,
    offset,
  }: { matching: RawBuilder<unknown>; found?: RawBuilder<unknown>; limit: number; offset: number },
): RawBuilder<unknown> => {
  const until = offset + limit
  // The fence (offset 0) keeps the order of the list: the planner would rather look at every text, and sort.
  const first = (ordered: RawBuilder<unknown>, bounds: RawBuilder<unknown>) =>
    found
      ? sql`select p.id from (${ordered} offset 0) p where ${found} ${bounds}`
      : sql`select p.id from (${ordered} ${bounds}) p`
  if (!after) return first(inOrder(matching), sql`limit ${limit} offset ${offset}`)
  const placed = (ordered: RawBuilder<unknown>) =>
    sql`select id, row_number() over () as place from (${first(ordered, sql`limit ${until}`)}) part`
  return sql`
    with valued as materialized (${placed(inOrder(matching))}),
    others as materialized (${placed(after(sql`${matching} and (select count(*) from valued) < ${until}`))})
    select id from (select id, place, 0 as part from valued union all select id, place, 1 from others) page
    order by part, place limit ${limit} offset ${offset}`
}
