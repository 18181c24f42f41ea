import { IMPORT_SEPARATORS, type ImportEncoding } from '#contract/platform/import-reading.ts'
import { parseEmail } from '#server/platform/contact-details/email-address.ts'
import { badField } from '#server/kit/errors.ts'
import { BEGINNING, readRows, type Dialect } from './reader.ts'

/* oxlint-disable no-control-regex -- these are the first bytes of files */
/** What files that are no table begin with, and what to tell people who chose one. */
const NOT_TEXT: readonly (readonly [beginning: RegExp, sentence: string])[] = [
  [
    /^PK\x03\x04.{26}mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/s,
    'This is an OpenDocument spreadsheet. Give its name the ending .ods, and choose it again.',
  ],
  [
    /^PK\x03\x04.{26}(?:mimetypeapplication\/vnd\.oasis|word\/|ppt\/)/s,
    'This is a document, not a table. Choose a CSV or Excel file.',
  ],
  [/^PK\x03\x04/, 'This is an Excel workbook or a zip archive. Open it, save it as “CSV UTF-8”, and choose that file.'],
  [/^\xd0\xcf\x11\xe0/, asTable('an old Excel workbook (.xls)')],
  [/^%PDF/, 'This is a PDF. Choose a CSV file: most programs can save or export a table as one.'],
  [
    /^(?:\x1f\x8b|Rar!|7z\xbc\xaf|BZh\d|\xfd7zXZ)/,
    'This file is compressed. Unpack it and choose the CSV file inside.',
  ],
  [
    /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP|II\*\0|MM\0\*|.{4}ftyp(?:heic|heix|mif1|avif))/s,
    'This is an image. Choose a CSV file.',
  ],
  [/^SQLite format 3/, 'This is a database. Export the table as CSV, and choose that file.'],
]
/* oxlint-enable no-control-regex */

function asTable(what: string) {
  return `This is ${what}. Open it, save it as “CSV UTF-8”, and choose that file.`
}

/** The same for files of text. */
const NOT_TABLES: readonly (readonly [beginning: RegExp, sentence: string])[] = [
  [/^(?:<!doctype html|<(?:html|head|body|table|meta|script|div)\b)/i, asTable('a web page (HTML)')],
  [/^<svg\b/i, 'This is an image. Choose a CSV file.'],
  [/^<\?xml/i, asTable('an XML file')],
  [
    /^(?:\{\s{0,20}(?:"[^"]{0,200}"\s{0,20}:|\})|\[\s{0,20}(?:[[{\]]|"[^"]{0,200}"\s{0,20}[,\]]))/,
    'This is a JSON file. Export the table as CSV, and choose that file.',
  ],
  [/^\{\\rtf/, 'This is a text document (RTF). Choose a CSV file.'],
  [/^BEGIN:VCARD/i, 'This is a vCard file. Give its name the ending .vcf, and choose it again.'],
  [/^BEGIN:VCALENDAR/i, 'This is a calendar (.ics). Choose a CSV file.'],
]

/** Refuses what is not a table, by what it is. */
export const refuseOtherFiles = (head: Buffer) => {
  const bytes = head.toString('latin1', 0, 200)
  // UTF-16 has a zero in each Latin letter; a mark may stand before it.
  const text = head
    .toString('latin1', 0, 1_000)
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart()
  const sentence =
    NOT_TEXT.find(([beginning]) => beginning.test(bytes))?.[1] ??
    NOT_TABLES.find(([beginning]) => beginning.test(text))?.[1]
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
  return rows.filter(({ problem }) => problem === undefined)
}

/** The separator by which the first rows fall into the most columns, most alike. */
export const separatorOf = async (head: Buffer, encoding: ImportEncoding) => {
  let best: { separator: Dialect['separator']; score: number } = { separator: ',', score: 0 }
  for (const separator of IMPORT_SEPARATORS) {
    const widths = (await sampleRows(head, { encoding, separator })).map(({ cells }) => cells.length)
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
