import { Type, type Static } from 'typebox'
import {
  ById,
  DateRange,
  get,
  ListQuery,
  Many,
  Nullable,
  One,
  PageOf,
  Timestamp,
  type RowOf,
} from '#contract/kit/endpoint.ts'

/** From so many decided leads on, a rate says something. */
export const FEWEST_DECIDED = 10
/** Asked for so many times in 90 days, a hidden product is wanted. */
export const WANTED = 3

const demand = {
  /** Leads that ask for it, of the last 30 and 90 days of the company, today among them. */
  leads_30: Type.Integer(),
  leads_90: Type.Integer(),
  valid_90: Type.Integer(),
  decided_90: Type.Integer(),
  last_lead_at: Nullable(Timestamp),
  /** Leads of each of the last 13 weeks, the oldest first. */
  weeks: Type.Array(Type.Integer()),
}

const ListedProduct = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  category: Nullable(Type.String()),
  brand: Nullable(Type.String()),
  unit: Nullable(Type.String()),
  discoverable: Type.Boolean(),
  ...demand,
  /** Valid among decided ones, 0 to 1; null while too few are decided. */
  valid_rate: Nullable(Type.Number()),
})

const ProductDemand = Type.Object({
  ...ListedProduct.properties,
  description: Nullable(Type.String()),
  usual_min: Nullable(Type.Integer()),
  usual_max: Nullable(Type.Integer()),
  /** Other names that people have for it. */
  synonyms: Type.Array(Type.String()),
  /** Where its leads of 90 days come from, the most frequent first. */
  countries: Type.Array(Type.Object({ country: Type.String(), leads: Type.Integer() })),
  /** Between which quantities eight in ten of its newest valid lines lie; null for too few. */
  usual: Nullable(Type.Object({ from: Type.Integer(), to: Type.Integer() })),
})

export const productList = {
  list: get('/marketing/product_list', {
    summary: 'The products of the catalogue with what people ask for, the most wanted first',
    permission: 'products_list',
    query: ListQuery({
      ...DateRange,
      category: Many(Type.String({ maxLength: 200 })),
      discoverable: Type.Optional(Type.Enum(['yes', 'no'])),
      /** Only products that at least so many leads of the last 90 days ask for. */
      demand_from: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      /** Only products that no lead of the last so many days asks for. */
      not_asked_in: Type.Optional(Type.Enum(['30', '90', '180'])),
    }),
    reply: PageOf(ListedProduct),
    failure: 'The products did not load. Try again.',
  }),
  one: get('/marketing/product_demand/:id', {
    summary: 'A product with what people ask for: weeks, countries, quantities',
    permission: 'products_list',
    params: ById,
    reply: One(ProductDemand),
    failure: 'The product did not load. Try again.',
  }),
  categories: get('/marketing/product_list_categories', {
    summary: 'The categories to filter the list of products by: the first 200 by name',
    permission: 'products_list',
    reply: One(Type.Array(Type.String())),
    failure: 'The categories did not load. Try again.',
  }),
}
export type ListedProduct = RowOf<typeof productList.list>
export type ProductDemand = Static<typeof ProductDemand>

/** Fields that the list can be sorted by. */
export const PRODUCT_SORTS = ['leads_90', 'leads_30', 'valid_rate', 'last_lead_at', 'name', 'code', 'category'] as const
