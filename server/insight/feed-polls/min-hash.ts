const PERMUTATIONS = 64
const BANDS = 16
const ROWS = PERMUTATIONS / BANDS
const SHINGLE = 3
/** A band of its own: the whole title, for texts that are too short for shingles to tell. */
const TITLE_BAND = BANDS
const TITLE_WORDS = 5

/** Whole numbers that look like chance and are the same each time. */
const sequence = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    return mixed(state)
  }
}
const mixed = (value: number) => {
  let it = value
  it = Math.imul(it ^ (it >>> 16), 0x85ebca6b)
  it = Math.imul(it ^ (it >>> 13), 0xc2b2ae35)
  return (it ^ (it >>> 16)) >>> 0
}
const next = sequence(20_260_312)
const FACTORS = Uint32Array.from({ length: PERMUTATIONS }, () => next() | 1)
const SUMMANDS = Uint32Array.from({ length: PERMUTATIONS }, () => next())

/** The words of a text, as they are compared. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const hashOf = (text: string, seed = 0x811c9dc5) => {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mixed(hash)
}

/** The MinHash of the three-word shingles of a text, 256 bytes; undefined: it has too few words. */
export const signatureOf = (words: readonly string[]): Uint8Array | undefined => {
  if (words.length < SHINGLE) return undefined
  const least = new Uint32Array(PERMUTATIONS).fill(0xffffffff)
  const hashes = words.map((word) => hashOf(word))
  for (let at = 0; at + SHINGLE <= hashes.length; at++) {
    let shingle = 0
    for (let word = at; word < at + SHINGLE; word++) shingle = mixed(Math.imul(shingle, 31) + (hashes[word] ?? 0))
    for (let row = 0; row < PERMUTATIONS; row++) {
      const value = mixed(Math.imul(shingle, FACTORS[row] ?? 1) + (SUMMANDS[row] ?? 0))
      if (value < (least[row] ?? 0)) least[row] = value
    }
  }
  return new Uint8Array(least.buffer)
}

/** How alike two texts are by their signatures, from 0 to 1. */
export const alikeness = (one: Uint8Array, other: Uint8Array): number => {
  let equal = 0
  for (let at = 0; at < PERMUTATIONS * 4; at += 4)
    if (
      one[at] === other[at] &&
      one[at + 1] === other[at + 1] &&
      one[at + 2] === other[at + 2] &&
      one[at + 3] === other[at + 3]
    )
      equal += 1
  return equal / PERMUTATIONS
}

export interface Band {
  band: number
  value: number
}

/** Texts that are alike share one of these, nearly always. */
export const bandsOf = (signature: Uint8Array | undefined, title: string): Band[] => {
  const view = signature && new DataView(signature.buffer, signature.byteOffset, signature.byteLength)
  const bands = view
    ? Array.from({ length: BANDS }, (_, band) => {
        let [high, low] = [0, 1]
        for (let row = 0; row < ROWS; row++) {
          const value = view.getUint32((band * ROWS + row) * 4, true)
          high = mixed(Math.imul(high, 31) + value)
          low = mixed(Math.imul(low, 37) + value)
        }
        return { band, value: wide(high, low) }
      })
    : []
  const words = wordsOf(title)
  if (words.length < TITLE_WORDS) return bands
  const whole = words.join(' ')
  return [...bands, { band: TITLE_BAND, value: wide(hashOf(whole), hashOf(whole, 7)) }]
}

/** Of 53 bits, so that no two texts share it by chance. */
const wide = (high: number, low: number) => (high >>> 11) * 0x100000000 + low

/** How alike two titles are: the pairs of letters that they share, from 0 to 1. */
export const titleAlikeness = (one: string, other: string): number => {
  const [ours, theirs] = [pairsOf(one), pairsOf(other)]
  const [all, of] = [total(ours), total(theirs)]
  if (all === 0 || of === 0) return wordsOf(one).join(' ') === wordsOf(other).join(' ') ? 1 : 0
  let shared = 0
  for (const [pair, count] of ours) shared += Math.min(count, theirs.get(pair) ?? 0)
  return (2 * shared) / (all + of)
}

const pairsOf = (title: string) => {
  const text = wordsOf(title).join(' ')
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < text.length; at++) {
    const pair = text.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}
const total = (pairs: ReadonlyMap<string, number>) => pairs.values().reduce((sum, count) => sum + count, 0)
