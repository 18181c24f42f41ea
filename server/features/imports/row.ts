import type { ImportField } from '#contract/imports.ts'
import { ENQUIRY_TEXTS, EnquiryFields, type EnquiryText } from '#contract/lead.ts'
import { asWritten } from '#server/domain/csv.ts'
import { normaliseEnquiry, type Enquiry, type NormalEnquiry } from '#server/domain/enquiry.ts'
import { UserError } from '#server/kit/errors.ts'
import type { FileRow } from './reader.ts'

/** What is wrong with a row; `column` counts from 0, and is null where it is about the row as a whole. */
export interface Reason {
  column: number | null
  message: string
}

/** A row as a lead that could be stored, or why it could not. */
export type ReadRow =
  | { row: number; cells: readonly string[]; reasons: readonly Reason[] }
  | { row: number; cells: readonly string[]; lead: ImportedLead }

export interface ImportedLead {
  normal: NormalEnquiry
  products: readonly { product_name: string; quantity: number }[]
}

type Fields = readonly (ImportField | null)[]

/** Reads rows by the fields that their columns hold. Everything that is wrong is told at once. */
export const readEnquiry = ({ row, cells, problem }: FileRow, fields: Fields): ReadRow => {
  const no = (reasons: readonly Reason[]): ReadRow => ({ row, cells, reasons })
  if (problem !== undefined) return no([{ column: null, message: problem }])
  if (cells.slice(fields.length).some((cell) => cell.trim() !== ''))
    return no([{ column: null, message: tooWide(cells.length, fields.length) }])

  const { enquiry, columns } = gather(cells, fields)
  const { products, reasons } = readProducts(cells, fields)
  for (const [field, limit] of LIMITS) {
    const text = enquiry[field]
    if (text === undefined) continue
    if (text.includes('\0') || !text.isWellFormed()) {
      reasons.push({ column: columns[field] ?? null, message: 'There is a character in it that cannot be stored' })
      delete enquiry[field]
    } else if (text.length > limit) {
      reasons.push({
        column: columns[field] ?? null,
        message: `It is longer than ${limit.toLocaleString('en')} characters`,
      })
      delete enquiry[field]
    }
  }
  const { name = '', ...others } = enquiry
  const normal = normalised({ ...others, name, ...utm(cells, fields) }, columns, reasons)
  return normal === undefined || reasons.length ? no(reasons) : { row, cells, lead: { normal, products } }
}

const tooWide = (cells: number, columns: number) =>
  `It has ${cells} cells and there are ${columns} columns: a text that holds the separator has to stand in quotation marks`

const LIMITS: readonly (readonly [EnquiryText, number])[] = ENQUIRY_TEXTS.map((field) => [
  field,
  Number(Object(EnquiryFields[field]).maxLength),
])

/** The texts of a row by field, and which column each came from. */
const gather = (cells: readonly string[], fields: Fields) => {
  const enquiry: Partial<Record<EnquiryText, string>> = {}
  const columns: Partial<Record<EnquiryText, number>> = {}
  const put = (field: EnquiryText, text: string, column: number, joint?: string) => {
    columns[field] ??= column
    if (text === '') return
    const before = enquiry[field]
    if (before === undefined) {
      enquiry[field] = text
      columns[field] = column
    } else if (joint !== undefined) {
      enquiry[field] = before + joint + text
    }
  }
  const names: { first: string[]; last: string[] } = { first: [], last: [] }
  fields.forEach((field, column) => {
    const cell = textOf(cells[column])
    switch (field) {
      case null:
      case 'product':
      case 'quantity':
      case 'utm_source':
      case 'utm_medium':
      case 'utm_campaign':
      case 'utm_term':
      case 'utm_content':
        return
      case 'first_name':
      case 'last_name':
        columns.name ??= column
        if (cell) names[field === 'first_name' ? 'first' : 'last'].push(onOneLine(cell))
        return
      case 'message':
        return put(field, cell, column, '\n')
      case 'address':
        return put(field, onOneLine(cell), column, ', ')
      case 'name':
        return put(field, onOneLine(cell), column, ' ')
      default:
        return put(field, onOneLine(cell), column)
    }
  })
  const parts = [...names.first, ...names.last].join(' ')
  if (parts) enquiry.name ??= parts
  return { enquiry, columns }
}

const textOf = (cell: string | undefined) => asWritten(cell ?? '').trim()
const onOneLine = (text: string) => text.replace(/\s+/g, ' ')

const utm = (cells: readonly string[], fields: Fields) => {
  const pairs = fields.flatMap((field, column) => {
    const text = onOneLine(textOf(cells[column])).slice(0, 300)
    return field?.startsWith('utm_') && text !== '' && text.isWellFormed() && !text.includes('\0')
      ? [[field, text]]
      : []
  })
  return pairs.length ? { utm: Object.fromEntries(pairs) } : {}
}

/** Product columns pair with quantity columns in their order; without a quantity it is one. */
const readProducts = (cells: readonly string[], fields: Fields) => {
  const of = (wanted: ImportField) => fields.flatMap((field, column) => (field === wanted ? [column] : []))
  const quantities = of('quantity')
  const reasons: Reason[] = []
  const products = of('product').flatMap((column, at) => {
    const product_name = onOneLine(textOf(cells[column]))
    if (product_name === '') return []
    if (product_name.length > 300 || product_name.includes('\0') || !product_name.isWellFormed()) {
      reasons.push({ column, message: 'It is no product’s name: too long, or with a character that cannot be stored' })
      return []
    }
    const quantityColumn = quantities[at]
    const text = quantityColumn === undefined ? '' : textOf(cells[quantityColumn])
    const quantity = text === '' ? 1 : readQuantity(text)
    if (quantity === undefined) {
      reasons.push({ column: quantityColumn ?? null, message: 'It is no whole number from 1 to 1,000,000,000' })
      return []
    }
    return [{ product_name, quantity }]
  })
  return { products: products.slice(0, 100), reasons }
}

/** `1,200`, `1.200`, `1 200 pcs`, `12.0`: a whole number however it is written; undefined for any other. */
export const readQuantity = (text: string): number | undefined => {
  const [, number = ''] = /^(\d[\d.,'’\s]{0,20}?)\s*(?:[\p{L}.²³]{1,12})?$/u.exec(text.trim()) ?? []
  const grouped = /^\d{1,3}(?:[.,'’\s]\d{3})+$/.test(number)
  const plain = grouped ? number.replace(/\D/g, '') : number.replace(/[.,]0{1,2}$/, '')
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
      if (wrong.field === 'email' && !rest.phone) return undefined
    }
}
