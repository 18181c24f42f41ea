import { diffArrays } from 'diff'
import type { DocumentNode, PostDocument } from './document.ts'
import { textOf } from './document-text.ts'

export interface WordPart {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** A block of the newer text in its place, and of the older one where it was. */
export type ComparedBlock =
  | { kind: 'same' | 'added' | 'removed'; block: DocumentNode }
  /** `under`: the heading that it stood under before; null at the top. */
  | { kind: 'moved'; block: DocumentNode; under: string | null }
  /** Where all words are the same, how they look or what they belong to has changed. */
  | { kind: 'changed'; before: DocumentNode; block: DocumentNode; words: readonly WordPart[] }

export interface Comparison {
  blocks: readonly ComparedBlock[]
  /** Words. */
  added: number
  removed: number
}

/** What became of one text: block by block, and word by word within a block that changed. */
export const compareDocuments = (older: PostDocument, newer: PostDocument): Comparison => {
  const [before, after] = [blocksOf(older), blocksOf(newer)]
  const moved = new Set<Block>()
  const gaps = gapsBetween(before, after)
  const gone = new Map(gaps.flatMap(({ removed }) => removed).map((block) => [block.key, block]))
  for (const block of gaps.flatMap(({ added }) => added)) {
    const from = gone.get(block.key)
    if (from === undefined || block.key.length < SHORT) continue
    gone.delete(block.key)
    moved.add(from).add(block)
    block.under = from.under
  }
  const blocks = gaps.flatMap(({ same, removed, added }): ComparedBlock[] => [
    ...same.map(({ node }): ComparedBlock => ({ kind: 'same', block: node })),
    ...comparedGap(
      removed.filter((block) => !moved.has(block)),
      added,
      moved,
    ),
  ])
  return { blocks, added: wordsOf(blocks, 'added'), removed: wordsOf(blocks, 'removed') }
}

/** Two texts of one line or more, word by word. */
export const compareWords = (older: string, newer: string): WordPart[] => {
  const parts = diffArrays(tokensOf(older), tokensOf(newer), { maxEditLength: MOST_EDITS })
  // They have nothing to do with one another.
  if (parts === undefined) return wholly(older, newer)
  return parts.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }))
}

/** Its JSON is no longer than that of a rule or an empty paragraph: it comes and goes, and nobody has moved it. */
const SHORT = 40
/** Two that differ more are compared as wholes: the time grows by its square. */
const MOST_EDITS = 1_500

interface Block {
  node: DocumentNode
  key: string
  under: string | null
}

const blocksOf = ({ content = [] }: PostDocument): Block[] => {
  let under: string | null = null
  return content.map((node) => {
    const block = { node, key: JSON.stringify(node, inOrder), under }
    if (node.type === 'heading') under = textOf(node)
    return block
  })
}

/** The database and an editor each have an order of names of their own. */
const inOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** What stayed, and what is there instead of what after it. */
interface Gap {
  same: Block[]
  removed: Block[]
  added: Block[]
}

const gapsBetween = (before: Block[], after: Block[]): Gap[] => {
  const parts = diffArrays(before, after, {
    comparator: (one, other) => one.key === other.key,
    maxEditLength: MOST_EDITS,
  })
  if (parts === undefined) return [{ same: [], removed: before, added: after }]
  const gaps: Gap[] = [{ same: [], removed: [], added: [] }]
  for (const { added, removed, value } of parts) {
    if (!added && !removed) gaps.push({ same: value, removed: [], added: [] })
    else gaps.at(-1)?.[added ? 'added' : 'removed'].push(...value)
  }
  return gaps
}

/** How many of the removed blocks are looked at for the one that an added block was before. */
const LOOK_AHEAD = 8
/** Of their words, so many have to be the same. */
const ALIKE = 0.35

const comparedGap = (
  removed: readonly Block[],
  added: readonly Block[],
  moved: ReadonlySet<Block>,
): ComparedBlock[] => {
  const bags = new Map(
    [...removed, ...added].map((block) => [block, new Set(tokensOf(textOf(block.node)).filter(isWord))]),
  )
  const alike = (one: Block, other: Block) => {
    if (one.node.type !== other.node.type) return false
    const [first, second] = [bags.get(one) ?? new Set(), bags.get(other) ?? new Set()]
    const shared = [...first].filter((word) => second.has(word)).length
    return shared >= ALIKE * Math.max(first.size, second.size)
  }
  let from = 0
  const gone = (to: number) => {
    const blocks = removed.slice(from, to).map(({ node }): ComparedBlock => ({ kind: 'removed', block: node }))
    from = to
    return blocks
  }
  const blocks = added.flatMap((block): ComparedBlock[] => {
    if (moved.has(block)) return [{ kind: 'moved', block: block.node, under: block.under }]
    const was = removed.slice(from, from + LOOK_AHEAD).find((each) => alike(each, block))
    if (was === undefined) return [{ kind: 'added', block: block.node }]
    const before = gone(removed.indexOf(was, from))
    from += 1
    const words = compareWords(textOf(was.node), textOf(block.node))
    return [...before, { kind: 'changed', before: was.node, block: block.node, words }]
  })
  return [...blocks, ...gone(removed.length)]
}

const TOKENS = /[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu
const tokensOf = (text: string): string[] => text.match(TOKENS) ?? []
const isWord = (token: string) => /^[\p{L}\p{M}\p{N}]/u.test(token)

const wholly = (older: string, newer: string): WordPart[] => [
  { kind: 'removed', text: older },
  { kind: 'added', text: newer },
]

const countOf = (text: string) => tokensOf(text).filter(isWord).length

const wordsOf = (blocks: readonly ComparedBlock[], kind: 'added' | 'removed') =>
  blocks.reduce((sum, block) => {
    if (block.kind === kind) return sum + countOf(textOf(block.block))
    if (block.kind !== 'changed') return sum
    return sum + block.words.reduce((words, part) => words + (part.kind === kind ? countOf(part.text) : 0), 0)
  }, 0)
