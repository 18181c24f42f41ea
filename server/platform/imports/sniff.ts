import { IMPORT_SEPARATORS, type ImportEncoding } from '#contract/platform/import-reading.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'
import { badField } from '#server/kit/errors.ts'
import { BEGINNING, readRows, type Dialect } from './reader.ts'

/** What files that are no table of text begin with, and what to tell whoever chose one. */
const NOT_TEXT: readonly (readonly [beginning: string, sentence: string])[] = [
  ['PK\x03\x04', 'This is an Excel workbook or a zip archive. Open it, save it as “CSV UTF-8”, and choose that file.'],
  ['\xd0\xcf\x11\xe0', 'This is an old Excel workbook. Open it, save it as “CSV UTF-8”, and choose that file.'],
  ['%PDF', 'This is a PDF. Choose a CSV file: most programs can save or export a table as one.'],
  ['\x1f\x8b', 'This file is compressed. Unpack it and choose the CSV file inside.'],
]

export const refuseOtherFiles = (head: Buffer) => {
  const text = head.toString('latin1', 0, 8)
  const sentence = NOT_TEXT.find(([beginning]) => text.startsWith(beginning))?.[1]
  if (sentence) throw badField('file', sentence)
}

const SAMPLE_ROWS = 50

/** The first rows of a file as the dialect reads them. */
export const sampleRows = async (head: Buffer, dialect: Dialect) => {
  const { rows } = await readRows(
    async (offset, length) => head.subarray(offset, offset + length),
    dialect,
    BEGINNING,
    SAMPLE_ROWS,
  )
  // The last row of the beginning may be half of one.
  return rows.filter(({ problem }) => problem === undefined).map(({ cells }) => cells)
}

/** The separator by which the first rows fall into the most columns, most alike. */
export const separatorOf = async (head: Buffer, encoding: ImportEncoding) => {
  let best: { separator: Dialect['separator']; score: number } = { separator: ',', score: 0 }
  for (const separator of IMPORT_SEPARATORS) {
    const widths = (await sampleRows(head, { encoding, separator })).map((cells) => cells.length)
    const usual = mostFrequent(widths)
    const alike = widths.filter((width) => width === usual).length / Math.max(widths.length, 1)
    const score = usual > 1 ? alike * alike * Math.log2(usual) : 0
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

const mostFrequent = (numbers: readonly number[]) => {
  const times = new Map<number, number>()
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1)
  return [...times].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0
}

/** Whether the first row names the columns rather than being a row itself: names hold no address and no number. */
export const looksLikeHeader = (cells: readonly string[]) =>
  !cells.some((cell) => parseEmail(cell.trim()) !== undefined || /^\+?[\d\s()/.-]{6,}$/.test(cell.trim()))
