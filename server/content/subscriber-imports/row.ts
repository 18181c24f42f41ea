import type { SubscriberImportField } from '#contract/content/subscriber-imports.ts'
import { SUBSCRIBER_LIMITS } from '#contract/content/subscribers.ts'
import { cleanAddress, cleanLine } from '#server/kit/clean-text.ts'
import { asWritten } from '#contract/kit/spreadsheet-guard.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'
import { NOT_STORABLE, unreadable } from '#server/platform/imports/cells.ts'
import type { FileRow } from '#server/platform/imports/reader.ts'
import type { ReadRow, Reason } from '#server/platform/imports/spec.ts'

/** A row as a subscriber that could be stored. */
export interface ImportedSubscriber {
  email: string
  name: string
  locale: string | null
  note: string
  /** The day on which they agreed, where the file says it. */
  agreedOn: string | null
  /** What proves it: how the file says that they agreed, or the declaration. */
  wording: string
}

type Fields = readonly (SubscriberImportField | null)[]
const LIMITS: Readonly<Record<SubscriberImportField, number>> = {
  email: 254,
  name: SUBSCRIBER_LIMITS.name,
  locale: 35,
  note: SUBSCRIBER_LIMITS.note,
  consent_at: 60,
  consent_source: 300,
}

export const NO_CONSENT =
  'It doesn’t say when and through what they agreed. Choose these columns, or declare it for all rows.'
const BAD_DAY = 'Write the day on which they agreed as YYYY-MM-DD. It can’t be in the future.'

/** Reads rows by the fields that their columns hold. Everything that is wrong is told at once. */
export const readSubscriber =
  (fields: Fields, declaration: string, today: string) =>
  ({ row, cells }: FileRow): ReadRow<ImportedSubscriber> => {
    const matched = fields.flatMap((field, column) => (field === null ? [] : column))
    const reasons: Reason[] = unreadable(cells, matched)
    const texts: Partial<Record<SubscriberImportField, string>> = {}
    for (const column of matched) {
      const field = fields[column]
      if (!field || texts[field]) continue
      const text = textOf(cells[column] ?? '', field)
      if (text.includes('\0') || !text.isWellFormed()) reasons.push({ column, message: NOT_STORABLE })
      else if (text.length > LIMITS[field])
        reasons.push({ column, message: `It is longer than ${LIMITS[field]} characters` })
      else texts[field] = text
    }
    const columnOf = (field: SubscriberImportField) => {
      const column = fields.indexOf(field)
      return column < 0 ? null : column
    }
    const address = parseEmail(texts.email ?? '')
    if (!address) reasons.push({ column: columnOf('email'), message: 'Enter an email address like name@example.com' })
    const agreedOn = texts.consent_at ? dayOf(texts.consent_at, today) : null
    if (agreedOn === undefined) reasons.push({ column: columnOf('consent_at'), message: BAD_DAY })
    const proven = agreedOn && texts.consent_source
    if (agreedOn !== undefined && !proven && !declaration)
      reasons.push({ column: columnOf('consent_at'), message: NO_CONSENT })
    if (!address || agreedOn === undefined || reasons.length) return { row, cells, reasons }
    const { name = '', locale = '', note = '' } = texts
    return {
      row,
      cells,
      notes: [],
      item: {
        email: address.email,
        name,
        locale: /^[A-Za-z0-9-]+$/.test(locale) ? locale : null,
        note,
        agreedOn,
        wording: proven ? `Agreed on ${agreedOn} through ${texts.consent_source}` : declaration,
      },
    }
  }

const textOf = (cell: string, field: SubscriberImportField) => {
  const text = asWritten(cell)
  return (field === 'email' ? cleanAddress(text) : cleanLine(text).replace(/\s+/g, ' ')).trim()
}

/** The day of `2026-05-03`, `2026-05-03 10:12`, `2026-05-03T10:12:00Z` or `03.05.2026`; undefined for any other, and for one to come. */
const dayOf = (text: string, today: string): string | undefined => {
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(?:[T ].{0,30})?$/.exec(text) ?? []
  const [, dd, mm, yyyy] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  const day = iso ?? (yyyy && `${yyyy}-${(mm ?? '').padStart(2, '0')}-${(dd ?? '').padStart(2, '0')}`)
  if (!day || day > today || day < '1990-01-01') return undefined
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? undefined : day
}
