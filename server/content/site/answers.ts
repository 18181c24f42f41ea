import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { namesTag } from '#server/kit/byte-range.ts'
import type { Ready } from '#server/kit/ready.ts'

export type Packing = 'br' | 'gzip'

/** What readers get, as it is sent. */
export interface Answer {
  status: 200 | 301 | 410
  type: string
  body: Buffer
  /** Quoted, of the body as it is; that of a packed one has its packing in it. */
  tag: string
  /** As HTTP writes a date. */
  modified: string | undefined
  location: string | undefined
  packed: Partial<Record<Packing, Buffer>>
  /** As it is sent to whoever asks like this; made once. */
  sent: Map<string, Ready>
}

/** Of all companies together, in the memory of one node. */
const MOST_BYTES = 32 * 1024 ** 2
/** Where no node was told of a change, it shows after this time. */
const OLDEST_MS = 60_000
/** Of one with its tags and dates. */
const BESIDE_BYTES = 500
/** Smaller bodies gain nothing. */
const WORTH_PACKING = 1_024

const packers: Record<Packing, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body),
}

export const isWorthPacking = ({ body }: Answer) => body.length >= WORTH_PACKING

/** Whether a reader who sends these headers has it already. */
export const isKnown = (headers: IncomingHttpHeaders, tag: string, { modified }: Answer) => {
  const { 'if-none-match': seen, 'if-modified-since': since } = headers
  return seen === undefined ? since !== undefined && since === modified : namesTag(seen, tag, { weakly: true })
}

export const tagOf = (body: Buffer | string) =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 32)}"`

/** Answers in memory, those that were used last; a company’s are forgotten together. */
export const openAnswers = () => {
  const known = new LRUCache<string, Answer>({
    maxSize: MOST_BYTES,
    ttl: OLDEST_MS,
    sizeCalculation: ({ body, packed: { br, gzip } }) =>
      body.length + (br?.length ?? 0) + (gzip?.length ?? 0) + BESIDE_BYTES,
  })
  const rounds = new Map<number, number>()
  let round = 0

  return {
    /** Where an answer is stored. What is looked up while it becomes old is stored where nobody looks any more. */
    nameOf: (companyId: number, address: string) => `${rounds.get(companyId) ?? 0} ${round} ${companyId} ${address}`,
    get: (name: string) => known.get(name),
    put: (name: string, answer: Answer) => void known.set(name, answer),
    /** All that is known of a company is old; undefined: of all companies. */
    forget(companyId: number | undefined) {
      if (companyId === undefined) round += 1
      else rounds.set(companyId, (rounds.get(companyId) ?? 0) + 1)
    },
    /** The body packed, made once. */
    async packed(name: string, answer: Answer, packing: Packing): Promise<Buffer | undefined> {
      if (!isWorthPacking(answer)) return undefined
      const made = answer.packed[packing] ?? (await packers[packing](answer.body))
      if (answer.packed[packing] === undefined) {
        answer.packed[packing] = made
        // Its size has changed.
        if (known.has(name)) known.set(name, answer)
      }
      return made
    },
    /** Bytes in memory, for tests. */
    size: () => known.calculatedSize,
  }
}
export type Answers = ReturnType<typeof openAnswers>

/** The best packing that the asker takes. */
export const packingFor = ({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders) => {
  if (accepted === '') return undefined
  return PACKINGS.find((packing) => isAccepted(accepted, packing))
}
const PACKINGS = ['br', 'gzip'] as const

const isAccepted = (accepted: string, packing: string) =>
  accepted.split(',', 20).some((each) => {
    const [name = '', quality = ''] = each.split(';', 2).map((text) => text.trim())
    return name === packing && !/^q=0(?:\.0*)?$/.test(quality)
  })
