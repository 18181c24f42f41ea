import { Type } from 'typebox'
import { ById, get, Nullable, One, post, Text, type RowOf } from '#contract/kit/endpoint.ts'
import { importCalls } from '#contract/platform/import-calls.ts'
import { acts as importActs } from '#contract/platform/imports.ts'
import { NAMES_LABEL } from './product-names.ts'
import { BASE_LABELS } from './master-products.ts'

/** What a column of a file can hold, beside the attributes of the company: `attributes.pressure`. */
export const PRODUCT_FIELDS = {
  code: BASE_LABELS.code,
  name: BASE_LABELS.name,
  category: BASE_LABELS.category_id,
  brand: BASE_LABELS.brand,
  unit: BASE_LABELS.unit,
  description: BASE_LABELS.description,
  gtin: BASE_LABELS.gtin,
  usual_min: BASE_LABELS.usual_min,
  usual_max: BASE_LABELS.usual_max,
  discoverable: BASE_LABELS.discoverable,
  /** Other names, one or several: `Kugelhahn; KH 25`. They are added to those that it has. */
  names: NAMES_LABEL,
} as const
export type ProductField = keyof typeof PRODUCT_FIELDS

/** What becomes of a known product: its value is replaced, only filled where it has none, or also cleared by an empty cell. */
export const COLUMN_WAYS = ['overwrite', 'fill', 'clear'] as const
export type ColumnWay = (typeof COLUMN_WAYS)[number]

/** What a column holds, and how it is read and stored. */
export interface ProductColumn {
  /** A field, or `attributes.` and a code. */
  target: string
  /** Of a range in two columns: which end. */
  end?: 'min' | 'max' | undefined
  /** The unit of numbers without one. */
  unit?: string | undefined
  way: ColumnWay
}

/** As one text, by which files of the same kind are remembered: `attributes.pressure@bar!fill`, `attributes.temperature:min@Cel`. */
export const columnText = ({ target, end, unit, way }: ProductColumn) =>
  [target, end && `:${end}`, unit && `@${unit}`, way !== 'overwrite' && `!${way}`].filter(Boolean).join('')

export const columnOf = (text: string): ProductColumn => {
  const [, before = text, way] = /^([^!]*)!(fill|clear)$/.exec(text) ?? []
  const [place = '', unit] = before.split('@', 2)
  const [target = '', end] = place.split(':', 2)
  return {
    target,
    way: way === 'fill' || way === 'clear' ? way : 'overwrite',
    ...(unit === undefined ? {} : { unit }),
    ...(end === 'min' || end === 'max' ? { end } : {}),
  }
}

/** Which rows are stored: those of new products, those of known ones, or both. */
export const IMPORTED_ROWS = ['both', 'new', 'known'] as const
export const NOTATIONS = ['point', 'comma'] as const

const rows_stored = Type.Enum([...IMPORTED_ROWS])
const notation = Type.Enum([...NOTATIONS])

/** A category or option that a file names and that is not there. */
const UnknownName = Type.Object({
  /** `category`, or `attributes.` and a code. */
  field: Type.String(),
  label: Type.String(),
  name: Type.String(),
  rows: Type.Integer(),
})

const PERMISSION = 'master_products_edit'
const calls = importCalls(
  {
    permission: PERMISSION,
    path: '/marketing',
    name: 'product_import',
    many: 'products',
    choices: ['update'],
    outcomes: ['unchanged', 'left_out'],
  },
  {
    field: Text(120),
    chosen: { rows_stored: Type.Optional(rows_stored), notation: Type.Optional(notation) },
    options: { rows_stored, notation },
    counts: {
      /** Known products that have all of it already. */
      unchanged: Type.Integer(),
      /** New products, where only known ones are updated. */
      left_out: Type.Integer(),
    },
    row: {
      known_product: Nullable(Type.Object({ id: Type.Integer(), code: Type.String(), name: Type.String() })),
      code: Type.String(),
      name: Type.String(),
    },
    kept: { code: Type.String(), name: Type.String() },
  },
)

export const productImports = {
  ...calls,
  unknownNames: get('/marketing/product_import_names/:id', {
    summary: 'Categories and options that rejected rows of a file name and that are not there, each with its rows',
    permission: PERMISSION,
    params: ById,
    reply: One(Type.Array(UnknownName)),
    failure: 'The unknown names did not load. Try again.',
  }),
  createNames: post('/marketing/create_product_import_names', {
    summary: 'Creates the categories and options that a file names and that are not there',
    permission: 'configuration_edit',
    did: 'Created the categories and options of a file',
    body: ById,
    reply: One(Type.Object({ created: Type.Integer() })),
    failure: 'The categories and options were not created. Try again.',
  }),
}
export type ProductImport = RowOf<typeof productImports.list>
export type ProductImportRow = RowOf<typeof productImports.rows>
export type KeptProduct = RowOf<typeof productImports.kept>

export const acts = importActs
