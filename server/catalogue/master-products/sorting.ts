import { sql, type RawBuilder } from 'kysely'
import { attributeOfSort, isSortable } from '#contract/catalogue/product-sorts.ts'
import { readAttributes, type KnownAttribute } from '#server/catalogue/product-structure/attributes.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { badField } from '#server/kit/errors.ts'
import { inWords, sortColumn } from '#server/kit/page.ts'
import type { CountedFilter } from './filter.ts'

/** An order of the products `p`, and how a page is read in it. */
export interface Sorting {
  /** What the products are ordered by, for whoever takes all of them. */
  order: RawBuilder<unknown>
  /** The products that match, in this order, by an index that has it; `p` is the product. `until`: no more of them are read. */
  inOrder: (matching: RawBuilder<unknown>, until?: number) => RawBuilder<unknown>
  /** Those that come after them, by id; undefined where there are none. */
  after?: (matching: RawBuilder<unknown>) => RawBuilder<unknown>
  /** It is put together from the first products of several parts, so each part has to know all that must hold. */
  inParts?: true
}

/** What is read of a product to search in it. */
const READ = sql`p.id, p.code, p.search_text`

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
  { category }: CountedFilter,
): Promise<Sorting> => {
  const direction = sql.raw(order ?? (sort === 'last_change' ? 'desc' : 'asc'))
  const code = attributeOfSort(sort)
  if (code !== undefined) return byValue(tenant, await sortable(tenant, code), direction)
  const column = sortColumn(sort, COLUMNS)
  // All alike, they are in the order of their ids; the planner would look for them among all others.
  if (sort === 'category' && category?.length === 1) return byColumn('p.id', direction)
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
    inOrder: (matching) => sql`select ${READ} from products p where ${matching} order by ${order}`,
  }
}

/** Each product has its row of what people ask for. */
const byDemand = ({ companyId }: Tenant, column: string, direction: RawBuilder<unknown>): Sorting => {
  const by = sql.ref(`d.${column}`)
  return {
    order: sql`(select ${by} from product_demand d where d.company_id = p.company_id and d.product_id = p.id) ${direction}, p.id ${direction}`,
    inOrder: (matching) => sql`
      select ${READ} from product_demand d join products p on p.company_id = ${companyId} and p.id = d.product_id
      where d.company_id = ${companyId} and ${matching} order by ${by} ${direction}, d.product_id ${direction}`,
  }
}

const sortable = async (tenant: Tenant, code: string): Promise<KnownAttribute> => {
  const [attribute] = await readAttributes(tenant, { codes: [code] })
  if (!attribute) throw badField('sort', `The list can’t be sorted by ${code}: there is no such attribute.`)
  if (!isSortable(attribute.type)) throw badField('sort', `The list can’t be sorted by ${attribute.label}.`)
  return attribute
}

/** Products with a value come first, whichever way. */
const byValue = (tenant: Tenant, attribute: KnownAttribute, direction: RawBuilder<unknown>): Sorting => {
  const { by, own, ...read } =
    attribute.type === 'option' ? byOption(tenant, attribute, direction) : byStored(tenant, attribute, direction)
  const ofProduct = (what: RawBuilder<unknown>) => sql`select ${what} from ${own} and v.product_id = p.id`
  return {
    order: sql`(${ofProduct(by)}) ${direction} nulls last, p.id ${direction}`,
    ...read,
    after: (matching) => sql`
      select ${READ} from products p where ${matching} and not exists (${ofProduct(sql``)}) order by p.id ${direction}`,
  }
}

interface ByValue extends Pick<Sorting, 'inOrder' | 'inParts'> {
  by: RawBuilder<unknown>
  /** The values of the attribute, from which `by` is read. */
  own: RawBuilder<unknown>
}

/** Amounts in their base unit, anything else as words. */
const byStored = ({ companyId }: Tenant, { id, type }: KnownAttribute, direction: RawBuilder<unknown>): ByValue => {
  const isAmount = type === 'number' || type === 'quantity' || type === 'range'
  const by = isAmount ? sql`v.base_from` : inWords(sql`left(v.value #>> '{}', 255)`)
  // As the indexes have them.
  const held = isAmount ? sql`v.base_from is not null` : sql`v.base_from is null`
  const values = sql`v.company_id = ${companyId} and v.attribute_id = ${id} and v.filled and ${held}`
  return {
    by,
    own: sql`product_values v where ${values}`,
    inOrder: (matching) => sql`
      select ${READ} from product_values v join products p on p.company_id = ${companyId} and p.id = v.product_id
      where ${values} and ${matching} order by ${by} ${direction}, v.product_id ${direction}`,
  }
}

/** By what the options are called: of each the first products, for no index has all of them in this order. */
const byOption = ({ companyId }: Tenant, { id }: KnownAttribute, direction: RawBuilder<unknown>): ByValue => {
  const label = inWords(sql`o.label`)
  const options = sql`o.company_id = ${companyId} and o.attribute_id = ${id}`
  const values = sql`v.company_id = ${companyId} and v.attribute_id = ${id} and v.filled and v.text_value = o.code`
  return {
    by: label,
    inParts: true,
    own: sql`product_attribute_options o join product_values v on ${values} where ${options}`,
    inOrder: (matching, until) => sql`
      select ${READ} from (
        select o.code, dense_rank() over (order by ${label} ${direction}) as place from product_attribute_options o where ${options}) o
      cross join lateral (
        select ${READ} from product_values v join products p on p.company_id = ${companyId} and p.id = v.product_id
        where ${values} and ${matching} order by v.product_id ${direction} limit ${until ?? null}) p
      order by o.place, p.id ${direction}`,
  }
}

interface PageWanted {
  matching: RawBuilder<unknown>
  /** What else must hold of a product, where so many have it that they are met in the first rows. */
  found?: RawBuilder<unknown>
  limit: number
  offset: number
}

/** The ids of a page in this order. */
export const pageOf = (sorting: Sorting, { found, ...wanted }: PageWanted): RawBuilder<unknown> => {
  const { inOrder, after, inParts } = sorting
  const { matching, limit, offset } = wanted
  if (found && inParts) return pageOf(sorting, { ...wanted, matching: sql`${matching} and ${found}` })
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
    with valued as materialized (${placed(inOrder(matching, found ? undefined : until))}),
    others as materialized (${placed(after(sql`${matching} and (select count(*) from valued) < ${until}`))})
    select id from (select id, place, 0 as part from valued union all select id, place, 1 from others) page
    order by part, place limit ${limit} offset ${offset}`
}
