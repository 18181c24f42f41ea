import { checkGtin } from '#contract/catalogue/gtin.ts'
import { attributeKey } from '#contract/catalogue/product.ts'
import { productStructure, type Attribute, type Category } from '#contract/catalogue/product-structure.ts'
import { readTyped } from '#contract/catalogue/typed-values.ts'
import { unitOfCode } from '#contract/catalogue/units.ts'
import { textOf, type Notation } from '#contract/catalogue/value-texts.ts'
import {
  isQuantity,
  isRange,
  type AttributeRule,
  type AttributeValue,
  type OptionRef,
} from '#contract/catalogue/values.ts'
import { call } from '#web/kit/data/api.ts'
import type { GridColumn, Reading } from '#web/kit/grid/grid.ts'

/** A value of a cell as the call takes it. */
export type CellValue = AttributeValue | number | null

const rule = (label: string, type: AttributeRule['type'], limits: Partial<AttributeRule> = {}): AttributeRule => ({
  code: '',
  label,
  type,
  max_length: null,
  mask: null,
  min: null,
  max: null,
  decimals: null,
  family: null,
  units: [],
  default_unit: null,
  ...limits,
})

const NO_OPTIONS = () => undefined
const textOfBase = (value: CellValue) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

interface TextColumn {
  key: string
  title: string
  width: number
  most: number
  must?: boolean
  frozen?: boolean
  type?: 'long_text'
}

const textColumn = ({ key, title, most, must, type, ...column }: TextColumn): GridColumn<CellValue> => ({
  ...column,
  key,
  title,
  text: textOfBase,
  read: (text) => {
    if (must && text.trim() === '') return { message: `Enter the ${title.toLowerCase()}.` }
    return readTyped(
      rule(`The ${title.toLowerCase()}`, type ?? 'text', { max_length: most }),
      text,
      'point',
      NO_OPTIONS,
    )
  },
})

const countColumn = (key: string, title: string): GridColumn<CellValue> => ({
  key,
  title,
  width: 132,
  align: 'end',
  text: textOfBase,
  read: (text) => {
    const read = readTyped(
      rule(title, 'number', { min: '1', max: '1000000000', decimals: 0 }),
      text,
      ownSeparators(text),
      NO_OPTIONS,
    )
    return 'value' in read && read.value !== null ? { ...read, value: Number(read.value) } : read
  },
})

/** Of whole numbers both signs part thousands. */
const ownSeparators = (text: string): Notation => (text.includes('.') ? 'comma' : 'point')

const gtinColumn: GridColumn<CellValue> = {
  key: 'gtin',
  title: 'GTIN',
  width: 140,
  text: textOfBase,
  read: (text) => {
    const gtin = text.replace(/\s/g, '')
    const message = gtin === '' ? undefined : checkGtin(gtin)
    return message === undefined ? { value: gtin || null } : { message }
  },
}

const categoryColumn = (categories: readonly Category[]): GridColumn<CellValue> => {
  const paths = new Map(categories.map((category) => [category.id, pathOf(category, categories)]))
  return {
    key: 'category_id',
    title: 'Category',
    width: 180,
    text: (id) => (typeof id === 'number' ? (paths.get(id) ?? '') : ''),
    read: (text) => readCategory(text, categories, paths),
    options: (search) =>
      Promise.resolve(
        [...paths.values()].filter((path) => path.toLowerCase().includes(search.toLowerCase())).slice(0, 20),
      ),
  }
}

const pathOf = ({ name, parent_id }: Category, all: readonly Category[]): string => {
  const above = all.find(({ id }) => id === parent_id)
  return above ? `${pathOf(above, all)} > ${name}` : name
}

/** By its path, or by its name where only one is called so. */
const readCategory = (
  text: string,
  categories: readonly Category[],
  paths: ReadonlyMap<number, string>,
): Reading<CellValue> => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return { value: null }
  const byPath = categories.find(({ id }) => paths.get(id)?.toLowerCase() === wanted)
  const byName = categories.filter(({ name }) => name.toLowerCase() === wanted)
  const found = byPath ?? (byName.length === 1 ? byName[0] : undefined)
  if (found) return { value: found.id }
  return {
    message:
      byName.length > 1
        ? `Several categories are called ${text.trim()}. Enter the path.`
        : `${text.trim()} is no category.`,
  }
}

