import { sql, type RawBuilder } from 'kysely'
import type { masterProducts } from '#contract/catalogue/master-products.ts'
import { readTyped } from '#contract/catalogue/typed-values.ts'
import { isQuantity, type AttributeValue } from '#contract/catalogue/values.ts'
import { toBase } from '#contract/catalogue/units.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import {
  optionsSaid,
  readAttributes,
  textsOf,
  type KnownAttribute,
} from '#server/catalogue/product-structure/attributes.ts'
import { withinDays } from '#server/kit/day.ts'
import { badField } from '#server/kit/errors.ts'
import { containing } from '#server/kit/page.ts'
import type { CountedList } from '#server/platform/counted-lists/counts.ts'

export type ProductQuery = QueryOf<typeof masterProducts.list>

/** What of a filter is in the deltas: a list filtered by nothing else has its total without counting. */
export interface CountedFilter {
  /** Ids, those below each among them; 0 is no category. */
  category?: readonly number[]
  /** The names of categories, without those below. */
  named?: readonly string[]
  brand?: readonly string[]
  discoverable?: boolean
  state?: 'complete' | 'incomplete' | 'gap'
}

export interface ProductFilter {
  counted: CountedFilter
  /** What else must hold of a product `p`, beside what is searched for. */
  further: readonly RawBuilder<unknown>[]
  search: string | undefined
}

