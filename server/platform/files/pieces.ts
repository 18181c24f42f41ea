import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Files are read and written this many bytes at a time. */
export const PIECE_BYTES = 512 * 1024

/** The content of a new file: a buffer or a stream. */
export type Bytes = Uint8Array | AsyncIterable<Uint8Array>

/** Cuts the content into pieces of one size; the last may be smaller. */
export async function* piecesOf(source: Bytes): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) return yield* cut(source)
  let held: Uint8Array[] = []
  let size = 0
  for await (const bytes of source) {
    held.push(bytes)
    size += bytes.length
    if (size < PIECE_BYTES) continue
    const whole = Buffer.concat(held)
    const rest = size % PIECE_BYTES
    yield* cut(whole.subarray(0, size - rest))
    held = rest === 0 ? [] : [whole.subarray(size - rest)]
    size = rest
  }
  if (size > 0) yield Buffer.concat(held)
}

export function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

/** A piece as it is stored. */
export interface StoredPiece {
  deflated: boolean
  content: Buffer
}

/** Deflates a piece when that saves enough: it does for texts, not for pictures. */
export const packed = async (bytes: Uint8Array): Promise<StoredPiece> => {
  const small = await deflate(bytes, { level: 1 })
  return small.length < bytes.length * 0.9
    ? { deflated: true, content: small }
    : { deflated: false, content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) }
}

export const unpacked = async ({ deflated, content }: StoredPiece): Promise<Buffer> =>
  deflated ? await inflate(content) : content
