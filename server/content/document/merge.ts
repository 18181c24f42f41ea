import { diff3Merge, diffIndices } from 'node-diff3'
import type { DocumentNode, PostDocument } from '#contract/content/document.ts'
import { nodesOf } from '#contract/content/document-text.ts'
import { canonicalJson } from '#server/kit/canonical.ts'
import { readDocument } from './document.ts'

type Blocks = readonly DocumentNode[]

/** Blocks that both changed, in each of their forms. Where somebody inserted or deleted them, a form is empty. */
export interface BlockConflict {
  base: Blocks
  theirs: Blocks
  mine: Blocks
}
/** A stretch of the text, from its top: settled, or to be decided. */
export type MergedPart = { blocks: Blocks } | { conflict: BlockConflict }

/** `places`: in how many places theirs came into mine. */
export type MergedDocument = { document: PostDocument; places: number } | { parts: readonly MergedPart[] }

/**
 * Both texts in one, where they changed other blocks than one another. Nothing that either of them inserted is lost: it is in the
 * document, or in a conflict that a person decides.
 */
export const mergeDocuments = (base: PostDocument, theirs: PostDocument, mine: PostDocument): MergedDocument => {
  const blocks = new Map<string, DocumentNode>()
  const named = new Map<string, string>()
  /** A short name for each block, the same for those that are alike. */
  const keysOf = ({ content = [] }: PostDocument): string[] =>
    content.map((block) => {
      const json = canonicalJson(block)
      const key = named.get(json) ?? String(named.size)
      named.set(json, key)
      blocks.set(key, block)
      return key
    })
  const blocksOf = (keys: readonly string[]): Blocks => keys.flatMap((key) => blocks.get(key) ?? [])

  const { parts, places } = mergeKeys({ base: keysOf(base), theirs: keysOf(theirs), mine: keysOf(mine) })
  if (parts.some((part) => 'base' in part))
    return {
      parts: parts.map((part) =>
        'keys' in part
          ? { blocks: blocksOf(part.keys) }
          : { conflict: { base: blocksOf(part.base), theirs: blocksOf(part.theirs), mine: blocksOf(part.mine) } },
      ),
    }
  const content = withOneFaq(parts.flatMap((part) => ('keys' in part ? blocksOf(part.keys) : [])))
  return { document: readDocument({ ...mine, content }), places }
}

interface Keys {
  base: string[]
  theirs: string[]
  mine: string[]
}
type KeyPart = Keys | { keys: string[] }

const mergeKeys = (keys: Keys): { parts: KeyPart[]; places: number } => {
  const { base, theirs, mine } = numbered(keys)
  const regions: readonly Region[] = diff3Merge(mine, base, theirs, { excludeFalseConflicts: true })
  const parts = regions.flatMap(({ ok, conflict }) =>
    conflict
      ? oneByOne({ base: plain(conflict.o), theirs: plain(conflict.b), mine: plain(conflict.a) })
      : [{ keys: plain(ok ?? []) }],
  )
  return { parts, places: diffIndices(base, theirs).length }
}

/** A block that is there more often is told apart by how many of its kind came before. */
const OFTEN = 4
const NUMBER = '#'

/** Finding what is alike takes time by the cube of how often a block is there, so that those that are there often get a number. */
const numbered = (keys: Keys): Keys => {
  const often = new Set<string>()
  for (const side of [keys.base, keys.theirs, keys.mine]) {
    const counts = new Map<string, number>()
    for (const key of side) counts.set(key, (counts.get(key) ?? 0) + 1)
    for (const [key, count] of counts) if (count > OFTEN) often.add(key)
  }
  const withNumbers = (side: readonly string[]) => {
    const counts = new Map<string, number>()
    return side.map((key) => {
      if (!often.has(key)) return key
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return `${key}${NUMBER}${count}`
    })
  }
  return { base: withNumbers(keys.base), theirs: withNumbers(keys.theirs), mine: withNumbers(keys.mine) }
}

const plain = (keys: readonly string[]) => keys.map((key) => key.split(NUMBER)[0] ?? key)

interface Region {
  ok?: readonly string[]
  conflict?: { a: readonly string[]; o: readonly string[]; b: readonly string[] }
}

