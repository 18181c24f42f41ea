import { ENQUIRY_TEXTS, EnquiryFields, type EnquiryText, type UtmName } from '#contract/leads/enquiry-fields.ts'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import { normaliseEnquiry, type Enquiry, type NormalEnquiry } from '#server/leads/intake/enquiry.ts'
import { countryCode } from '#server/platform/contact-details/countries.ts'
import { canBeDialled } from '#server/platform/contact-details/reachable.ts'
import { cleanAddress, cleanLine, cleanLines, cleanPostal } from '#server/kit/clean-text.ts'
import { isShortened, shortenedSentence, withoutZeroDecimal } from '#server/kit/spreadsheet-number.ts'
import { UserError } from '#server/kit/errors.ts'
import { NOT_STORABLE, unreadable } from '#server/platform/imports/cells.ts'
import { isBlankSign, isPlaceholder } from '#server/platform/imports/placeholders.ts'
import type { FileRow } from '#server/platform/imports/reader.ts'
import type { ReadRow, Reason } from '#server/platform/imports/spec.ts'
import { readEmailCells, readPhoneCells, type ContactCell } from './contact-cells.ts'
import { readHandling, type Handling } from './handling.ts'
import type { Layout, TextField } from './layout.ts'
import { addToMessage } from './to-message.ts'

/** A row as a lead that could be stored. */
export interface ImportedLead {
  normal: NormalEnquiry
  handling: Handling
  products: readonly { product_name: string; quantity: number }[]
  external_id: string | null
  /** The column that a note on its products is about. */
  productColumn: number | null
}

/**
 * Reads rows by the fields that their columns hold. A cell that can’t be read costs the cell: it is left out with a note, and the lead
 * comes in as long as it has a name and can be reached. Everything that is wrong is told at once.
 */
export const readEnquiry = ({ row, cells }: FileRow, layout: Layout): ReadRow<ImportedLead> => {
  const { enquiry, columns, emails, phones, empty } = gather(cells, layout)
  const reasons: Reason[] = unreadable(cells, layout.matched)
  const notes: Reason[] = []
  const products = readProducts(cells, layout, notes, empty)
  const external_id = readExternalId(cells, layout, notes, empty)
  const further = readContacts({ emails, phones }, layout, { enquiry, columns, notes })
  for (const [field, limit] of LIMITS) {
    const text = enquiry[field]
    if (text === undefined) continue
    const storable = !text.includes('\0') && text.isWellFormed()
    if (storable && text.length <= limit) continue
    const message = storable ? `It is longer than ${limit.toLocaleString('en')} characters` : NOT_STORABLE
    ;(field === 'name' ? reasons : notes).push({ column: columns[field] ?? null, message })
    delete enquiry[field]
  }
  const handling = readHandling(cells, layout.handling, layout.known, { notes, empty })
  addToMessage(enquiry, cells, layout, { notes, empty })
  if (enquiry.company !== undefined && isPlaceholder(enquiry.name ?? '')) delete enquiry.name
  const { name = '', ...others } = enquiry
  const normal = normalised(
    { ...others, name, ...further, ...utm(cells, layout), tags: handling.tags },
    layout.phoneCountry,
    {
      columns,
      reasons,
      notes,
    },
  )
  return normal === undefined || reasons.length
    ? { row, cells, reasons: [...reasons, ...notes] }
    : {
        row,
        cells,
        item: { normal, products, handling, external_id, productColumn: layout.products[0] ?? null },
        notes,
        empty,
      }
}

const LIMITS: readonly (readonly [EnquiryText, number])[] = ENQUIRY_TEXTS.map((field) => [
  field,
  Number(Object(EnquiryFields[field]).maxLength),
])

/**
 * The texts of a row by field, which column each came from, and columns that hold a placeholder. Loops and no closures: V8 forgets what it
 * compiled of those.
 */
