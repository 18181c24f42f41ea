import { checkGtin } from '#contract/catalogue/gtin.ts'
import { LONGEST_NAME } from '#contract/catalogue/product-names.ts'
import { columnOf, PRODUCT_FIELDS, type ProductColumn, type ProductField } from '#contract/catalogue/product-imports.ts'
import { readOptions, readTyped } from '#contract/catalogue/typed-values.ts'
import type { Notation } from '#contract/catalogue/value-texts.ts'
import { checkValue, isQuantity, type AttributeRule } from '#contract/catalogue/values.ts'
import type { ProductChange } from '#contract/catalogue/master-products.ts'
import type { Tenant } from '#server/db/tenant.ts'
import { asEdit } from '#server/catalogue/master-products/edit.ts'
import { optionsSaid, type KnownAttribute, type OptionOf } from '#server/catalogue/product-structure/attributes.ts'
import { cleanLine, cleanLines } from '#server/kit/clean-text.ts'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import { isShortened, shortenedSentence, withoutZeroDecimal } from '#server/kit/spreadsheet-number.ts'
import { NOT_STORABLE, unreadable } from '#server/platform/imports/cells.ts'
import type { FileRow } from '#server/platform/imports/reader.ts'
import type { ReadRow, Reason } from '#server/platform/imports/spec.ts'
import { categoriesByName, type CategoryOf } from './categories.ts'
import { attributesOfColumns } from './columns.ts'

/** A row as a product that could be added or changed. */
export interface ImportedProduct {
  code: string | undefined
  gtin: string | undefined
  /** All but the code: by it the product is known. */
  sent: ProductChange
  /** Fields of which only what is empty is filled. */
  onlyEmpty: ReadonlySet<string>
  discoverable: boolean | undefined
  /** Names to be added to those that it has. */
  names: readonly string[]
  /** Which column a field of the product came from. */
  columnOf: ReadonlyMap<string, number>
}

/** What a cell says; undefined: nothing, and what is stored stays. */
type Cell = { value: unknown; note?: string | undefined } | { message: string; unknown?: readonly string[] } | undefined

interface Column {
  at: number
  /** The field of the product: `name`, `category_id`, `attributes.pressure`. */
  field: string
  read(cells: readonly string[]): Cell
}

/** Reads rows by what their columns hold. Everything that is wrong with one is said at once. */
export const productReader = async (
  tenant: Tenant,
  fields: readonly (string | null)[],
  notation: Notation,
): Promise<(row: FileRow) => ReadRow<ImportedProduct>> => {
  const said = fields.flatMap((text, at) => (text === null ? [] : [{ at, ...columnOf(text) }]))
  const attributes = await attributesOfColumns(tenant, said)
  const optionOf = await optionsSaid(tenant, [...attributes.values()])
  const categoryOf = said.some(({ target }) => target === 'category') ? await categoriesByName(tenant) : undefined
  const context: Context = { attributes, optionOf, categoryOf, notation, said }
  const columns = said.flatMap((column) => readerOf(context, column) ?? [])
  const matched = said.map(({ at }) => at)
  const columnsByField = new Map(columns.map(({ field, at }) => [field, at]))
  const onlyEmpty = new Set(
    columns.filter(({ at }) => said.find((each) => each.at === at)?.way === 'fill').map(({ field }) => field),
  )
  return ({ row, cells }) => {
    const reasons: Reason[] = unreadable(cells, matched)
    const notes: Reason[] = []
    const read: { field: string; value: unknown }[] = []
    for (const { at, field, read: readCell } of columns) {
      const cell = readCell(cells)
      if (cell === undefined) continue
      if ('message' in cell) {
        const { message, unknown = [undefined] } = cell
        reasons.push(...unknown.map((name) => ({ column: at, message, unknown: name })))
      } else {
        if (cell.note !== undefined) notes.push({ column: at, message: cell.note })
        read.push({ field, value: cell.value })
      }
    }
    const valueOf = (name: string) => read.findLast(({ field }) => field === name)?.value
    const [code, discoverable, names] = [valueOf('code'), valueOf('discoverable'), valueOf('names')]
    if (reasons.length === 0 && !code && !valueOf('gtin')) reasons.push({ column: null, message: 'Enter the code.' })
    if (reasons.length) return { row, cells, reasons: [...reasons, ...notes] }
    const sent = asEdit(read.filter(({ field }) => !BESIDE.has(field)))
    const item = {
      code: typeof code === 'string' ? code : undefined,
      gtin: sent.gtin ?? undefined,
      sent,
      onlyEmpty,
      discoverable: typeof discoverable === 'boolean' ? discoverable : undefined,
      names: Array.isArray(names) ? names.map(String) : [],
      columnOf: columnsByField,
    }
    return { row, cells, item, notes }
  }
}

type SaidColumn = ProductColumn & { at: number }
interface Context {
  attributes: ReadonlyMap<string, KnownAttribute>
  optionOf: OptionOf
  categoryOf: CategoryOf | undefined
  notation: Notation
  said: readonly SaidColumn[]
}

const readerOf = (context: Context, column: SaidColumn): Column | undefined => {
  const { at, target, end, way } = column
  const attribute = context.attributes.get(target)
  if (end === 'max') return undefined
  const field = target === 'category' ? 'category_id' : target
  const read =
    attribute && end === 'min'
      ? rangeOf(context, attribute, column)
      : oneCell(at, attribute ? typed(context, attribute, column) : fieldReader(target, context))
  const canClear = way === 'clear' && !KEPT.has(target)
  return { at, field, read: (cells) => read(cells) ?? (canClear ? { value: null } : undefined) }
}

