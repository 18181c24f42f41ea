import { Type, type Static } from 'typebox'
import {
  ById,
  FreeText,
  FreeLines,
  get,
  Id,
  Nullable,
  One,
  post,
  put,
  SeenVersion,
  Text,
  type BodyOf,
} from '#contract/kit/endpoint.ts'
import type { Act } from '#contract/kit/history.ts'
import { AttributeOption, Attribute, Category, REQUIRABLE_FIELDS } from './product-structure.ts'
import { ATTRIBUTE_TYPES } from './value-schema.ts'

/** How many products an act makes incomplete, and how many of these are shown. */
const Effect = Type.Object({ incomplete: Type.Integer(), shown: Type.Integer() })
export type Effect = Static<typeof Effect>

/** Does nothing, and answers what it would do. */
const dryRun = Type.Optional(Type.Boolean())

export const MOST_OPTIONS = 5_000
/** So many options are added at a time. */
export const MOST_PASTED = 1_000
export const MOST_ATTRIBUTES = 500
export const MOST_CATEGORIES = 5_000
/** So many products or values are rewritten by one act. */
export const MOST_REWRITTEN = 20_000

const Place = Type.Integer({ minimum: 0, maximum: MOST_CATEGORIES })
const Code = Text(64)

const category = {
  name: Text(120),
  /** Left out of a new one: made of its name. */
  code: Type.Optional(Code),
  /** Null: at the top. */
  parent_id: Type.Optional(Nullable(Id)),
  /** Its place among its siblings, from 0; left out: a new or moved one is the last. */
  place: Type.Optional(Place),
  requires_image: Type.Optional(Type.Boolean()),
}

/** A number as text, or a day for a type date. */
const Decimal = FreeText(40)

/** What an attribute has beside its code; a limit that its type does not have stays out, or is null. */
const attribute = {
  label: Text(120),
  group: Type.Optional(Text(60)),
  type: Type.Enum([...ATTRIBUTE_TYPES]),
  help: Type.Optional(Nullable(FreeLines(500))),
  max_length: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 20_000 }))),
  /** `A` for a letter, `9` for a digit, `*` for any; other characters stand for themselves. */
  mask: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 40, 'x-text': 'line' }))),
  min: Type.Optional(Nullable(Decimal)),
  max: Type.Optional(Nullable(Decimal)),
  decimals: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 6 }))),
  family: Type.Optional(Nullable(FreeText(40))),
  /** Empty: all of the family. */
  units: Type.Optional(Type.Array(FreeText(40), { maxItems: 50 })),
  default_unit: Type.Optional(Nullable(FreeText(40))),
  unique_values: Type.Optional(Type.Boolean()),
}

/** An attribute in the list of a category. */
const Listed = Type.Object({ attribute_id: Id, required: Type.Boolean() })
const List = Type.Array(Listed, { maxItems: MOST_ATTRIBUTES })

/** What a company asks of all its products. */
const CatalogueSettings = Type.Object({
  required_fields: Type.Array(Type.Enum([...REQUIRABLE_FIELDS]), { maxItems: REQUIRABLE_FIELDS.length }),
  /** Whether a product that becomes incomplete is hidden. */
  hide_incomplete: Type.Boolean(),
  /** The code of a new product that is given none, such as P-#####; null: whoever adds it says its code. */
  code_pattern: Nullable(Text(40)),
})
export type CatalogueSettings = Static<typeof CatalogueSettings>

export const Unit = Type.Object({
  code: Type.String(),
  symbol: Type.String(),
  /** Singular, plural, then further names. */
  names: Type.Array(Type.String()),
  family: Type.String(),
})