/** Conditions on `p`: a product, or a delta of the stored counts. */
const matches = ({ category, named, brand, discoverable, state }: CountedFilter): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(category ? [inCategories(category)] : []),
      ...(named ? [sql`p.category = any(${named}::text[])`] : []),
      ...(brand ? [sql`p.brand = any(${brand}::text[])`] : []),
      ...(discoverable === undefined ? [] : [sql`p.discoverable = ${discoverable}`]),
      ...(state === 'complete' ? [sql`p.complete`] : []),
      ...(state === 'incomplete' ? [sql`not p.complete`] : []),
      ...(state === 'gap' ? [sql`p.discoverable and not p.complete`] : []),
    ],
    sql` and `,
  )}`

const inCategories = (ids: readonly number[]) => {
  const some = ids.filter((id) => id !== 0)
  const within = some.length === 1 ? sql`p.category_id = ${some[0]}` : sql`p.category_id = any(${some}::bigint[])`
  if (!ids.includes(0)) return within
  return some.length ? sql`(p.category_id is null or ${within})` : sql`p.category_id is null`
}

export const PRODUCT_LIST: CountedList<CountedFilter> = {
  entity: 'products',
  rows: 'products',
  deltas: 'product_count_deltas',
  alias: 'p',
  matches,
  listed: ({ companyId }, filter) =>
    sql<boolean>`p.company_id = ${companyId} and p.deleted_at is null and ${matches(filter)}`,
}

/** All that must hold of a product, but for the search. */
export const listed = (tenant: Tenant, { counted, further }: Pick<ProductFilter, 'counted' | 'further'>) =>
  sql<boolean>`${sql.join([PRODUCT_LIST.listed(tenant, counted), ...further], sql` and `)}`

/** What a query asks for. A condition on an attribute that cannot be read is refused. */
export const filterOf = async (tenant: Tenant, timeZone: string, query: ProductQuery): Promise<ProductFilter> => {
  const { brand, discoverable, state } = query
  const category = query.category && (await withThoseBelow(tenant, query.category))
  return {
    counted: {
      ...(category ? { category } : {}),
      ...(brand ? { brand: [...new Set(brand)].sort() } : {}),
      ...(discoverable ? { discoverable: discoverable === 'yes' } : {}),
      ...(state ? { state } : {}),
    },
    further: [
      ...withinDays(sql`p.updated_at`, query, timeZone),
      ...(query.vendor ? [HAS_OPEN_REQUEST] : []),
      ...(query.demand_from === undefined ? [] : [askedFor(query.demand_from)]),
      ...(await lacking(tenant, query.missing ?? [])),
      ...(await having(tenant, query.attr ?? [])),
    ],
    search: query.search?.trim() || undefined,
  }
}

const HAS_OPEN_REQUEST = sql`p.id in (
  select u.product_id from vendor_updates u where u.company_id = p.company_id and u.status in ('pending', 'needs_info'))`
const askedFor = (leads: number) => sql`p.id in (
  select d.product_id from product_demand d where d.company_id = p.company_id and d.asked_90 >= ${leads})`

const withThoseBelow = async ({ db, companyId }: Tenant, said: readonly string[]): Promise<number[]> => {
  const ids = said.filter((each) => each !== 'none').map(Number)
  if (!ids.every((id) => Number.isSafeInteger(id) && id > 0))
    throw badField('category', 'Choose a category of the list.')
  const { rows } = await sql<{ id: number }>`
    with recursive below (id) as (
      select id from product_categories where company_id = ${companyId} and id = any(${ids}::bigint[])
      union
      select c.id from below join product_categories c on c.company_id = ${companyId} and c.parent_id = below.id
    )
    select id from below order by id`.execute(db)
  // Of a category that is not there nothing is shown, rather than everything.
  const found = rows.length || ids.length === 0 ? rows.map(({ id }) => id) : ids
  return said.includes('none') ? [0, ...found] : found
}

const isBlank = (field: string) => sql`coalesce(${sql.ref(`p.${field}`)}, '') = ''`
const FIELDS = new Map<string, RawBuilder<unknown>>([
  ['category_id', sql`p.category_id is null`],
  ['brand', isBlank('brand')],
  ['unit', isBlank('unit')],
  ['description', isBlank('description')],
  ['gtin', isBlank('gtin')],
])

/** Products that must have these, and do not. */
const lacking = async (tenant: Tenant, codes: readonly string[]): Promise<RawBuilder<unknown>[]> => {
  const attributes = await readAttributes(tenant, { codes })
  return codes.map((code) => {
    const id = attributes.find((attribute) => attribute.code === code)?.id
    const field = FIELDS.get(code)
    if (id === undefined && field) return field
    if (id === undefined) throw badField('missing', `There is no attribute ${code}.`)
    return sql`p.category_id in (
      select r.category_id from category_requirements r where r.company_id = p.company_id and r.attribute_id = ${id} and r.required)
      and not exists (${valuesOf(id)} and v.product_id = p.id)`
  })
}

const valuesOf = (attributeId: number) =>
  sql`select v.product_id from product_values v where v.company_id = p.company_id and v.attribute_id = ${attributeId} and v.filled`

const OPERATORS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between', 'has', 'empty'] as const
type Operator = (typeof OPERATORS)[number]

/** Products by the values of their attributes, each condition as `code:op:value`. */
const having = async (tenant: Tenant, conditions: readonly string[]): Promise<RawBuilder<unknown>[]> => {
  if (conditions.length === 0) return []
  const parts = conditions.map((condition) => {
    const [code = '', operator = '', ...rest] = condition.split(':')
    return { code, operator: OPERATORS.find((each) => each === operator), text: rest.join(':').trim() }
  })
  const attributes = await readAttributes(tenant, { codes: parts.map(({ code }) => code) })
  const optionOf = await optionsSaid(
    tenant,
    attributes,
    parts.flatMap(({ text }) => textsOf(text)),
  )
  return parts.map(({ code, operator, text }) => {
    const attribute = attributes.find((each) => each.code === code)
    if (!attribute) throw badField('attr', `There is no attribute ${code}.`)
    if (!operator) throw badField('attr', `Say how ${attribute.label} is compared: ${OPERATORS.join(', ')}.`)
    const own = valuesOf(attribute.id)
    if (operator === 'empty') return sql`not exists (${own} and v.product_id = p.id)`
    if (operator === 'has' && text === '') return sql`p.id in (${own})`
    const condition = compare(attribute, operator, text, (said) => {
      const read = readTyped(inAnyUnit(attribute), said, 'point', optionOf(attribute.id))
      if ('message' in read || read.value === null)
        throw badField('attr', 'message' in read ? read.message : howTo(attribute))
      return read.value
    })
    return operator === 'ne' ? sql`p.id not in (${own} and ${condition})` : sql`p.id in (${own} and ${condition})`
  })
}

const howTo = ({ label, type }: KnownAttribute) =>
  type === 'quantity' || type === 'range'
    ? `${label} is compared with a number and a unit, as in 10 bar.`
    : `Say with what ${label} is compared.`

type Read = (text: string) => AttributeValue

const compare = (attribute: KnownAttribute, operator: Operator, text: string, read: Read): RawBuilder<unknown> => {
  if (text === '') throw badField('attr', howTo(attribute))
  if (attribute.type === 'number' || attribute.type === 'quantity' || attribute.type === 'range')
    return compareAmounts(attribute, operator, text, read)
  if (operator === 'has' && attribute.type !== 'options') return sql`fold(v.text_value) like fold(${containing(text)})`
  if (attribute.type === 'date') return compareDays(operator, text, read)
  const value = read(text)
  if (attribute.type === 'options') return sql`v.value @> ${JSON.stringify(value)}::jsonb`
  if (attribute.type === 'boolean') return sql`v.value = ${JSON.stringify(value)}::jsonb`
  if (operator !== 'eq' && operator !== 'ne') throw badField('attr', `${attribute.label} can be equal or not.`)
  return sql`v.text_value = ${textIn(value)}`
}

const SIGNS = new Map<Operator, RawBuilder<unknown>>([
  ['lt', sql`<`],
  ['lte', sql`<=`],
  ['gt', sql`>`],
  ['gte', sql`>=`],
])
const signOf = (operator: Operator) => SIGNS.get(operator) ?? sql`=`

const compareDays = (operator: Operator, text: string, read: Read) => {
  if (operator === 'between') {
    const [from = '', to = ''] = text.split('..')
    return sql`v.text_value between ${textIn(read(from.trim()))} and ${textIn(read(to.trim()))}`
  }
  return sql`v.text_value ${signOf(operator)} ${textIn(read(text))}`
}

/** Amounts are compared in the base unit; a range lies where any of it does. */
const compareAmounts = (attribute: KnownAttribute, operator: Operator, text: string, read: Read) => {
  const amount = (said: string) => baseOf(attribute.type === 'range' ? readOne(attribute, said) : read(said))
  switch (operator) {
    case 'between': {
      const [from = '', to = ''] = text.split('..')
      return sql`v.base_to >= ${amount(from.trim())}::numeric and v.base_from <= ${amount(to.trim())}::numeric`
    }
    case 'lt':
    case 'lte':
      return sql`v.base_from ${signOf(operator)} ${amount(text)}::numeric`
    case 'gt':
    case 'gte':
      return sql`v.base_to ${signOf(operator)} ${amount(text)}::numeric`
    default:
      return sql`v.base_from <= ${amount(text)}::numeric and v.base_to >= ${amount(text)}::numeric`
  }
}

/** Compared may be in any unit of the family, and with any amount. */
const inAnyUnit = (attribute: KnownAttribute): KnownAttribute => ({
  ...attribute,
  units: [],
  min: null,
  max: null,
  decimals: null,
})

/** A range is compared with one amount. */
const readOne = (attribute: KnownAttribute, text: string): AttributeValue => {
  const read = readTyped({ ...inAnyUnit(attribute), type: 'quantity' }, text, 'point', () => undefined)
  if ('message' in read || read.value === null) throw badField('attr', howTo(attribute))
  return read.value
}

const baseOf = (value: AttributeValue): string => (isQuantity(value) ? toBase(value.value, value.unit) : textIn(value))

/** Of a value that is one text: a day, an option, a number. */
const textIn = (value: AttributeValue): string => (typeof value === 'string' ? value : JSON.stringify(value))
