import { Type } from 'typebox'
import {
  ById,
  DateRange,
  Day,
  FreeLines,
  FreeText,
  get,
  Id,
  LARGEST_INTEGER,
  ListQuery,
  Many,
  Named,
  Nullable,
  One,
  PageOf,
  PersonRef,
  post,
  put,
  SeenVersion,
  Text,
  Timestamp,
  type BodyOf,
  type RowOf,
} from '#contract/kit/endpoint.ts'
import type { Act, Entity } from '#contract/kit/history.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { ListedMasterProduct, Missing, ProductDetails } from './product.ts'
import { MOST_VALUES } from './product-sorts.ts'
import type { REQUIRABLE_FIELDS } from './product-structure.ts'
import { AttributeValueSchema } from './value-schema.ts'

export const STATES = ['complete', 'incomplete', 'gap'] as const

/** The filters of the list, and of what is selected or exported by it. */
export const PRODUCT_FILTERS = {
  category: Many(
    Type.String({ maxLength: 20, description: 'Ids, each with the categories below it; `none`: without one' }),
  ),
  brand: Many(Type.String({ maxLength: 120 })),
  discoverable: Type.Optional(Type.Enum(['yes', 'no'])),
  state: Type.Optional(Type.Enum([...STATES])),
  /** `open`: with a vendor's request that waits for a decision. */
  vendor: Type.Optional(Type.Enum(['open'])),
  /** Asked for by so many leads of the last 90 days, or more. */
  demand_from: Type.Optional(Type.Integer({ minimum: 1, maximum: LARGEST_INTEGER })),
  missing: Many(Type.String({ maxLength: 40, description: 'Codes of attributes, or of fields' })),
  attr: Many(Type.String({ maxLength: 300, description: '`code:op:value`, such as `pressure_max:gte:10 bar`' })),
  ...DateRange,
}

const Reason = Type.Optional(FreeLines(500))

/** How long the texts of a product may be. */
export const LONGEST = { name: 300, code: 64, brand: 120, unit: 40, description: 20_000, gtin: 14 } as const
export const MOST_USUAL = 1_000_000_000

/** What every product has; each may be left out of a change. */
const fields = {
  name: Type.Optional(Text(LONGEST.name)),
  code: Type.Optional(Text(LONGEST.code)),
  category_id: Type.Optional(Nullable(Id)),
  brand: Type.Optional(Nullable(FreeText(LONGEST.brand))),
  unit: Type.Optional(Nullable(FreeText(LONGEST.unit))),
  description: Type.Optional(Nullable(FreeLines(LONGEST.description))),
  gtin: Type.Optional(Nullable(FreeText(LONGEST.gtin))),
  usual_min: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MOST_USUAL }))),
  usual_max: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MOST_USUAL }))),
  attributes: Type.Optional(Named(AttributeValueSchema, 40, 200)),
}

/** Keys of whoever may look at one product. */
export const PRODUCT_READERS = [
  'master_products_view',
  'products_list',
  'marketing_leads_list',
  'all_leads_list',
  'assigned_leads_list',
  'valid_leads_list',
  'registration_leads_list',
  'marketing_leads_add',
] as const satisfies readonly PermissionKey[]

