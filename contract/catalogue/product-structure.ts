import { Type, type Static } from 'typebox'
import { ById, get, Nullable, One, PageOf } from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { ATTRIBUTE_TYPES } from './value-schema.ts'

/** How deep the tree of categories may be. */
export const DEEPEST_CATEGORY = 5

/** What every product must have in every company, as `product_requirements` of the database counts it. */
export const ALWAYS_REQUIRED: readonly string[] = ['name', 'code', 'category_id']

/** What a company may ask of all its products beside these. */
export const REQUIRABLE_FIELDS = ['brand', 'unit', 'description', 'gtin', 'image'] as const

export const AttributeOption = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  label: Type.String(),
  position: Type.Integer(),
  /** Offered no more; values that have it keep it. */
  retired: Type.Boolean(),
})
export type AttributeOption = Static<typeof AttributeOption>

/** What may be said of a product, and how; its limits as `AttributeRule` of `values.ts` has them. */
export const Attribute = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  label: Type.String(),
  group: Type.String(),
  type: Type.Enum([...ATTRIBUTE_TYPES]),
  position: Type.Integer(),
  help: Nullable(Type.String()),
  max_length: Nullable(Type.Integer()),
  mask: Nullable(Type.String()),
  min: Nullable(Type.String()),
  max: Nullable(Type.String()),
  decimals: Nullable(Type.Integer()),
  family: Nullable(Type.String()),
  /** Codes of the units that it may be said in; the default one first. */
  units: Type.Array(Type.String()),
  default_unit: Nullable(Type.String()),
  unique_values: Type.Boolean(),
  /** The first of its options, and how many there are: the others are found by `options`. */
  options: Type.Array(AttributeOption),
  options_total: Type.Integer(),
  version: Type.Integer(),
})
export type Attribute = Static<typeof Attribute>

/** So many options come with the attribute itself. */
export const FIRST_OPTIONS = 50

export const Category = Type.Object({
  id: Type.Integer(),
  parent_id: Nullable(Type.Integer()),
  code: Type.String(),
  name: Type.String(),
  position: Type.Integer(),
  requires_image: Type.Boolean(),
  /** It or a category above it asks for a picture. */
  image_required: Type.Boolean(),
  /** All its attributes, with those of the categories above it, in order. */
  attributes: Type.Array(
    Type.Object({
      attribute_id: Type.Integer(),
      required: Type.Boolean(),
      /** The highest category that requires it. */
      required_by: Nullable(Type.Integer()),
      /** Whether this category itself has it in its list, and whether it requires it there. */
      own: Type.Boolean(),
      own_required: Type.Boolean(),
      position: Type.Integer(),
    }),
  ),
  version: Type.Integer(),
})
export type Category = Static<typeof Category>

export const productStructure = {
  tree: get('/marketing/category_tree', {
    summary: 'The categories of the catalogue with the attributes of each',
    permission: ['master_products_view', 'products_list', 'vendor_data_update_list', 'configuration_edit'],
    reply: One(
      Type.Object({
        categories: Type.Array(Category),
        attributes: Type.Array(Attribute),
        /** What the company asks of all its products beside name, code and category. */
        required_fields: Type.Array(Type.Enum([...REQUIRABLE_FIELDS])),
      }),
    ),
    failure: 'The categories did not load. Try again.',
  }),
  options: get('/marketing/attribute_options/:id', {
    summary: 'The options of an attribute, those first that begin with the text',
    permission: ['master_products_view', 'vendor_data_update_list', 'configuration_edit'],
    params: ById,
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      search: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    reply: PageOf(AttributeOption),
    failure: 'Search failed',
  }),
  typical: get('/marketing/typical_amounts/:id', {
    summary: 'The middle one of the amounts that products of a category have, by attribute, where there are several',
    permission: 'master_products_view',
    params: ById,
    /** `base`: in the base of the attribute’s family. */
    reply: One(Type.Array(Type.Object({ code: Type.String(), base: Type.String() }))),
    failure: 'The typical amounts did not load. Try again.',
  }),
}

export const entities = {
  product_categories: {
    noun: { one: 'category', many: 'categories' },
    fields: { parent_id: 'category above it' },
    undo: 'undoable',
  },
  product_attributes: {
    noun: { one: 'attribute', many: 'attributes' },
    fields: { grouped_under: 'group', unique_values: 'no two alike' },
    undo: 'undoable',
  },
  product_attribute_options: { noun: { one: 'option', many: 'options' }, undo: 'undoable' },
  category_attributes: {
    noun: { one: 'attribute of a category', many: 'attributes of categories' },
    fields: { attribute_id: 'attribute' },
    undo: 'undoable',
  },
  catalogue_settings: {
    noun: { one: 'setting of the catalogue', many: 'settings of the catalogue' },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
