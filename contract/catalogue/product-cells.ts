import { Type, type Static } from 'typebox'
import { FreeLines, get, Id, Many, Nullable, One, post, Version, Text } from '#contract/kit/endpoint.ts'
import { AttributeValueSchema } from './value-schema.ts'

/** As many cells are saved at once. */
export const MOST_CELLS = 2_000

/** A field as a conflict names it: `name`, or `attributes.` and the code of an attribute. */
const Field = Text(60)

/** A stored value, as it is in a cell. */
const Cell = Nullable(
  Type.Union([
    Type.String(),
    Type.Number(),
    Type.Boolean(),
    Type.Array(Type.String()),
    Type.Object({ value: Type.String(), unit: Type.String() }),
    Type.Object({ min: Nullable(Type.String()), max: Nullable(Type.String()), unit: Type.String() }),
  ]),
)

/** What became of the cells of one product: all of them are stored, or none. */
export const SavedRow = Type.Object({
  id: Type.Integer(),
  /** As it is now; null: there is no such product any more. */
  version: Nullable(Type.Integer()),
  outcome: Type.Enum(['saved', 'conflict', 'refused']),
  /** The cells that stood in the way, with what is stored there now in words. */
  fields: Type.Array(Type.Object({ field: Type.String(), message: Type.String(), now: Nullable(Type.String()) })),
})
export type SavedRow = Static<typeof SavedRow>

export const productCells = {
  read: get('/marketing/product_cells', {
    summary: 'All values of some products, for the grid',
    permission: 'master_products_view',
    query: Type.Object({ ids: Many(Id) }),
    reply: One(
      Type.Object({
        rows: Type.Array(
          Type.Object({
            id: Type.Integer(),
            version: Type.Integer(),
            category_id: Nullable(Type.Integer()),
            /** By field; of an attribute only where there is a value. */
            cells: Type.Record(Type.String(), Cell),
          }),
        ),
        /** What the options in the cells are called. */
        options: Type.Array(
          Type.Object({ field: Type.String(), code: Type.String(), label: Type.String(), retired: Type.Boolean() }),
        ),
      }),
    ),
    failure: 'The cells did not load. Try again.',
  }),
  save: post('/marketing/save_product_cells', {
    summary: 'Saves cells of many products in one change set: those of a product together or not at all',
    permission: 'master_products_edit',
    did: 'Changed *',
    body: Type.Object({
      cells: Type.Array(Type.Object({ id: Id, version: Version, field: Field, value: AttributeValueSchema }), {
        minItems: 1,
        maxItems: MOST_CELLS,
      }),
      reason: Type.Optional(FreeLines(500)),
    }),
    bodyLimit: 2 * 1024 * 1024,
    reply: One(Type.Object({ rows: Type.Array(SavedRow) })),
    failure: 'The cells were not saved. Try again.',
  }),
}