export const masterProducts = {
  list: get('/marketing/master_products', {
    summary: 'The products of the catalogue with what they lack',
    permission: 'master_products_view',
    query: ListQuery({
      ...PRODUCT_FILTERS,
      values: Type.Optional(
        Type.Array(Type.String({ maxLength: 40 }), {
          maxItems: MOST_VALUES,
          description: 'Codes of attributes whose values come along',
        }),
      ),
    }),
    reply: PageOf(ListedMasterProduct),
    failure: 'Failed to fetch data',
  }),
  details: get('/marketing/product_details/:id', {
    summary: 'One product with the values of its attributes, and why it is shown or is not',
    permission: PRODUCT_READERS,
    params: ById,
    reply: One(ProductDetails),
    failure: 'Failed to fetch data',
  }),
  update: put('/marketing/master_products/:id', {
    summary: 'Changes fields and attributes of a product; what is not sent stays',
    permission: 'master_products_edit',
    did: 'Changed *',
    params: ById,
    body: Type.Object({ ...fields, version: SeenVersion, reason: Reason }),
    reply: One(ProductDetails),
    failure: 'The product was not saved. Try again.',
  }),
  add: post('/marketing/add_master_product', {
    summary: 'Adds a product; without a code it gets the next one of the company’s pattern',
    permission: 'master_products_edit',
    did: 'Added *',
    body: Type.Object({ ...fields, name: Text(LONGEST.name) }),
    reply: One(ProductDetails),
    failure: 'The product was not added. Try again.',
  }),
  remove: post('/marketing/delete_master_product', {
    summary: 'Deletes a product; leads that name it keep its name',
    permission: 'master_products_edit',
    did: 'Deleted *',
    body: Type.Object({ id: Id, version: SeenVersion }),
    reply: One(Type.Object({ leads: Type.Integer() })),
    failure: 'The product was not deleted. Try again.',
  }),
  toggle: post('/marketing/master_products/:id/toggle-discoverable', {
    summary: 'Shows a product in pickers, searches and forms of the company, or hides it',
    permission: 'master_products_toggle_discoverable',
    did: 'Showed or hid *',
    params: ById,
    body: Type.Object({
      discoverable: Type.Boolean(),
      /** The caller’s company; digits are taken, too. */
      company_id: Type.Union([
        Type.Integer({ minimum: 1, maximum: LARGEST_INTEGER }),
        Type.String({ maxLength: 10, pattern: '^\\d+$' }),
      ]),
      version: SeenVersion,
    }),
    reply: One(
      Type.Object({
        id: Type.Integer(),
        discoverable: Type.Boolean(),
        completeness: Type.Integer(),
        missing: Type.Array(Missing),
        open_leads: Type.Integer(),
        version: Type.Integer(),
      }),
    ),
    failure: 'The product was not changed. Try again.',
  }),
  activity: get('/marketing/master_products/:id/activity-logs', {
    summary: 'The acts that changed a product, the newest first',
    permission: ['activity_logs_view', 'master_products_view'],
    params: ById,
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      cursor: Type.Optional(Id),
      field: Type.Optional(Type.String({ maxLength: 60 })),
      from_date: Type.Optional(Day),
      to_date: Type.Optional(Day),
    }),
    reply: Type.Object({
      success: Type.Boolean(),
      data: Type.Array(
        Type.Object({
          id: Type.Integer(),
          change_set: Type.String(),
          at: Timestamp,
          actor: Type.Object({ kind: Type.String(), id: Nullable(Type.Integer()), name: Type.String() }),
          channel: Type.String(),
          act: Type.String(),
          /** The act in words, as in Recent changes. */
          did: Nullable(Type.String()),
          reason: Nullable(Type.String()),
          fields: Type.Array(
            Type.Object({
              field: Type.String(),
              label: Type.String(),
              old: Type.Unknown(),
              new: Type.Unknown(),
              old_text: Nullable(Type.String()),
              new_text: Nullable(Type.String()),
              restorable: Type.Boolean(),
            }),
          ),
          undone: Nullable(Type.Object({ at: Timestamp, by: PersonRef })),
        }),
      ),
      cursor: Nullable(Type.Integer()),
    }),
    failure: 'Failed to fetch data',
  }),
  restore: post('/marketing/restore_product_value', {
    summary: 'Gives one field of a product the value that it had before a change',
    permission: 'master_products_edit',
    did: 'Restored a value of *',
    body: Type.Object({ id: Id, change: Id, field: Text(60), version: SeenVersion }),
    reply: One(ProductDetails),
    failure: 'The value was not restored. Try again.',
  }),
  version: get('/marketing/product_version/:id', {
    summary: 'A product as it was after a change, each field with what it is now',
    permission: ['activity_logs_view', 'master_products_view'],
    params: ById,
    query: Type.Object({ at: Id }),
    reply: One(
      Type.Array(
        Type.Object({
          field: Type.String(),
          label: Type.String(),
          group: Type.String(),
          then_text: Nullable(Type.String()),
          now_text: Nullable(Type.String()),
          same: Type.Boolean(),
        }),
      ),
    ),
    failure: 'Failed to fetch data',
  }),
  brands: get('/marketing/product_brands', {
    summary: 'Brands that products have, those first that begin with the text',
    permission: ['master_products_view', 'products_list'],
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 120 })) }),
    reply: One(Type.Array(Type.String())),
    failure: 'Search failed',
  }),
}
export type ProductRow = RowOf<typeof masterProducts.list>
export type ProductChange = Omit<BodyOf<typeof masterProducts.update>, 'version' | 'reason'>

/** What every product has, as people call it. */
export const BASE_LABELS = {
  name: 'Name',
  code: 'Code',
  category_id: 'Category',
  brand: 'Brand',
  unit: 'Sales unit',
  description: 'Description',
  gtin: 'GTIN',
  usual_min: 'Lowest expected quantity',
  usual_max: 'Highest expected quantity',
  discoverable: 'Discoverable',
} as const
export type BaseField = keyof typeof BASE_LABELS
const FIELD_LABELS: Readonly<Record<string, string>> = { ...BASE_LABELS, image: 'Picture' }
/** What people call what every product has or may be asked to have; undefined for anything else. */
export const labelOfField = (field: string): string | undefined => FIELD_LABELS[field]
export type RequirableField = (typeof REQUIRABLE_FIELDS)[number]

/** What brings products into the catalogue. */
export const acts = {
  add: { did: 'Added *', undo: 'master_products_edit' },
} as const satisfies Readonly<Record<string, Act>>

export const entities = {
  products: {
    noun: { one: 'product', many: 'products' },
    fields: {
      category_id: 'category',
      gtin: 'GTIN',
      unit: 'sales unit',
      usual_min: 'lowest expected quantity',
      usual_max: 'highest expected quantity',
      merged_into: 'merged into',
    },
    undo: 'undoable',
  },
  product_values: { noun: { one: 'value', many: 'values' }, fields: { attribute_id: 'attribute' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>
