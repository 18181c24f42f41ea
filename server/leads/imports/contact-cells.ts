import { notAnEmail, type SentFurther } from '#server/leads/intake/further.ts'
import { isShortened, shortenedSentence } from '#server/kit/spreadsheet-number.ts'
import { canBeDialled } from '#server/platform/contact-details/reachable.ts'
import { readEmails, readPhones } from '#server/platform/contact-details/several.ts'
import type { Reason } from '#server/platform/imports/spec.ts'

/** A cell with an email or a phone, or several of them. */
export interface ContactCell {
  column: number
  text: string
}

interface ReadCells {
  /** The first good value; a cell that nothing can be made of only where there is no better one. */
  first: ContactCell | undefined
  /** All others, each with the header of its column unless that is the first one's. */
  further: SentFurther[]
  notes: Reason[]
}

/** What may be more than one value. Any other single cell is read once, with the enquiry. */
const BETWEEN = /[;,|<:/\n\r\t]/
const mayBeSeveral = (text: string) => BETWEEN.test(text) || (text.includes(' ') && text.includes('@'))

const LONGEST_LABEL = 60

type Value = ContactCell & { good: boolean }

const readCells = (
  kind: SentFurther['kind'],
  cells: readonly ContactCell[],
  valuesIn: (cell: ContactCell, notes: Reason[]) => Value[],
  names: readonly string[],
): ReadCells => {
  const [only, another] = cells
  if (!only || (another === undefined && !mayBeSeveral(only.text))) return { first: only, further: [], notes: [] }
  const notes: Reason[] = []
  const values = cells.flatMap((cell) => valuesIn(cell, notes))
  const first = values.find(({ good }) => good) ?? values[0]
  const further = values
    .filter((each) => each !== first && each.good)
    .map(({ column, text }) => ({
      kind,
      value: text,
      label: column === first?.column ? null : (names[column] ?? '').slice(0, LONGEST_LABEL),
    }))
  for (const { column, text, good } of values)
    if (!good && column !== first?.column)
      notes.push({ column, message: isShortened(text) ? shortenedSentence(text) : TOO_FEW_DIGITS })
  return { first, further, notes }
}
const TOO_FEW_DIGITS = 'Enter a phone number with at least 6 digits'

/** Nothing of a cell without an address is one; where no cell has one, the first is told as it is. */
export const readEmailCells = (cells: readonly ContactCell[], names: readonly string[]): ReadCells =>
  readCells(
    'email',
    cells,
    ({ column, text }, notes) => {
      const { found, unread } = readEmails(text)
      const wrong = found.length === 0 ? [text] : unread
      if (wrong[0] !== undefined) notes.push({ column, message: notAnEmail(wrong[0]) })
      return found.map(({ email }) => ({ column, text: email, good: true }))
    },
    names,
  )

export const readPhoneCells = (
  cells: readonly ContactCell[],
  names: readonly string[],
  country: string | undefined,
): ReadCells =>
  readCells(
    'phone',
    cells,
    ({ column, text }) =>
      readPhones(text, country).map(({ sent, phone }) => ({
        column,
        text: sent,
        good: phone !== null || (canBeDialled(sent) && !isShortened(sent)),
      })),
    names,
  )
