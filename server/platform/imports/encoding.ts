import { IMPORT_ENCODINGS, type ImportEncoding } from '#contract/platform/import-reading.ts'
import { encodingByMark } from './reader.ts'

/** How a file is read, and whether that was guessed from its letters alone. */
export interface FoundEncoding {
  encoding: ImportEncoding
  encoding_guessed: boolean
}

/** Of a piece of a file: how many letters beyond ASCII are UTF-8, and how many places are not. */
export interface Utf8 {
  letters: number
  broken: number
}

/** Looks at a piece of a file as UTF-8; what is cut off at its ends says nothing against it. */
export const utf8In = (piece: Uint8Array): Utf8 => {
  let begin = 0
  while (begin < 3 && ((piece[begin] ?? 0) & 0xc0) === 0x80) begin++
  const text = new TextDecoder().decode(piece.subarray(begin), { stream: true })
  let [letters, broken] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === REPLACEMENT) broken++
    else if (code > 127) letters++
  }
  // A replacement that the file itself holds is a letter like any other.
  return broken > 0 && isUtf8(piece.subarray(begin)) ? { letters: letters + broken, broken: 0 } : { letters, broken }
}

const REPLACEMENT = 0xfffd

const isUtf8 = (piece: Uint8Array) => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(piece, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * By the mark at its beginning, by zeros, or as UTF-8 where most letters are: a few bad bytes cost their rows. Any other file by its
 * letters; `more` gives a piece that has some, where its beginning has none.
 */
export const encodingOf = async (
  head: Buffer,
  { letters, broken }: Utf8,
  more: () => Promise<Buffer>,
): Promise<FoundEncoding> => {
  const marked = encodingByMark(head)
  if (marked) return { encoding: marked, encoding_guessed: false }
  const guessed = (encoding: ImportEncoding) => ({ encoding, encoding_guessed: true })
  const wide = encodingByZeros(head)
  if (wide) return guessed(wide)
  if (broken === 0 && head.includes('\x1b$')) return guessed('iso-2022-jp')
  if (broken === 0 || letters > broken) return { encoding: 'utf-8', encoding_guessed: broken > 0 }
  const telling = linesWithLetters(head)
  return guessed(await byLetters(telling.length > 0 ? telling : linesWithLetters(await more())))
}

/** In UTF-16 without a mark, Latin text has a zero at every second place. */
const encodingByZeros = (head: Buffer): ImportEncoding | undefined => {
  const sample = head.subarray(0, 1_000)
  if (sample.length < 8) return undefined
  const zeros = [0, 0]
  sample.forEach((byte, at) => (zeros[at % 2] = (zeros[at % 2] ?? 0) + Number(byte === 0)))
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length * 0.3 && even < sample.length * 0.1) return 'utf-16le'
  if (even > sample.length * 0.3 && odd < sample.length * 0.1) return 'utf-16be'
  return undefined
}

/** So much tells one encoding from another. */
const TELLING_BYTES = 32 * 1024

/** The first lines that have a letter beyond ASCII: others say nothing. */
const linesWithLetters = (piece: Buffer) => {
  const lines: Buffer[] = []
  let found = 0
  for (let from = 0; from < piece.length && found < TELLING_BYTES;) {
    const end = piece.indexOf(10, from) + 1 || piece.length
    const line = piece.subarray(from, Math.min(end, from + TELLING_BYTES))
    if (line.some((byte) => byte > 127)) {
      lines.push(line)
      found += line.length
    }
    from = end
  }
  return Buffer.concat(lines)
}

/** What the library calls some encodings that TextDecoder has under another name. */
const OTHERWISE: Readonly<Record<string, ImportEncoding>> = {
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  cp874: 'windows-874',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  'iso8859-16': 'iso-8859-16',
}

const ours = (name: string | null): readonly ImportEncoding[] => {
  const label = name?.toLowerCase() ?? ''
  const encoding = OTHERWISE[label] ?? decoderOf(label)?.encoding
  return NARROW.filter((each) => each === encoding)
}

/** Those that a file without a mark may be in; of two that say the same, the first is the more usual. */
const NARROW = IMPORT_ENCODINGS.filter((encoding) => !encoding.startsWith('utf-'))

const decoderOf = (label: string) => {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

/** Of few words nothing much is known: then the most usual encoding is taken, if it is about as likely. */
const AS_LIKELY = 0.95

/** The likeliest encoding that reads every letter; the usual one of those that read them alike. */
const byLetters = async (sample: Buffer): Promise<ImportEncoding> => {
  // With the first file of the kind: its model takes a tenth of a second to load.
  const { detectAll } = await import('jschardet')
  const likely = detectAll(sample, { minimumThreshold: 0 }).flatMap(({ encoding: name, confidence }) =>
    ours(name).map((encoding) => ({ encoding, confidence })),
  )
  const read = (encoding: ImportEncoding) => new TextDecoder(encoding).decode(sample, { stream: true })
  const best = likely.find(({ encoding }) => !read(encoding).includes('\ufffd')) ?? likely[0]
  const western = likely.find(({ encoding }) => encoding === 'windows-1252')
  if (!best || (western && western.confidence >= best.confidence * AS_LIKELY)) return 'windows-1252'
  const text = read(best.encoding)
  return NARROW.find((encoding) => read(encoding) === text) ?? best.encoding
}
