import type { ImportEncoding, ImportSeparator } from '#contract/platform/import-reading.ts'

/** How a file has to be read. */
export interface Dialect {
  encoding: ImportEncoding
  separator: ImportSeparator
}

/** A place in a file: how many bytes lie before it, and the number of the row that begins there. */
export interface Position {
  offset: number
  row: number
}
export const BEGINNING: Position = { offset: 0, row: 1 }

export interface FileRow {
  /** As a spreadsheet counts: the first is 1, empty ones count. */
  row: number
  cells: readonly string[]
  /** Why its cells cannot be told apart; then there are none. */
  problem?: string
}

/** The file's bytes from there on, at most so many; fewer only at its end. */
export type ReadBytes = (offset: number, length: number) => Promise<Buffer>

/** Rows of a file, empty ones left out, and where to go on. */
export interface Rows {
  rows: FileRow[]
  next: Position
  done: boolean
}

const WINDOW = 64 * 1024
/** No row that a person wrote is longer, and whoever reads it has to hold it in memory. */
const LONGEST_ROW = 256 * 1024
/** At most so much is read at once, however short its rows are. */
const MOST_BYTES = 2 * 1024 * 1024

/**
 * Reads up to `most` rows from a place on. Nothing is kept from one call to the next, so that any process can go on
 * where another one stopped. A row whose quotation never ends, or that is far too long, costs itself alone: reading
 * goes on with the next line.
 */
export const readRows = async (read: ReadBytes, dialect: Dialect, from: Position, most: number): Promise<Rows> => {
  const { start, row: first } =
    from.offset === 0 ? await beginningOf(read, dialect.encoding) : { start: from.offset, row: from.row }
  const found: { row: number; cells: readonly string[]; end: number }[] = []
  const full = () => found.length >= most
  // With the first file: a server that imports none does without.
  const { parse } = await import('csv-parse')
  const parser = parse({
    delimiter: dialect.separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
    on_record: (cells: string[], { bytes }) => {
      if (!full()) found.push({ row: first + found.length, cells, end: bytes })
      return null
    },
  })
  // What goes wrong is told to whoever wrote it in.
  parser.on('error', () => undefined)

  const text = new Decoded(dialect.encoding)
  let offset = start
  let ended = false
  let broken = false
  while (!full() && !ended && !broken && offset - start < MOST_BYTES) {
    const bytes = await read(offset, WINDOW)
    offset += bytes.length
    ended = bytes.length < WINDOW
    broken = !(await fits((done) => parser.write(text.add(bytes, ended), done)))
    if (ended && !broken) broken = !(await fits((done) => parser.end(done)))
  }
  parser.destroy()

  const last = found.at(-1)
  if (last === undefined && !(ended && !broken)) return afterBrokenRow(read, dialect, { offset: start, row: first })
  const rows = found.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const next = {
    offset: last === undefined ? offset : start + text.bytesBefore(last.end),
    row: first + found.length,
  }
  const done = ended && !broken && !full()
  return { rows: rows.map(({ row, cells }) => ({ row, cells })), next, done }
}

const fits = (step: (done: (error?: Error | null) => void) => void) =>
  new Promise<boolean>((resolve) => step((error) => resolve(!error)))

/**
 * What has been decoded, and where in the file it stood: the parser counts bytes of UTF-8. Where letters take one byte or several,
 * a row's end is found by counting line ends, which every such encoding has as a byte of their own.
 */
class Decoded {
  readonly #decoder: TextDecoder | undefined
  readonly #unit: number
  readonly #pieces: { raw: Buffer; text: string; bytes: Buffer }[] = []

  constructor(encoding: ImportEncoding) {
    // UTF-8 goes through as it is, so that a byte that is none counts as one.
    this.#decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding, { ignoreBOM: true })
    this.#unit = unitOf(encoding)
  }

  add(raw: Buffer, last: boolean): Buffer {
    if (!this.#decoder) return raw
    const text = this.#decoder.decode(raw, { stream: !last })
    const bytes = Buffer.from(text)
    this.#pieces.push({ raw, text, bytes })
    return bytes
  }

  /** How many bytes of the file the first `length` bytes of its UTF-8 are. */
  bytesBefore(length: number) {
    if (!this.#decoder) return length
    let [before, characters, rest] = [0, 0, length]
    for (const { raw, text, bytes } of this.#pieces) {
      if (bytes.length < rest) {
        before += raw.length
        characters += text.length
        rest -= bytes.length
      } else if (this.#unit > 1) return (characters + bytes.toString('utf8', 0, rest).length) * this.#unit
      else return before + behindLines(raw, bytes.subarray(0, rest))
    }
    return before
  }
}

/** The place in `raw` behind as many line ends as the text has; its end where the text does not end with one. */
const behindLines = (raw: Buffer, text: Buffer) => {
  if (!isLineEnd(text.at(-1))) return raw.length
  let missing = text.reduce((ends, byte) => ends + Number(isLineEnd(byte)), 0)
  let at = 0
  while (missing > 0 && at < raw.length) if (isLineEnd(raw[at++])) missing--
  return at
}

const isLineEnd = (byte: number | undefined) => byte === 10 || byte === 13

const unitOf = (encoding: ImportEncoding) => (encoding.startsWith('utf-16') ? 2 : 1)

const MARKS: Partial<Record<ImportEncoding, readonly number[]>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
}

/** The encoding that a byte order mark at the beginning gives away. */
export const encodingByMark = (head: Buffer): ImportEncoding | undefined => {
  for (const [encoding, mark] of Object.entries(MARKS))
    if (mark.every((byte, at) => head[at] === byte)) return encoding as ImportEncoding
  return undefined
}

/** Where rows begin, and which is the first: behind the mark, and behind the line by which files tell Excel their separator. */
const beginningOf = async (read: ReadBytes, encoding: ImportEncoding) => {
  const head = await read(0, 64)
  const mark = encodingByMark(head) === encoding ? (MARKS[encoding]?.length ?? 0) : 0
  const text = new TextDecoder(encoding).decode(head.subarray(mark))
  const [line] = /^"?sep=[^\r\n]"?(?:\r\n|\r|\n)/i.exec(text) ?? []
  return line === undefined
    ? { start: mark, row: BEGINNING.row }
    : { start: mark + line.length * unitOf(encoding), row: BEGINNING.row + 1 }
}

/** One row for the line that cannot be read, and the place behind it. */
const afterBrokenRow = async (read: ReadBytes, { encoding }: Dialect, from: Position): Promise<Rows> => {
  const unit = unitOf(encoding)
  const newline = encoding === 'utf-16le' ? [10, 0] : encoding === 'utf-16be' ? [0, 10] : [10]
  const needle = Buffer.from(newline)
  let { offset } = from
  let done = false
  for (let found = false; !found && !done;) {
    const bytes = await read(offset, WINDOW)
    const at = indexOfUnit(bytes, needle, unit)
    // A line that holds nothing is not the one that is broken.
    found = at >= 0 && (offset > from.offset || at > unit)
    offset += at >= 0 ? at + unit : bytes.length
    done = !found && bytes.length < WINDOW && at < 0
  }
  const problem = 'A quotation mark in this row is never closed, or the row is too long'
  return { rows: [{ row: from.row, cells: [], problem }], next: { offset, row: from.row + 1 }, done }
}

const indexOfUnit = (bytes: Buffer, needle: Buffer, unit: number) => {
  let at = bytes.indexOf(needle)
  while (at > 0 && at % unit !== 0) at = bytes.indexOf(needle, at + 1)
  return at
}