/** A cell has a bare number where the unit stands in the head. */
const withoutUnit = (text: string, value: CellValue, unit: string | null) => {
  const symbol =
    unit !== null && (isQuantity(value) || isRange(value)) && value.unit === unit && unitOfCode(unit)?.symbol
  return symbol && text.endsWith(symbol) ? text.slice(0, -symbol.length).trimEnd() : text
}

/** What the options of an attribute are called: those that come with it, and those that the cells name. */
const optionsOf = ({ options, options_total }: Attribute, named: readonly OptionRef[]) => {
  const found = new Map<string, OptionRef>()
  for (const option of [...options, ...named]) found.set(option.label.toLowerCase(), option)
  for (const option of [...options, ...named]) found.set(option.code.toLowerCase(), option)
  const hasMore = options_total > options.length
  return (text: string): OptionRef | undefined => {
    const known = found.get(text.trim().toLowerCase())
    // Of many options the server knows the others; it reads labels as well, and refuses what is none.
    return (
      known ?? (hasMore && text.trim() !== '' ? { code: text.trim(), label: text.trim(), retired: false } : undefined)
    )
  }
}

const NUMBERS: ReadonlySet<string> = new Set(['number', 'quantity', 'range'])

const attributeColumn = (
  attribute: Attribute,
  named: readonly OptionRef[],
  notation: Notation,
): GridColumn<CellValue> => {
  const { id, code, label, type, default_unit } = attribute
  const optionOf = optionsOf(attribute, named)
  const isMeasured = type === 'quantity' || type === 'range'
  const unit = isMeasured ? default_unit : null
  const typed: AttributeRule = attribute
  return {
    key: attributeKey(code),
    title: label,
    width: Math.min(Math.max(label.length * 8 + 40, 112), 200),
    ...(unit !== null && { unit: unitOfCode(unit)?.symbol ?? unit }),
    ...(NUMBERS.has(type) && { align: 'end' as const }),
    read: (text) => readTyped(typed, text, notation, optionOf, unit ?? undefined),
    text: (value) =>
      typeof value === 'number' ? String(value) : withoutUnit(textOf(typed, value, optionOf, notation), value, unit),
    ...(type === 'option' && { options: (search: string) => choicesOf(id, search) }),
  }
}

const choicesOf = async (id: number, search: string): Promise<string[]> => {
  const query = { page: 1, pageSize: 20, ...(search.trim() !== '' && { search: search.trim() }) }
  const { data } = await call(productStructure.options, { params: { id }, query })
  return data.filter(({ retired }) => !retired).map(({ label }) => label)
}

/** The columns of the grid: what every product has, and the given attributes. */
export const cellColumns = (
  { categories, attributes }: { categories: readonly Category[]; attributes: readonly Attribute[] },
  named: ReadonlyMap<string, readonly OptionRef[]>,
  notation: Notation,
): GridColumn<CellValue>[] => [
  textColumn({ key: 'code', title: 'Code', width: 112, most: 64, must: true, frozen: true }),
  textColumn({ key: 'name', title: 'Name', width: 252, most: 300, must: true, frozen: true }),
  categoryColumn(categories),
  textColumn({ key: 'brand', title: 'Brand', width: 132, most: 120 }),
  ...attributes.map((attribute) => attributeColumn(attribute, named.get(attributeKey(attribute.code)) ?? [], notation)),
  textColumn({ key: 'unit', title: 'Sales unit', width: 104, most: 40 }),
  gtinColumn,
  countColumn('usual_min', 'Lowest expected quantity'),
  countColumn('usual_max', 'Highest expected quantity'),
  textColumn({ key: 'description', title: 'Description', width: 252, most: 20_000, type: 'long_text' }),
]
