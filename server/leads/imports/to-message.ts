import { EnquiryFields } from '#contract/leads/enquiry-fields.ts'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import { cleanLines } from '#server/kit/clean-text.ts'
import { NOT_STORABLE } from '#server/platform/imports/cells.ts'
import { isPlaceholder } from '#server/platform/imports/placeholders.ts'
import type { Reason } from '#server/platform/imports/spec.ts'

interface Columns {
  toMessage: readonly number[]
  names: readonly string[]
}

const LONGEST = Number(Object(EnquiryFields.message).maxLength)

/**
 * Puts cells of columns that no field takes below the message, each as `Header: value`. A line that the message has no room for is
 * left out with a note, and the others stay whole.
 */
export const addToMessage = (
  enquiry: { message?: string },
  cells: readonly string[],
  { toMessage, names }: Columns,
  { notes, empty }: { notes: Reason[]; empty: number[] },
) => {
  for (const column of toMessage) {
    const text = cleanLines(asWritten(cells[column] ?? '')).trim()
    if (text === '') continue
    if (isPlaceholder(text)) {
      empty.push(column)
      continue
    }
    if (text.includes('\0') || !text.isWellFormed()) {
      notes.push({ column, message: NOT_STORABLE })
      continue
    }
    const name = names[column]?.trim()
    const line = name ? `${name}: ${text}` : text
    const message = enquiry.message === undefined ? line : `${enquiry.message}\n${line}`
    if (message.length > LONGEST) notes.push({ column, message: TOO_LONG })
    else enquiry.message = message
  }
}
const TOO_LONG = `The message would be longer than ${LONGEST.toLocaleString('en')} characters`
