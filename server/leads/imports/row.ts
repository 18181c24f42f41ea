import type { ImportField } from '#contract/leads/imports.ts'
import { ENQUIRY_TEXTS, EnquiryFields, type EnquiryText, type UtmName } from '#contract/leads/lead.ts'
import { asWritten } from '#server/kit/csv.ts'
import { normaliseEnquiry, type Enquiry, type NormalEnquiry } from '#server/leads/intake/enquiry.ts'
import { canBeDialled } from '#server/platform/contact-details/reachable.ts'
import { isShortened, shortenedSentence } from '#server/kit/spreadsheet-number.ts'
import { cleanAddress, cleanLine, cleanLines } from '#server/kit/clean-text.ts'
import { UserError } from '#server/kit/errors.ts'
import { NOT_STORABLE, unreadable } from '#server/platform/imports/cells.ts'
import type { FileRow } from '#server/platform/imports/reader.ts'
import type { ReadRow, Reason } from '#server/platform/imports/spec.ts'

/** A row as a lead that could be stored. */
export interface ImportedLead {
  normal: NormalEnquiry
  products: readonly { product_name: string; quantity: number }[]
}

type TextField = EnquiryText | 'first_name' | 'last_name'

/** Which columns of a file hold what: taken apart once for all its rows. Columns count from 0. */
export interface Layout {
  /** All that hold anything. */
  matched: readonly number[]
  texts: readonly (readonly [column: number, field: TextField])[]
  utm: readonly (readonly [column: number, name: UtmName])[]
  products: readonly number[]
  quantities: readonly number[]
  /** Where a reason that is about a field belongs, unless a later column of it was read. */
  columnOf: Readonly<Partial<Record<EnquiryText, number>>>
}

export const layoutOf = (fields: readonly (ImportField | null)[]): Layout => {
  const texts: [number, TextField][] = []
  const utm: [number, UtmName][] = []
  const products: number[] = []
  const quantities: number[] = []
  const columnOf: Partial<Record<EnquiryText, number>> = {}
  for (const [column, field] of fields.entries()) {
    if (field === null) continue
    if (field === 'product') products.push(column)
    else if (field === 'quantity') quantities.push(column)
    else if (isUtm(field)) utm.push([column, field])
    else {
      texts.push([column, field])
      columnOf[field === 'first_name' || field === 'last_name' ? 'name' : field] ??= column
    }
  }
  const matched = fields.flatMap((field, column) => (field === null ? [] : column))
  return { matched, texts, utm, products, quantities, columnOf }
}

const isUtm = (field: ImportField): field is UtmName => field.startsWith('utm_')

/** Reads rows by the fields that their columns hold. Everything that is wrong is told at once. */
export const readEnquiry = ({ row, cells }: FileRow, layout: Layout): ReadRow<ImportedLead> => {
  const { enquiry, columns } = gather(cells, layout)
  const { products, reasons } = readProducts(cells, layout)
  reasons.push(...unreadable(cells, layout.matched))
  for (const [field, limit] of LIMITS) {
    const text = enquiry[field]
    if (text === undefined) continue
    if (text.includes('\0') || !text.isWellFormed()) {
      reasons.push({ column: columns[field] ?? null, message: NOT_STORABLE })
      delete enquiry[field]
    } else if (text.length > limit) {
      reasons.push({
        column: columns[field] ?? null,
        message: `It is longer than ${limit.toLocaleString('en')} characters`,
      })
      delete enquiry[field]
    }
  }
  const notes = leaveOutShortened(enquiry, columns)
  const { name = '', ...others } = enquiry
  const normal = normalised({ ...others, name, ...utm(cells, layout) }, columns, reasons)
  return normal === undefined || reasons.length
    ? { row, cells, reasons: [...reasons, ...notes] }
    : { row, cells, item: { normal, products }, notes }
}

/** Who can be reached otherwise is imported without a number that has lost digits; without it nobody is reached, and the row has to be mended. */
const leaveOutShortened = (
  enquiry: Partial<Record<EnquiryText, string>>,
  columns: Partial<Record<string, number>>,
): Reason[] => {
  const { phone, email } = enquiry
  if (phone === undefined || email === undefined || !isShortened(phone)) return []
  delete enquiry.phone
  return [{ column: columns['phone'] ?? null, message: shortenedSentence(phone) }]
}

const LIMITS: readonly (readonly [EnquiryText, number])[] = ENQUIRY_TEXTS.map((field) => [
  field,
  Number(Object(EnquiryFields[field]).maxLength),
])

