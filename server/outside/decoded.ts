import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, type InputType, type ZlibOptions } from 'node:zlib'
import { Refusal } from './refusal.ts'

const MIB = 1024 * 1024
/** What a text comes to at most, of what was sent; measured beyond the first MiB. */
const MOST_TIMES = 100

type Inflate = (bytes: InputType, options: ZlibOptions) => Promise<Buffer>

const CODINGS: Record<string, Inflate> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: (bytes, options) => (hasZlibHeader(bytes) ? wrapped : bare)(bytes, options),
}
const wrapped: Inflate = promisify(inflate)
const bare: Inflate = promisify(inflateRaw)

/** What the bytes of an answer say, with the one coding that it names taken off. */
export const decoded = async (bytes: Buffer, coding: string | null, most: number): Promise<Buffer> => {
  const name = (coding ?? '').trim().toLowerCase()
  if (name === '' || name === 'identity') {
    if (bytes.length > most) throw new Refusal('too_large')
    return bytes
  }
  const take = Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined
  if (!take) throw new Refusal('encoding', name)
  // Some send an empty answer and name a coding all the same.
  if (bytes.length === 0) return bytes
  try {
    return await take(bytes, { maxOutputLength: Math.min(most, Math.max(MIB, bytes.length * MOST_TIMES)) })
  } catch (error) {
    const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new Refusal(isLarge ? 'too_large' : 'encoding', error)
  }
}

/** A file that is itself compressed, as sitemaps may be. */
export const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Half the servers that say deflate send it without its header. */
const hasZlibHeader = (bytes: InputType) =>
  bytes instanceof Uint8Array && ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0
