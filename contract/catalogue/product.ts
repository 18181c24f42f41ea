import { Type, type Static } from 'typebox'
import { Nullable, Timestamp } from '#contract/kit/endpoint.ts'
import { ATTRIBUTE_TYPES, AttributeValueSchema } from './value-schema.ts'

/** An attribute as fields are called in calls, conflicts and imports: `attributes.material`. */
export const attributeKey = (code: string) => `attributes.${code}`

/** What is missing of a product: a field of every product, an attribute of its category, or a picture. */
export const Missing = Type.Object({
  /** The code of the attribute, or the name of the field. */
  code: Type.String(),
  label: Type.String(),
  group: Type.String(),
  kind: Type.Enum(['field', 'attribute', 'image']),
  /** The category that requires it; null: every product must have it. */
  required_by: Nullable(Type.String()),
})
export type Missing = Static<typeof Missing>

export const MasterProduct = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  category_id: Nullable(Type.Integer()),
  category: Nullable(Type.String()),
  brand: Nullable(Type.String()),
  unit: Nullable(Type.String()),
  /** How much of what is required is filled, in percent, rounded down: 100 is all of it. */
  completeness: Type.Integer(),
  required: Type.Integer(),
  filled: Type.Integer(),
  /** The labels of up to five missing fields, and how many are missing. */
  missing: Type.Array(Type.String()),
  missing_count: Type.Integer(),
  discoverable: Type.Boolean(),
  /** Shown although something required is missing. */
  gap: Type.Boolean(),
  last_change: Type.Object({ at: Timestamp, by: Nullable(Type.String()) }),
  /** Its first picture, small; the address is good for an hour or two. */
  image: Nullable(Type.Object({ small: Type.String(), alt: Type.String() })),
  /** Requests of vendors that wait for a decision, and leads that ask for it in the last 30 and 90 days. */
  open_vendor_updates: Type.Integer(),
  leads_30: Type.Integer(),
  leads_90: Type.Integer(),
  /** Of the leads of 90 days: those found valid, and those decided at all. */
  valid_90: Type.Integer(),
  decided_90: Type.Integer(),
  version: Type.Integer(),
})
export type MasterProduct = Static<typeof MasterProduct>

/** In the list, with the values that were asked for in words, by the codes of their attributes; empty ones are left out. */
export const ListedMasterProduct = Type.Object({
  ...MasterProduct.properties,
  values: Type.Record(Type.String(), Type.String()),
})
export type ListedMasterProduct = Static<typeof ListedMasterProduct>

/** A value with what it takes to show it. */
export const ProductValue = Type.Object({
  attribute_id: Type.Integer(),
  code: Type.String(),
  label: Type.String(),
  group: Type.String(),
  type: Type.Enum([...ATTRIBUTE_TYPES]),
  /** Null: empty. */
  value: AttributeValueSchema,
  /** In words, and the same in another unit. */
  text: Nullable(Type.String()),
  also: Nullable(Type.String()),
  required: Type.Boolean(),
  required_by: Nullable(Type.String()),
  source: Nullable(Type.String()),
})
export type ProductValue = Static<typeof ProductValue>

export const ProductDetails = Type.Object({
  ...MasterProduct.properties,
  description: Nullable(Type.String()),
  gtin: Nullable(Type.String()),
  usual_min: Nullable(Type.Integer()),
  usual_max: Nullable(Type.Integer()),
  /** The names of its category and those above it, the highest first. */
  category_path: Type.Array(Type.String()),
  attributes: Type.Array(ProductValue),
  missing_fields: Type.Array(Missing),
  /** Why it is shown, or is not. */
  why: Type.Object({
    shown: Type.Boolean(),
    because: Type.Enum(['shown', 'switched_off', 'incomplete', 'deleted', 'merged']),
    switched: Nullable(Type.Object({ at: Timestamp, by: Type.String(), channel: Type.String() })),
    /** How many products of this category lack one thing only, and it is the first that is missing here. */
    blocks: Type.Integer(),
  }),
  merged_into: Nullable(Type.Integer()),
})
export type ProductDetails = Static<typeof ProductDetails>

/** A conflict in one field: as it was when the person read it, as it is now, as they want it. */
export const FieldConflict = Type.Object({
  field: Type.String(),
  label: Type.String(),
  then: Nullable(Type.String()),
  now: Nullable(Type.String()),
  yours: Nullable(Type.String()),
  by: Nullable(Type.String()),
  at: Nullable(Timestamp),
})
export type FieldConflict = Static<typeof FieldConflict>