const fieldReader = (target: string, context: Context) => {
  const reader = new Map(Object.entries(BY_FIELD)).get(target)
  if (!reader) throw new Error(`No column is read as ${target}`)
  return reader(context)
}

/** What is stored beside the edit of the product. */
const BESIDE: ReadonlySet<string> = new Set(['code', 'discoverable', 'names'])

/** What an empty cell never clears. */
const KEPT: ReadonlySet<string> = new Set(['code', 'name', 'discoverable', 'names'])

/** An empty cell says nothing. */
const oneCell = (at: number, read: (text: string) => Cell) => (cells: readonly string[]) => {
  const text = asWritten(cells[at] ?? '')
  if (text.trim() === '') return undefined
  return text.includes('\0') || !text.isWellFormed() ? { message: NOT_STORABLE } : read(text)
}

const typed = ({ optionOf, notation }: Context, attribute: KnownAttribute, { unit }: SaidColumn) => {
  const options = optionOf(attribute.id)
  return (text: string): Cell => {
    const clean = attribute.type === 'long_text' ? cleanLines(text) : cleanLine(text)
    const read = readTyped(attribute, clean, notation, options, unit)
    if ('value' in read) return { value: read.value, note: MAY_BE_TWO.test(clean) ? read.note : undefined }
    const unknown = unknownOptions(attribute, clean, options)
    return unknown.length ? { message: read.message, unknown } : { message: read.message }
  }
}

/** Which sign stands before decimals is said of the whole file; that two numbers were read as one is worth a note. */
const MAY_BE_TWO = /\d\s+\d|\d ?[x×*] ?\d/

const unknownOptions = ({ type }: AttributeRule, text: string, optionOf: ReturnType<OptionOf>) => {
  if (type === 'option') return optionOf(text.trim()) ? [] : [text.trim()]
  return type === 'options' ? readOptions(text, optionOf).filter((each) => !optionOf(each)) : []
}

/** A range whose ends stand in two columns; an empty one is open. */
const rangeOf = ({ said, notation }: Context, attribute: KnownAttribute, min: SaidColumn) => {
  const max = said.find(({ target, end }) => target === min.target && end === 'max') ?? min
  const rule: AttributeRule = { ...attribute, type: 'quantity', min: null, max: null }
  const ends = [min, max].map(({ at, unit }) =>
    oneCell(at, (text) => readTyped(rule, cleanLine(text), notation, () => undefined, unit)),
  )
  return (cells: readonly string[]): Cell => {
    const read = ends.map((end) => end(cells))
    const wrong = read.find((each) => each && 'message' in each)
    if (wrong) return wrong
    const [from, to] = read.map((each) => (each && 'value' in each ? quantityOf(each.value) : undefined))
    const unit = from?.unit ?? to?.unit
    if (unit === undefined) return undefined
    if (from && to && from.unit !== to.unit) return { message: `${attribute.label} takes both ends in the same unit.` }
    return checkValue(attribute, { min: from?.value ?? null, max: to?.value ?? null, unit }, () => undefined)
  }
}

const quantityOf = (value: unknown) => (isQuantity(value) ? value : undefined)

const textOf =
  (field: ProductField, most: number, clean = cleanLine) =>
  () =>
  (text: string): Cell => {
    const value = clean(text).trim()
    return value.length > most
      ? { message: `The ${PRODUCT_FIELDS[field].toLowerCase()} may have ${most.toLocaleString('en')} characters.` }
      : { value }
  }

/** What a spreadsheet took for a number may have lost digits: a shortened one is refused. */
const numberedText = (text: string) => withoutZeroDecimal(cleanLine(text).trim())

const usual = (field: 'usual_min' | 'usual_max') => {
  const rule: AttributeRule = { ...WHOLE, code: field, label: PRODUCT_FIELDS[field] }
  return ({ notation }: Context) =>
    (text: string): Cell => {
      const read = readTyped(rule, cleanLine(text), notation, () => undefined)
      return 'value' in read ? { value: read.value === null ? null : Number(read.value) } : { message: read.message }
    }
}
const WHOLE = {
  type: 'number',
  max_length: null,
  mask: null,
  min: '1',
  max: '1000000000',
  decimals: 0,
  family: null,
  units: [],
  default_unit: null,
} as const

const BY_FIELD: Readonly<Record<ProductField, (context: Context) => (text: string) => Cell>> = {
  code: () => (text) => {
    const value = cleanLine(text).trim()
    if (isShortened(value)) return { message: shortenedSentence(value) }
    return value.length > 64 ? { message: 'The code may have 64 characters.' } : { value }
  },
  name: textOf('name', 300),
  category:
    ({ categoryOf }) =>
    (text) =>
      categoryOf?.(cleanLine(text)),
  brand: textOf('brand', 120),
  unit: textOf('unit', 40),
  description: textOf('description', 20_000, cleanLines),
  gtin: () => (text) => {
    const value = numberedText(text).replaceAll(/[\s-]/g, '')
    const message = isShortened(value) ? shortenedSentence(value) : checkGtin(value)
    return message === undefined ? { value } : { message }
  },
  names: () => (text) => {
    const names = [...new Set(text.split(/[;|\n]/).map((name) => cleanLine(name).trim()))].filter((name) => name !== '')
    return names.some((name) => name.length > LONGEST_NAME)
      ? { message: `Another name may have ${LONGEST_NAME} characters.` }
      : { value: names }
  },
  usual_min: usual('usual_min'),
  usual_max: usual('usual_max'),
  discoverable: () => (text) =>
    readTyped(
      { ...WHOLE, code: 'discoverable', label: PRODUCT_FIELDS.discoverable, type: 'boolean', min: null, max: null },
      text,
      'point',
      () => undefined,
    ),
}
