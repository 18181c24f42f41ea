import type { DocumentNode, PostDocument } from '#contract/content/document.ts'
import { nodesOf, textOf } from '#contract/content/document-text.ts'
import type { FindingField, FindingKind, Readability } from '#contract/content/findings.ts'
import type { Sentence } from './readability.ts'

export type Find = (kind: FindingKind, field: FindingField, message: string, detail: string, at?: number) => void

const [PARAGRAPH, SENTENCE, CAPITALS, SAMPLE] = [150, 35, 20, 60]
/** Of one kind: a list of hundreds helps nobody. */
const MOST = 20

/** What would make the text easier to read, to find one's way in, or to follow. */
export const adviseOnText = (
  document: PostDocument,
  sentences: readonly Sentence[],
  readability: Readability,
  advise: Find,
) => {
  const blocks = document.content ?? []
  headingLevels(blocks, advise)
  links(blocks, advise)
  paragraphs(blocks, sentences, advise)
  capitals(blocks, advise)
  tables(blocks, advise)
  if (readability.level === 'hard')
    advise(
      'hard_to_read',
      'document',
      'The text is hard to read',
      `Readability ${readability.lix}; below 55 is easier. Shorten the hardest sentences`,
      readability.hardest[0]?.at,
    )
}

type Blocks = readonly DocumentNode[]

const headingLevels = (blocks: Blocks, advise: Find) => {
  let last = 1
  const found = blocks.flatMap((block, at) => {
    if (block.type !== 'heading') return []
    const isSkipped = block.attrs.level > last + 1
    last = block.attrs.level
    return isSkipped ? [{ at, level: block.attrs.level, text: textOf(block) }] : []
  })
  for (const { at, level, text } of found.slice(0, MOST))
    advise('heading_level', 'document', `A heading skips to level ${level}`, sampleOf(text), at)
}

const SAYS_NOTHING = [
  'here',
  'click here',
  'this',
  'this link',
  'link',
  'more',
  'read more',
  'learn more',
  'see here',
  'this page',
]

const links = (blocks: Blocks, advise: Find) => {
  const all = blocks.flatMap((block, at) =>
    nodesOf(block).flatMap((node) =>
      (node.marks ?? []).flatMap((mark) => (mark.type === 'link' ? [{ at, ...mark.attrs, text: textOf(node) }] : [])),
    ),
  )
  const isBare = (text: string) => /^(?:https?:\/\/|www\.)\S+$/i.test(text.trim())
  const vague = all.filter(({ text }) => SAYS_NOTHING.includes(text.trim().toLowerCase()) || isBare(text))
  for (const { at, text } of vague.slice(0, MOST))
    advise('link_text', 'document', 'The text of a link doesn’t say where it leads', sampleOf(text), at)
  const plain = all.filter(({ href }) => href !== null && /^http:/i.test(href))
  for (const { at, href } of plain.slice(0, MOST))
    advise('plain_http', 'document', 'A link is not secure', `Use https: ${sampleOf(href ?? '')}`, at)
  if (all.every(({ post_id }) => post_id === null))
    advise('no_internal_link', 'document', 'No link leads to another post', 'Link a post that readers may like next')
}

const paragraphs = (blocks: Blocks, sentences: readonly Sentence[], advise: Find) => {
  const words = new Map<number, number>()
  for (const { at, words: more } of sentences)
    if (blocks[at]?.type === 'paragraph') words.set(at, (words.get(at) ?? 0) + more)
  for (const [at, count] of [...words].filter(([, count]) => count > PARAGRAPH).slice(0, MOST))
    advise('long_paragraph', 'document', `A paragraph of ${count} words`, `${startOf(blocks[at])}. Split it`, at)
  for (const { at, words: count, text } of sentences.filter(({ words }) => words > SENTENCE).slice(0, MOST))
    advise('long_sentence', 'document', `A sentence of ${count} words`, `${sampleOf(text)}. Split it`, at)
}

const capitals = (blocks: Blocks, advise: Find) => {
  const found = blocks.flatMap((block, at) => {
    const text = block.type === 'codeBlock' ? '' : textOf(block)
    return text.length >= CAPITALS && text === text.toUpperCase() && text !== text.toLowerCase() ? [{ at, text }] : []
  })
  for (const { at, text } of found.slice(0, MOST))
    advise('capitals', 'document', 'A text is all in capitals', sampleOf(text), at)
}

const tables = (blocks: Blocks, advise: Find) =>
  blocks.forEach((block, at) => {
    for (const node of nodesOf(block)) {
      const [first] = node.type === 'table' ? (node.content ?? []) : []
      if (first && !first.content?.some(({ type }) => type === 'tableHeader'))
        advise('table_header', 'document', 'A table has no header row', 'Make its first row a header', at)
    }
  })

const sampleOf = (text: string) => `“${text.length > SAMPLE ? `${text.slice(0, SAMPLE).trimEnd()}…` : text}”`
const startOf = (block: DocumentNode | undefined) => sampleOf(block ? textOf(block) : '')
