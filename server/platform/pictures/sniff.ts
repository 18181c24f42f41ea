import type { Fault } from './picture.ts'

/** What the first bytes say against a picture, whatever its name; undefined: it may be a JPEG, PNG or WebP. */
export const faultOfHead = (bytes: Uint8Array): Fault | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)).toString('latin1')
  if (isWebp(head) || BEGINNINGS.some((beginning) => head.startsWith(beginning))) return undefined
  if (HEIC.test(head.slice(4))) return 'heic'
  return head.includes('<svg') ? 'svg' : 'type'
}

const HEAD_BYTES = 1_024
/** Of a JPEG and of a PNG. */
const BEGINNINGS = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n']
const isWebp = (head: string) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)
const HEIC = /^ftyp(?:he[iv][cmsx]|mif1|msf1)/