export const structureEdits = {
  addCategory: post('/marketing/product_category', {
    summary: 'Adds a category',
    permission: 'configuration_edit',
    did: 'Added the category *',
    body: Type.Object(category),
    reply: One(Category),
    failure: 'The category was not added. Try again.',
  }),
  updateCategory: put('/marketing/product_category/:id', {
    summary: 'Changes or moves a category; absent fields stay unchanged',
    permission: 'configuration_edit',
    did: 'Changed the category *',
    params: ById,
    body: Type.Object({ ...category, name: Type.Optional(Text(120)), version: SeenVersion, dryRun }),
    reply: One(Type.Object({ category: Category, ...Effect.properties })),
    failure: 'The category was not changed. Try again.',
  }),
  deleteCategory: post('/marketing/delete_product_category', {
    summary: 'Deletes a category; what stands in it goes to another one',
    permission: 'configuration_edit',
    did: 'Deleted the category *',
    /** `replace_with`: where its products and the categories below it go. */
    body: Type.Object({ id: Id, replace_with: Type.Optional(Nullable(Id)), version: SeenVersion, dryRun }),
    reply: One(Type.Object({ products: Type.Integer(), categories: Type.Integer(), ...Effect.properties })),
    failure: 'The category was not deleted. Try again.',
  }),
  setAttributes: put('/marketing/category_attributes/:id', {
    summary: 'Sets the attributes that a category adds to those above it, in order',
    permission: 'configuration_edit',
    did: 'Changed the attributes of *',
    params: ById,
    /** `seen`: the list as the person saw it. */
    body: Type.Object({ attributes: List, seen: Type.Optional(List), dryRun }),
    reply: One(Type.Object({ category: Category, ...Effect.properties })),
    failure: 'The attributes were not saved. Try again.',
  }),
  addAttribute: post('/marketing/product_attribute', {
    summary: 'Adds an attribute',
    permission: 'configuration_edit',
    did: 'Added the attribute *',
    /** Without a code it is made of the label. It never changes. */
    body: Type.Object({
      code: Type.Optional(Type.String({ maxLength: 40, pattern: '^[a-z][a-z0-9_]*$' })),
      ...attribute,
    }),
    reply: One(Attribute),
    failure: 'The attribute was not added. Try again.',
  }),
  updateAttribute: put('/marketing/product_attribute/:id', {
    summary: 'Changes an attribute; a changed type converts its values',
    permission: 'configuration_edit',
    did: 'Changed the attribute *',
    params: ById,
    body: Type.Object({
      ...attribute,
      label: Type.Optional(attribute.label),
      type: Type.Optional(attribute.type),
      /** Its place among all attributes, from 0. */
      place: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_ATTRIBUTES })),
      version: SeenVersion,
      dryRun,
    }),
    reply: One(Type.Object({ attribute: Attribute, converted: Type.Integer() })),
    failure: 'The attribute was not changed. Try again.',
  }),
  deleteAttribute: post('/marketing/delete_product_attribute', {
    summary: 'Deletes an attribute; its values stay, and an undo brings them back',
    permission: 'configuration_edit',
    did: 'Deleted the attribute *',
    body: Type.Object({ id: Id, version: SeenVersion, dryRun }),
    reply: One(Type.Object({ products: Type.Integer(), categories: Type.Integer() })),
    failure: 'The attribute was not deleted. Try again.',
  }),
  addOptions: post('/marketing/attribute_options/:id', {
    summary: 'Adds options to an attribute; those that it has are passed over',
    permission: 'configuration_edit',
    did: 'Added options to *',
    params: ById,
    body: Type.Object({ labels: Type.Array(Text(120), { minItems: 1, maxItems: MOST_PASTED }) }),
    reply: One(Type.Object({ added: Type.Array(AttributeOption), known: Type.Integer() })),
    failure: 'The options were not added. Try again.',
  }),
  updateOption: put('/marketing/attribute_option/:id', {
    summary: 'Renames, moves or retires an option; absent fields stay unchanged',
    permission: 'configuration_edit',
    did: 'Changed an option of *',
    params: ById,
    body: Type.Object({
      label: Type.Optional(Text(120)),
      retired: Type.Optional(Type.Boolean()),
      /** Its place among the options, from 0. */
      place: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_OPTIONS })),
      version: SeenVersion,
    }),
    reply: One(AttributeOption),
    failure: 'The option was not changed. Try again.',
  }),
  settings: get('/marketing/catalogue_settings', {
    summary: 'The fields that all products of the company must have',
    permission: ['configuration_edit', 'master_products_view'],
    reply: One(CatalogueSettings),
    failure: 'Failed to fetch data',
  }),
  setSettings: put('/marketing/update_catalogue_settings', {
    summary: 'Changes the settings of the catalogue; absent fields stay unchanged',
    permission: 'configuration_edit',
    did: 'Changed the settings of the catalogue',
    body: Type.Object({ ...Type.Partial(CatalogueSettings).properties, dryRun }),
    reply: One(Type.Object({ ...CatalogueSettings.properties, ...Effect.properties })),
    failure: 'The setting was not saved. Try again.',
  }),
  units: get('/marketing/measurement_units', {
    summary: 'The units of measurement, by family',
    permission: ['configuration_edit', 'master_products_view', 'vendor_data_update_list'],
    reply: One(Type.Array(Unit)),
    failure: 'Failed to fetch data',
  }),
}
export type CategoryChange = BodyOf<typeof structureEdits.updateCategory>
export type AttributeChange = BodyOf<typeof structureEdits.updateAttribute>
export type NewAttribute = BodyOf<typeof structureEdits.addAttribute>

export const acts = {
  hideIncomplete: { did: 'Hid products that became incomplete', undo: 'master_products_toggle_discoverable' },
} as const satisfies Readonly<Record<string, Act>>
