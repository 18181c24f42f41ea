import { createHash } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import type { DocumentMark, DocumentNode, LinkMark, PostDocument } from '#contract/content/document.ts'
import { nodesOf, textOf } from '#contract/content/document-text.ts'
import { canonicalJson } from '#server/kit/canonical.ts'

export interface OutlineEntry {
  /** Of the heading in the page: `#id` leads there. */
  id: string
  level: number
  text: string
}

export interface DocumentLink {
  /** One of the two is null. */
  href: string | null
  post_id: number | null
  fragment: string | null
  text: string
}

/** What is known of a document without reading it again. */
export interface DocumentFacts {
  words: number
  characters: number
  reading_minutes: number
  outline: OutlineEntry[]
  links: DocumentLink[]
  image_ids: number[]
  product_ids: number[]
}

const WORDS_A_MINUTE = 220

export const factsOf = (document: PostDocument): DocumentFacts => {
  const nodes = nodesOf(document)
  const text = textOf(document)
  const words = countWords(text)
  return {
    words,
    characters: nodes.reduce((sum, { text = '' }) => sum + text.length, 0),
    reading_minutes: Math.ceil(words / WORDS_A_MINUTE),
    outline: outlineOf(document),
    links: nodes.flatMap(linksIn),
    image_ids: unique(nodes.flatMap((node) => (node.type === 'image' ? [node.attrs.image_id] : []))),
    product_ids: unique(nodes.flatMap((node) => (node.type === 'productCard' ? [node.attrs.product_id] : []))),
  }
}

/** Alike for what is alike, whatever the order of its names. */
export const digestOf = (content: unknown): Buffer => createHash('sha256').update(canonicalJson(content)).digest()

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' })

export const countWords = (text: string): number => {
  let words = 0
  for (const { isWordLike } of SEGMENTER.segment(text)) if (isWordLike) words += 1
  return words
}

/** The headings, each with an id that no other has. */
export const outlineOf = (document: PostDocument): OutlineEntry[] => {
  const named = namesOf()
  return nodesOf(document).flatMap((node) => {
    if (node.type !== 'heading') return []
    const text = textOf(node).replaceAll(/\s+/g, ' ').trim()
    return [{ id: named(text), level: node.attrs.level, text }]
  })
}

/** Letters of an id: with a number behind it, it stays within what a link's fragment may have. */
const ID_LETTERS = 80

const namesOf = () => {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return (text: string) => {
    const base =
      slugify(text.slice(0, 2 * ID_LETTERS))
        .slice(0, ID_LETTERS)
        .replace(/-$/, '') || 'section'
    let id = base
    for (let number = next.get(base) ?? 2; taken.has(id); number++) {
      id = `${base}-${number}`
      next.set(base, number + 1)
    }
    taken.add(id)
    return id
  }
}

/** The links of one block; what is bold within a link does not make two of it. */
const linksIn = (node: DocumentNode): DocumentLink[] => {
  const links: DocumentLink[] = []
  let last: string | undefined
  for (const { marks, text = '' } of node.content ?? []) {
    const link = linkOf(marks)
    const key = link && JSON.stringify(link.attrs)
    const open = links.at(-1)
    if (link && key === last && open) open.text += text
    else if (link)
      links.push({ href: link.attrs.href, post_id: link.attrs.post_id, fragment: link.attrs.fragment, text })
    last = key
  }
  return links
}

export const linkOf = (marks: readonly DocumentMark[] | undefined): LinkMark | undefined =>
  marks?.find((mark) => mark.type === 'link')

const unique = (ids: readonly number[]) => [...new Set(ids)]
