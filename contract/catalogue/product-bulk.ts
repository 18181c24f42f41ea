import { Type, type Static } from 'typebox'
import { Id, ListFilter, ListQuery, One, post, Text } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { bulkAct } from '#contract/platform/bulk.ts'
import { Selection } from '#contract/platform/selections.ts'
import { PRODUCT_FILTERS, type BaseField } from './master-products.ts'
import { AttributeValueSchema, type AttributeType } from './value-schema.ts'

export const BULK_OPS = ['set', 'clear', 'add', 'remove', 'replace_text', 'convert', 'multiply'] as const
export type BulkOp = (typeof BULK_OPS)[number]

const TEXT_OPS = ['set', 'clear', 'replace_text'] as const
const CHOICE_OPS = ['set', 'clear'] as const
const NUMBER_OPS = ['set', 'clear', 'multiply'] as const
const AMOUNT_OPS = ['set', 'clear', 'convert', 'multiply'] as const

/** What can be done to many products' fields. Name and code tell products apart, so they are not made the same. */
export const OPS_OF_FIELD: Readonly<Partial<Record<BaseField, readonly BulkOp[]>>> = {
  name: ['replace_text'],
  code: ['replace_text'],
  category_id: CHOICE_OPS,
  brand: TEXT_OPS,
  unit: TEXT_OPS,
  description: TEXT_OPS,
  usual_min: NUMBER_OPS,
  usual_max: NUMBER_OPS,
}

export const OPS_OF_TYPE: Readonly<Record<AttributeType, readonly BulkOp[]>> = {
  text: TEXT_OPS,
  long_text: TEXT_OPS,
  url: TEXT_OPS,
  number: NUMBER_OPS,
  quantity: AMOUNT_OPS,
  range: AMOUNT_OPS,
  boolean: CHOICE_OPS,
  date: CHOICE_OPS,
  option: CHOICE_OPS,
  options: ['set', 'clear', 'add', 'remove'],
}

export const MOST_CHANGES = 20

export const BulkChange = Type.Object({
  /** The name of a field, or `attributes.` and a code. */
  field: Text(60),
  op: Type.Enum([...BULK_OPS]),
  /**
   * `set`: the value, of a category its id; `add`, `remove`: a list of options; `replace_text`: what takes the place of `find`;
   * `convert`: a unit; `multiply`: a number. `clear` has none.
   */
  value: Type.Optional(AttributeValueSchema),
  find: Type.Optional(Type.String({ minLength: 1, maxLength: 300, 'x-text': 'line' })),
})
export type BulkChange = Static<typeof BulkChange>

export const productBulk = {
  select: post('/marketing/product_selection', {
    summary: 'Freezes a selection of products: single ones, or every product a filter matches',
    permission: 'master_products_view',
    did: NO_HISTORY,
    body: Type.Object({
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000 })),
      filter: Type.Optional(ListFilter(ListQuery(PRODUCT_FILTERS))),
    }),
    reply: One(Selection),
    failure: 'The products could not be selected. Try again.',
  }),
  edit: bulkAct(
    '/marketing/bulk_edit_products',
    'Changes fields of all products of a selection, as a job; each product takes all of the changes, or none',
    'master_products_edit',
    'Changed *',
    { changes: Type.Array(BulkChange, { minItems: 1, maxItems: MOST_CHANGES }) },
  ),
  discoverable: bulkAct(
    '/marketing/bulk_discoverable',
    'Shows all products of a selection, or hides them, as a job; those that lack something are not shown',
    'master_products_toggle_discoverable',
    'Showed or hid *',
    { discoverable: Type.Boolean() },
  ),
  remove: bulkAct(
    '/marketing/bulk_delete_products',
    'Deletes all products of a selection, as a job; leads that name them keep their names',
    'master_products_edit',
    'Deleted *',
    {},
  ),
}