/** Two neighbours of which each changed one are no conflict: where there are as many blocks as before, they are compared one by one. */
const oneByOne = ({ base, theirs, mine }: Keys): KeyPart[] => {
  if (sameKeys(theirs, base) || sameKeys(theirs, mine)) return [{ keys: mine }]
  if (sameKeys(mine, base)) return [{ keys: theirs }]
  // Both wrote something new in the same place: both stay.
  if (base.length === 0) return [{ keys: [...theirs, ...mine.filter((key) => !theirs.includes(key))] }]
  if (base.length !== theirs.length || base.length !== mine.length) return [{ base, theirs, mine }]
  return base.map((was, at) => {
    const [other = was, own = was] = [theirs[at], mine[at]]
    if (other === was || other === own) return { keys: [own] }
    if (own === was) return { keys: [other] }
    return { base: [was], theirs: [other], mine: [own] }
  })
}

const sameKeys = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((key, at) => key === other[at])

/** Where both said where the questions stand, the first place counts. */
const withOneFaq = (blocks: Blocks): Blocks => {
  const places = blocks.flatMap((block, at) => (nodesOf(block).some(({ type }) => type === 'faq') ? [at] : []))
  const kept = places.find((at) => blocks[at]?.type !== 'faq') ?? places[0]
  return blocks.filter((block, at) => block.type !== 'faq' || at === kept)
}

/** What either added is in it, and what either took away is not. The order is mine. */
export const mergeIds = (base: readonly number[], theirs: readonly number[], mine: readonly number[]): number[] =>
  mergeOrder(base, theirs, mine)

export interface FaqItem {
  id: string
  question: string
  answer: string
}
/** `undefined`: deleted, or not there yet. */
export interface FaqConflict {
  id: string
  base: FaqItem | undefined
  theirs: FaqItem | undefined
  mine: FaqItem | undefined
}

/** Question by question, and in each its two texts. What collides stands as mine in `faq`, and in all forms in `conflicts`. */
export const mergeFaq = (
  base: readonly FaqItem[],
  theirs: readonly FaqItem[],
  mine: readonly FaqItem[],
): { faq: FaqItem[]; conflicts: FaqConflict[] } => {
  const [o, b, a] = [base, theirs, mine].map((items) => new Map(items.map((item) => [item.id, item])))
  const ids = (items: readonly FaqItem[]) => items.map(({ id }) => id)
  const conflicts: FaqConflict[] = []
  const merged = new Map<string, FaqItem>()
  for (const id of new Set([...ids(mine), ...ids(theirs)])) {
    const forms = { base: o?.get(id), theirs: b?.get(id), mine: a?.get(id) }
    const item = mergeItem(forms)
    if (item === 'conflict') conflicts.push({ id, ...forms })
    const kept = item === 'conflict' ? (forms.mine ?? forms.theirs) : item
    if (kept) merged.set(id, kept)
  }
  const order = mergeOrder(ids(base), ids(theirs), ids(mine))
  const others = [...merged.keys()].filter((id) => !order.includes(id))
  return { faq: [...order, ...others].flatMap((id) => merged.get(id) ?? []), conflicts }
}

const mergeItem = ({ base, theirs, mine }: Omit<FaqConflict, 'id'>): FaqItem | undefined | 'conflict' => {
  if (sameItem(theirs, base) || sameItem(theirs, mine)) return mine
  if (sameItem(mine, base)) return theirs
  if (base === undefined || theirs === undefined || mine === undefined) return 'conflict'
  const question = mergeText(base.question, theirs.question, mine.question)
  const answer = mergeText(base.answer, theirs.answer, mine.answer)
  return question === undefined || answer === undefined ? 'conflict' : { id: mine.id, question, answer }
}

const sameItem = (one: FaqItem | undefined, other: FaqItem | undefined) =>
  one?.question === other?.question && one?.answer === other?.answer

const mergeText = (base: string, theirs: string, mine: string) => {
  if (theirs === base || theirs === mine) return mine
  return mine === base ? theirs : undefined
}

const mergeOrder = <Id>(base: readonly Id[], theirs: readonly Id[], mine: readonly Id[]): Id[] => {
  if (mine.length === base.length && mine.every((id, at) => id === base[at])) return [...theirs]
  const [was, other, own] = [base, theirs, mine].map((ids) => new Set(ids))
  return [
    ...mine.filter((id) => other?.has(id) || !was?.has(id)),
    ...theirs.filter((id) => !was?.has(id) && !own?.has(id)),
  ]
}
