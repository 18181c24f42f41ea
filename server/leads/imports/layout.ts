import { TO_MESSAGE, type ImportField } from '#contract/leads/imports.ts'
import type { EnquiryText, UtmName } from '#contract/leads/enquiry-fields.ts'
import { isHandling, NO_WORDS, type HandlingField, type KnownWords } from './handling.ts'

export type TextField = EnquiryText | 'first_name' | 'last_name'

/** Which columns of a file hold what: taken apart once for all its rows. Columns count from 0. */
export interface Layout {
  /** All that hold anything. */
  matched: readonly number[]
  texts: readonly (readonly [column: number, field: TextField])[]
  utm: readonly (readonly [column: number, name: UtmName])[]
  products: readonly number[]
  quantities: readonly number[]
  /** Columns that no field takes. */
  toMessage: readonly number[]
  handling: readonly (readonly [column: number, field: HandlingField])[]
  externalIds: readonly number[]
  /** Where a reason that is about a field belongs, unless a later column of it was read. */
  columnOf: Readonly<Partial<Record<EnquiryText, number>>>
  /** What the columns are called in the file. */
  names: readonly string[]
  /** Where numbers without a country code are from, in rows that name no country. */
  phoneCountry: string | null
  known: KnownWords
}

/** What is known beside the file. */
type Around = Partial<Pick<Layout, 'names' | 'phoneCountry' | 'known'>>

export const layoutOf = (
  fields: readonly (ImportField | null)[],
  { names = [], phoneCountry = null, known = NO_WORDS }: Around = {},
): Layout => {
  const texts: [number, TextField][] = []
  const utm: [number, UtmName][] = []
  const products: number[] = []
  const quantities: number[] = []
  const toMessage: number[] = []
  const handling: [number, HandlingField][] = []
  const externalIds: number[] = []
  const columnOf: Partial<Record<EnquiryText, number>> = {}
  for (const [column, field] of fields.entries()) {
    if (field === null) continue
    if (field === 'product') products.push(column)
    else if (field === 'quantity') quantities.push(column)
    else if (field === TO_MESSAGE) toMessage.push(column)
    else if (isHandling(field)) handling.push([column, field])
    else if (field === 'external_id') externalIds.push(column)
    else if (isUtm(field)) utm.push([column, field])
    else {
      texts.push([column, field])
      columnOf[field === 'first_name' || field === 'last_name' ? 'name' : field] ??= column
    }
  }
  const matched = fields.flatMap((field, column) => (field === null ? [] : column))
  return {
    matched,
    texts,
    utm,
    products,
    quantities,
    externalIds,
    toMessage,
    handling,
    columnOf,
    names,
    phoneCountry,
    known,
  }
}

const isUtm = (field: ImportField): field is UtmName => field.startsWith('utm_')