/** The texts of a row by field, and which column each came from. Loops and no closures: V8 forgets what it compiled of those. */
const gather = (cells: readonly string[], { texts, columnOf }: Layout) => {
  const enquiry: Partial<Record<EnquiryText, string>> = {}
  const columns = { ...columnOf }
  let [first, last] = ['', '']
  for (const [column, field] of texts) {
    const text = textOf(cells[column], KINDS.get(field))
    if (text === '') continue
    if (field === 'first_name') first = joined(first, ' ', text)
    else if (field === 'last_name') last = joined(last, ' ', text)
    else {
      const before = enquiry[field]
      if (before === undefined) {
        enquiry[field] = text
        columns[field] = column
      } else {
        const joint = JOINTS.get(field)
        if (joint !== undefined) enquiry[field] = joined(before, joint, text)
      }
    }
  }
  const parts = joined(first, ' ', last)
  if (parts !== '') enquiry.name ??= parts
  return { enquiry, columns }
}

/** Of the other fields the first column that says anything counts. */
const JOINTS: ReadonlyMap<EnquiryText, string> = new Map([
  ['message', '\n'],
  ['address', ', '],
  ['name', ' '],
])
const joined = (one: string, joint: string, other: string) => (one && other ? one + joint + other : one || other)

/** A cell as it reads: on one line with single spaces, unless it is of another kind. */
const textOf = (cell: string | undefined, clean = cleanCell) => clean(asWritten(cell ?? '')).trim()
const cleanCell = (text: string) => {
  const line = cleanLine(text)
  return /\s\s|[^\S ]/.test(line) ? line.replace(/\s+/g, ' ') : line
}
const KINDS: ReadonlyMap<TextField, (text: string) => string> = new Map([
  ['message', cleanLines],
  ['email', cleanAddress],
])

const utm = (cells: readonly string[], layout: Layout) => {
  const said: Partial<Record<UtmName, string>> = {}
  for (const [column, name] of layout.utm) {
    const text = textOf(cells[column]).slice(0, 300)
    if (text !== '' && text.isWellFormed() && !text.includes('\0')) said[name] = text
  }
  return Object.keys(said).length > 0 ? { utm: said } : {}
}

/** Product columns pair with quantity columns in their order; without a quantity it is one. */
const readProducts = (cells: readonly string[], layout: Layout) => {
  const products: { product_name: string; quantity: number }[] = []
  const reasons: Reason[] = []
  for (const [at, column] of layout.products.entries()) {
    const product_name = textOf(cells[column])
    if (product_name === '') continue
    if (product_name.length > 300 || product_name.includes('\0') || !product_name.isWellFormed()) {
      reasons.push({ column, message: 'Product name is too long or has a character that can’t be stored' })
      continue
    }
    const quantityColumn = layout.quantities[at]
    const text = quantityColumn === undefined ? '' : textOf(cells[quantityColumn])
    const quantity = text === '' ? 1 : readQuantity(text)
    if (quantity === undefined)
      reasons.push({
        column: quantityColumn ?? null,
        message: 'Quantity must be a whole number from 1 to 1,000,000,000',
      })
    else products.push({ product_name, quantity })
  }
  return { products: products.slice(0, 100), reasons }
}

/** `1,200`, `1.200`, `1 200 pcs`, `12.0`, `1,200.00`: a whole number however it is written; undefined for any other. */
export const readQuantity = (text: string): number | undefined => {
  const [, number = ''] = /^(\d[\d.,'’\s]{0,20}?)\s*(?:[\p{L}.²³]{1,12})?$/u.exec(text.trim()) ?? []
  const whole = number.replace(/[.,]0{1,2}$/, '')
  const grouped = /^\d{1,3}(?:[.,'’\s]\d{3})+$/.test(whole)
  const plain = grouped ? whole.replace(/\D/g, '') : whole
  const quantity = /^\d+$/.test(plain) ? Number(plain) : 0
  return quantity >= 1 && quantity <= 1_000_000_000 ? quantity : undefined
}

/** By the rules of every enquiry; what one field breaks does not hide what another does. */
const normalised = (enquiry: Enquiry, columns: Partial<Record<string, number>>, reasons: Reason[]) => {
  const rest: Record<string, unknown> & Enquiry = { ...enquiry }
  if (rest.name === '') reasons.push({ column: columns['name'] ?? null, message: 'Enter a name' })
  for (;;)
    try {
      return normaliseEnquiry(rest)
    } catch (error) {
      const [wrong] = error instanceof UserError ? (error.errors ?? []) : []
      if (!wrong) throw error
      reasons.push({ column: columns[wrong.field] ?? null, message: wrong.message })
      // Taken away, so that the next one shows; nobody is told of a missing address that is only misspelt.
      if (!rest[wrong.field]) return undefined
      delete rest[wrong.field]
      if ((wrong.field === 'email' || wrong.field === 'phone') && !rest.email && !canBeDialled(rest.phone ?? ''))
        return undefined
    }
}
