import { Type, type Static } from 'typebox'
import {
  ById,
  get,
  Id,
  Done,
  Named,
  Nullable,
  One,
  PersonRef,
  post,
  SeenVersion,
  Text,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { ProductDetails } from './product.ts'

/** What products share: these make groups. `alike` ones are only shown. */
export const PRODUCT_KEYS = ['gtin', 'name', 'code'] as const
export const REASONS = [...PRODUCT_KEYS, 'alike'] as const

export const DuplicateProduct = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  category: Nullable(Type.String()),
  brand: Nullable(Type.String()),
  completeness: Type.Integer(),
  discoverable: Type.Boolean(),
  version: Type.Integer(),
})
export type DuplicateProduct = Static<typeof DuplicateProduct>

/** With why it may be the same; those that share a key come first. */
const LikelyProduct = Type.Object({ ...DuplicateProduct.properties, same: Type.Array(Type.Enum([...REASONS])) })
export type LikelyProduct = Static<typeof LikelyProduct>

export const ProductMerge = Type.Object({
  id: Type.Integer(),
  loser: Type.Object({ id: Type.Integer(), code: Type.String(), name: Type.String() }),
  by: PersonRef,
  at: Timestamp,
})

const Pick = Type.Enum(['winner', 'loser'])

/** A field that differs; `chosen` is what the winner would have. */
const MergedField = Type.Object({
  field: Type.String(),
  label: Type.String(),
  winner: Nullable(Type.String()),
  loser: Nullable(Type.String()),
  chosen: Pick,
})

export const productDuplicates = {
  list: get('/marketing/product_duplicates', {
    summary: 'Groups of products that share a GTIN, a name and brand, or a code',
    permission: 'master_products_edit',
    query: Type.Object({
      /** The `next` of the page before. */
      before: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    }),
    reply: Type.Object({
      success: Type.Boolean(),
      data: Type.Array(
        Type.Object({
          same: Type.Enum([...PRODUCT_KEYS]),
          /** All of them; `products` has the newest 20. */
          total: Type.Integer(),
          products: Type.Array(DuplicateProduct),
        }),
      ),
      total: Type.Integer(),
      /** Null when this is all. */
      next: Nullable(Type.Integer()),
    }),
    failure: 'The duplicates did not load. Try again.',
  }),
  ofProduct: get('/marketing/product_duplicates/:id', {
    summary:
      'Products that may be the same as this one, those that are called alike among them, and those that were merged into it',
    permission: 'master_products_view',
    params: ById,
    reply: One(
      Type.Object({
        products: Type.Array(LikelyProduct),
        merges: Type.Array(ProductMerge),
      }),
    ),
    failure: 'The duplicates did not load. Try again.',
  }),
  likeNew: get('/marketing/alike_products', {
    summary: 'Products that may be the same as one that is about to be added',
    permission: 'master_products_edit',
    query: Type.Object({
      name: Text(300),
      code: Type.Optional(Text(64)),
      /** Those that are called alike are looked for in this category; without it, among products that have none. */
      category_id: Type.Optional(Id),
    }),
    reply: One(Type.Array(LikelyProduct)),
    failure: 'The duplicates did not load. Try again.',
  }),
  dismiss: post('/marketing/not_product_duplicates', {
    summary: 'Marks these products as different from each other',
    permission: 'master_products_edit',
    did: 'Marked * as not a duplicate',
    body: Type.Object({ ids: Type.Array(Id, { minItems: 2, maxItems: 20 }) }),
    reply: Done,
    failure: 'This was not saved. Try again.',
  }),
  merge: post('/marketing/merge_products', {
    summary: 'Merges a product into another one; a dry run says what would become of each field',
    permission: 'master_products_edit',
    did: 'Merged a duplicate into *',
    body: Type.Object({
      winner: Id,
      loser: Id,
      /** Of fields of which the usual choice is not wanted: the winner’s unless it is empty. */
      picks: Type.Optional(Named(Pick, 60, 300)),
      winnerVersion: SeenVersion,
      loserVersion: SeenVersion,
      dryRun: Type.Optional(Type.Boolean()),
    }),
    reply: One(
      Type.Object({
        fields: Type.Array(MergedField),
        /** What goes over to the winner. */
        moves: Type.Object({
          lines: Type.Integer(),
          pictures: Type.Integer(),
          synonyms: Type.Integer(),
          vendor_updates: Type.Integer(),
        }),
        /** Null in a dry run. */
        merge: Nullable(ProductMerge),
        product: Nullable(ProductDetails),
      }),
    ),
    failure: 'The products were not merged. Try again.',
  }),
  unmerge: post('/marketing/unmerge_products', {
    summary: 'Takes a merge apart: both products as they were, but for what was changed since',
    permission: 'master_products_edit',
    did: 'Unmerged *',
    /** Of the merge. */
    body: Type.Object({ id: Id }),
    reply: One(
      Type.Object({
        winner: ProductDetails,
        loser: ProductDetails,
        /** What was changed after the merge and stays as it is now. */
        kept: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
      }),
    ),
    failure: 'The products were not unmerged. Try again.',
  }),
}

export const entities = {
  not_product_duplicates: {
    noun: { one: 'pair marked as different', many: 'pairs marked as different' },
    undo: 'undoable',
  },
  product_merges: {
    noun: { one: 'merge', many: 'merges' },
    undo: { never: 'Merged products are taken apart with Unmerge, on the product that they became.' },
  },
} as const satisfies Readonly<Record<string, Entity>>
