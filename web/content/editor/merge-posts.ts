import { diff3Merge } from 'node-diff3'
import type { DocumentNode, PostDocument } from '#contract/content/document.ts'
import { isSame, FIELDS, type FieldName, type PostFields } from './post-fields.ts'

/** A place of the text that two people changed. */
export interface BlockConflict {
  base: readonly DocumentNode[]
  theirs: readonly DocumentNode[]
  mine: readonly DocumentNode[]
}
/** The text in its order: what goes together by itself, and what somebody has to decide on. */
export type MergedPart = { blocks: readonly DocumentNode[] } | { conflict: BlockConflict }

export interface Collision {
  /** With what goes together already: what is only theirs, and what is only mine. */
  merged: PostFields
  /** But for the text: what both changed, and not alike. */
  fields: readonly FieldName[]
  text: readonly MergedPart[]
}

/** Three states of one post, field by field, and of its text block by block. */
export const mergePosts = (base: PostFields, theirs: PostFields, mine: PostFields): Collision => {
  const merged = { ...mine }
  const take = (name: FieldName) => Object.assign(merged, { [name]: theirs[name] })
  const fields: FieldName[] = []
  for (const name of FIELDS) {
    if (name === 'document') continue
    if (isSame(name, base, mine)) take(name)
    else if (!isSame(name, base, theirs) && !isSame(name, theirs, mine)) fields.push(name)
  }
  const text = mergeTexts(base.document, theirs.document, mine.document)
  merged.document = documentOf(text, 'both')
  return { merged, fields, text }
}

export const mergeTexts = (base: PostDocument, theirs: PostDocument, mine: PostDocument): MergedPart[] => {
  const lines = (document: PostDocument) => (document.content ?? []).map((block) => canonical(block))
  const blocks = (texts: readonly string[]) => texts.map((text): DocumentNode => JSON.parse(text))
  return diff3Merge(lines(mine), lines(base), lines(theirs), { excludeFalseConflicts: true }).map(({ ok, conflict }) =>
    conflict
      ? { conflict: { mine: blocks(conflict.a), base: blocks(conflict.o), theirs: blocks(conflict.b) } }
      : { blocks: blocks(ok ?? []) },
  )
}

export type Choice = 'mine' | 'theirs' | 'both'

/** The whole text, by one choice for each conflict, or one for all. */
export const documentOf = (text: readonly MergedPart[], choices: Choice | readonly Choice[]): PostDocument => {
  let at = -1
  const content = text.flatMap((part) => {
    if ('blocks' in part) return part.blocks
    at += 1
    const choice = typeof choices === 'string' ? choices : (choices[at] ?? 'both')
    const { theirs, mine } = part.conflict
    return choice === 'mine' ? mine : choice === 'theirs' ? theirs : [...theirs, ...mine]
  })
  return { type: 'doc', attrs: { v: 1 }, content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

/** Alike for two blocks that say the same, whatever the order of their attributes. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  )

/** What a block says, for people. */
export const wordsOf = (blocks: readonly DocumentNode[]): string =>
  blocks.map((block) => wordsIn(block).trim() || `[${NAMES[block.type] ?? block.type}]`).join('\n')

const wordsIn = ({ text, content = [], type }: DocumentNode): string =>
  text ?? content.map(wordsIn).join(type === 'paragraph' || type === 'heading' ? '' : '\n')

const NAMES: Partial<Record<DocumentNode['type'], string>> = {
  image: 'Picture',
  horizontalRule: 'Divider',
  productCard: 'Product',
  faq: 'FAQ',
  embed: 'Link card',
  paragraph: 'Empty paragraph',
}
