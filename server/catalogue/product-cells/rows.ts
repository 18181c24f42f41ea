import { masterProducts, type ProductChange } from '#contract/catalogue/master-products.ts'
import type { productCells, SavedRow } from '#contract/catalogue/product-cells.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { BASE_NAMES, type ProductEdit } from '#server/catalogue/master-products/edit.ts'
import { badField, UserError, type FieldError } from '#server/kit/errors.ts'
import { inputReader } from '#server/kit/input.ts'

type Cell = BodyOf<typeof productCells.save>['cells'][number]

/** Cells by product, each as the form would send it; a product with a cell that no form could send is refused whole. */
export const readRows = (cells: readonly Cell[]): { edits: ProductEdit[]; refused: SavedRow[] } => {
  refuseTwice(cells)
  const edits: ProductEdit[] = []
  const refused: SavedRow[] = []
  for (const [id, ofProduct] of Map.groupBy(cells, (cell) => cell.id)) {
    // A product read twice meanwhile is judged by the earlier reading.
    const seen = Math.min(...ofProduct.map(({ version }) => version))
    const read = readRow(ofProduct)
    if ('sent' in read) edits.push({ id, seen, sent: read.sent })
    else
      refused.push({
        id,
        version: seen,
        outcome: 'refused',
        fields: read.errors.map((error) => ({ ...error, now: null })),
      })
  }
  return { edits, refused }
}

const ATTRIBUTES = 'attributes.'

const readRow = (cells: readonly Cell[]): { sent: ProductChange } | { errors: FieldError[] } => {
  const attributes: NonNullable<ProductChange['attributes']> = {}
  const base: Record<string, unknown> = {}
  const errors: FieldError[] = []
  for (const { field, value } of cells)
    if (field.startsWith(ATTRIBUTES)) attributes[field.slice(ATTRIBUTES.length)] = value
    else if (!isBase(field)) errors.push({ field, message: `There is no field called ${field}.` })
    else if (isEmpty(value) && (field === 'name' || field === 'code'))
      errors.push({ field, message: `Enter the ${field}.` })
    else base[field] = isEmpty(value) ? null : value
  const read = asSentByForm(base)
  const all = 'errors' in read ? [...errors, ...read.errors] : errors
  if (all.length > 0 || 'errors' in read) return { errors: all }
  return { sent: { ...read.sent, ...(Object.keys(attributes).length > 0 && { attributes }) } }
}

const readForm = inputReader(masterProducts.update)

/** Cleaned and checked as the body of a form is. */
const asSentByForm = (
  base: Readonly<Record<string, unknown>>,
): { sent: ProductChange } | { errors: readonly FieldError[] } => {
  try {
    const { body } = readForm({ params: { id: '1' }, query: new URLSearchParams(), body: base })
    return { sent: Object(body) }
  } catch (error) {
    if (error instanceof UserError && error.errors) return { errors: error.errors }
    throw error
  }
}

const isBase = (field: string) => BASE_NAMES.some((name) => name === field)
const isEmpty = (value: Cell['value']) => value === null || (typeof value === 'string' && value.trim() === '')

const refuseTwice = (cells: readonly Cell[]) => {
  const first = new Set<string>()
  for (const [at, { id, field }] of cells.entries()) {
    const key = `${id} ${field}`
    if (first.has(key)) throw badField(`cells.${at}.field`, `${field} of product ${id} is sent twice.`)
    first.add(key)
  }
}