const gather = (cells: readonly string[], { texts, columnOf }: Layout) => {
  const enquiry: Partial<Record<EnquiryText, string>> = {}
  const columns = { ...columnOf }
  const empty: number[] = []
  const [emails, phones]: [ContactCell[], ContactCell[]] = [[], []]
  let [first, last] = ['', '']
  for (const [column, field] of texts) {
    const text = textOf(cells[column], KINDS.get(field))
    if (text === '') continue
    // There are people who are called None and Null.
    if (NAMES.has(field) ? isBlankSign(text) : isPlaceholder(text)) empty.push(column)
    else if (field === 'email') emails.push({ column, text })
    else if (field === 'phone') phones.push({ column, text })
    else if (field === 'first_name') first = joined(first, ' ', text)
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
  return { enquiry, columns, emails, phones, empty }
}
const NAMES: ReadonlySet<TextField> = new Set(['name', 'first_name', 'last_name'])

/** Puts the first good email and phone into the enquiry; answers the others. */
const readContacts = (
  { emails, phones }: Record<'emails' | 'phones', readonly ContactCell[]>,
  { names, phoneCountry }: Layout,
  { enquiry, columns, notes }: { enquiry: Texts; columns: Partial<Record<EnquiryText, number>>; notes: Reason[] },
) => {
  const read = {
    email: readEmailCells(emails, names),
    phone: readPhoneCells(phones, names, countryCode(enquiry.country ?? '') ?? phoneCountry ?? undefined),
  }
  for (const field of ['email', 'phone'] as const) {
    const { first, notes: own } = read[field]
    notes.push(...own)
    if (!first) continue
    enquiry[field] = first.text
    columns[field] = first.column
  }
  const further = [...read.email.further, ...read.phone.further]
  return further.length > 0 ? { further } : {}
}
type Texts = Partial<Record<EnquiryText, string>>

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
  ['phone', cleanLines],
  ['address', (text) => cleanPostal(text).replace(/\s+/g, ' ')],
])

const utm = (cells: readonly string[], layout: Layout) => {
  const said: Partial<Record<UtmName, string>> = {}
  for (const [column, name] of layout.utm) {
    const text = textOf(cells[column]).slice(0, 300)
    if (text !== '' && text.isWellFormed() && !text.includes('\0')) said[name] = text
  }
  return Object.keys(said).length > 0 ? { utm: said } : {}
}

/** Product columns pair with quantity columns in their order; without a quantity that can be read it is one. */
const readProducts = (cells: readonly string[], layout: Layout, notes: Reason[], empty: number[]) => {
  const products: { product_name: string; quantity: number }[] = []
  for (const [at, column] of layout.products.entries()) {
    const product_name = textOf(cells[column])
    if (product_name === '') continue
    if (isPlaceholder(product_name)) {
      empty.push(column)
      continue
    }
    if (product_name.length > 300 || product_name.includes('\0') || !product_name.isWellFormed()) {
      notes.push({ column, message: 'Product name is too long or has a character that can’t be stored' })
      continue
    }
    products.push({ product_name, quantity: quantityIn(cells, layout.quantities[at], notes, empty) })
  }
  return products.slice(0, 100)
}

const LONGEST_ID = 100

/** The first that says something: as it is written, but for the decimals of a spreadsheet. */
const readExternalId = (cells: readonly string[], layout: Layout, notes: Reason[], empty: number[]) => {
  for (const column of layout.externalIds) {
    const text = withoutZeroDecimal(textOf(cells[column]))
    if (text === '') continue
    if (isPlaceholder(text)) empty.push(column)
    else if (isShortened(text)) notes.push({ column, message: shortenedSentence(text) })
    else if (text.includes('\0') || !text.isWellFormed()) notes.push({ column, message: NOT_STORABLE })
    else if (text.length > LONGEST_ID) notes.push({ column, message: `It is longer than ${LONGEST_ID} characters` })
    else return text
  }
  return null
}

const quantityIn = (cells: readonly string[], column: number | undefined, notes: Reason[], empty: number[]) => {
  const text = column === undefined ? '' : textOf(cells[column])
  if (column === undefined || text === '') return 1
  if (isPlaceholder(text)) empty.push(column)
  const quantity = isPlaceholder(text) ? 1 : readQuantity(text)
  if (quantity === undefined) notes.push({ column, message: 'Quantity must be a whole number from 1 to 1,000,000,000' })
  return quantity ?? 1
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

/** By the rules of every enquiry. What one field breaks is left out, unless the lead could not be reached then; so it does not hide what another breaks. */
const normalised = (
  enquiry: Enquiry,
  phoneCountry: string | null,
  { columns, reasons, notes }: { columns: Partial<Record<string, number>>; reasons: Reason[]; notes: Reason[] },
) => {
  const rest: Record<string, unknown> & Enquiry = { ...enquiry }
  if (rest.name === '' && !rest.company)
    reasons.push({ column: columns['name'] ?? null, message: 'Enter a name or a company' })
  for (;;)
    try {
      return normaliseEnquiry(rest, phoneCountry)
    } catch (error) {
      const [wrong] = error instanceof UserError ? (error.errors ?? []) : []
      if (!wrong) throw error
      const missing = !rest[wrong.field]
      ;(missing ? reasons : notes).push({ column: columns[wrong.field] ?? null, message: wrong.message })
      if (missing) return undefined
      delete rest[wrong.field]
      // Nobody is told of a missing address that is only misspelt.
      if ((wrong.field === 'email' || wrong.field === 'phone') && !rest.email && !canBeDialled(rest.phone ?? ''))
        return undefined
    }
}
