import { Type } from 'typebox'
import { get, Id, ListQuery, Nullable, One, PageOf, post, Text, Timestamp, type RowOf } from '#contract/kit/endpoint.ts'
import type { Act, Entity } from '#contract/kit/history.ts'

/** Why a product is suggested for a name: its code stands in it, it is called alike, or the same leads ask for it. */
export const SUGGESTED_FOR = ['code', 'alike', 'seen'] as const

const Suggestion = Type.Object({
  product: Type.Object({ id: Type.Integer(), code: Type.String(), name: Type.String() }),
  /** How alike they are, or in how many of its leads both are asked for; 0 to 1. */
  score: Type.Number(),
  why: Type.Enum([...SUGGESTED_FOR]),
})

const UnknownProduct = Type.Object({
  id: Type.Integer(),
  /** The same for all ways of writing it that differ in case, blanks and punctuation alone. */
  key: Type.String(),
  /** As it was sent last. */
  text: Type.String(),
  /** By how many leads, ever and of the last 90 days. */
  asked: Type.Integer(),
  asked_90: Type.Integer(),
  valid_90: Type.Integer(),
  first_at: Timestamp,
  last_at: Timestamp,
  ignored: Type.Boolean(),
  suggestions: Type.Array(Suggestion),
})

const Key = Text(300)

export const unknownProducts = {
  list: get('/marketing/unknown_products', {
    summary: 'Names that leads ask for and the catalogue does not know, with the products that they may mean',
    permission: 'products_list',
    query: ListQuery({
      /** Those that were put aside instead. */
      ignored: Type.Optional(Type.Enum(['yes'])),
    }),
    reply: PageOf(UnknownProduct),
    failure: 'The names did not load. Try again.',
  }),
  map: post('/marketing/map_unknown_product', {
    summary: 'Maps a name to a product in all its leads, and remembers it',
    permission: 'master_products_edit',
    did: 'Mapped *',
    body: Type.Object({ key: Key, product_id: Id, dryRun: Type.Optional(Type.Boolean()) }),
    reply: One(
      Type.Object({
        lines: Type.Integer(),
        leads: Type.Integer(),
        /** What is remembered. */
        synonym: Type.String(),
        product: Type.String(),
        /** Goes on with the rest, where there are very many. */
        job: Nullable(Type.Integer()),
      }),
    ),
    failure: 'The name was not mapped. Try again.',
  }),
  ignore: post('/marketing/ignore_unknown_product', {
    summary: 'Puts a name aside that is no product',
    permission: 'master_products_edit',
    did: 'Ignored *',
    body: Type.Object({ key: Key }),
    reply: One(Type.Object({ key: Type.String() })),
    failure: 'The name was not ignored. Try again.',
  }),
  restore: post('/marketing/restore_unknown_product', {
    summary: 'Brings a name back that was put aside',
    permission: 'master_products_edit',
    did: 'Restored *',
    body: Type.Object({ key: Key }),
    reply: One(Type.Object({ key: Type.String() })),
    failure: 'The name was not restored. Try again.',
  }),
}
export type UnknownProduct = RowOf<typeof unknownProducts.list>

export const UNKNOWN_SORTS = ['asked_90', 'asked', 'last_at', 'text'] as const

/** What the system does for names that were mapped while leads with them came in. */
export const acts = {
  mapLate: { did: 'Mapped *', undo: 'never' },
} as const satisfies Readonly<Record<string, Act>>

export const entities = {
  ignored_product_names: { noun: { one: 'ignored name', many: 'ignored names' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>
