import type { PostDocument } from '#contract/content/document.ts'
import { POST_LIMITS, type StoredFaqItem } from '#contract/content/post.ts'
import { mergeDocuments, type MergedPart } from '#server/content/document/merge.ts'
import { SAYING_FIELDS, sameValue, type Saying, type SayingField } from './saying.ts'

export interface Merged {
  saying: Saying
  /** In how many places both changes went together. */
  places: number
  /** What both changed, each otherwise. */
  conflicts: SayingField[]
  /** The text from its top, where both changed the same of it: what is settled, and what is to be decided. */
  blocks: readonly MergedPart[]
}

/** Both writers win, field by field, and within the text block by block; what both changed otherwise is a conflict. */
export const mergeSayings = (base: Saying, theirs: Saying, sent: Partial<Saying>): Merged => {
  const merged: Merged = { saying: { ...theirs }, places: 0, conflicts: [], blocks: [] }
  const mine: Saying = { ...base, ...sent }
  for (const field of SAYING_FIELDS) {
    const [was, is, wanted] = [base[field], theirs[field], mine[field]]
    if (sameValue(wanted, was) || sameValue(wanted, is)) continue
    if (sameValue(was, is)) Object.assign(merged.saying, { [field]: wanted })
    else mergeField(merged, field, { base, theirs, mine })
  }
  const mineChanged = SAYING_FIELDS.some((field) => !sameValue(mine[field], base[field]))
  const theirsChanged = SAYING_FIELDS.filter((field) => !sameValue(theirs[field], base[field])).length
  return { ...merged, places: mineChanged ? merged.places || theirsChanged : 0 }
}

interface Sides {
  base: Saying
  theirs: Saying
  mine: Saying
}

const mergeField = (merged: Merged, field: SayingField, { base, theirs, mine }: Sides) => {
  const together = bothIn(field, { base, theirs, mine })
  if (together === undefined) {
    merged.conflicts.push(field)
    return
  }
  if ('blocks' in together) {
    merged.conflicts.push(field)
    merged.blocks = together.blocks
    return
  }
  Object.assign(merged.saying, { [field]: together.value })
  merged.places += together.places
}

type Together = { value: unknown; places: number } | { blocks: readonly MergedPart[] } | undefined

const bothIn = (field: SayingField, { base, theirs, mine }: Sides): Together => {
  switch (field) {
    case 'document':
      return bothDocuments(base.document, theirs.document, mine.document)
    case 'author_ids':
      return ofLength(bothLists(base.author_ids, theirs.author_ids, mine.author_ids), 1, POST_LIMITS.authors)
    case 'category_ids':
      return ofLength(bothLists(base.category_ids, theirs.category_ids, mine.category_ids), 0, POST_LIMITS.categories)
    case 'faq':
      return ofLength(bothQuestions(base.faq, theirs.faq, mine.faq), 0, POST_LIMITS.faq)
    default:
      return undefined
  }
}

const bothDocuments = (base: PostDocument, theirs: PostDocument, mine: PostDocument): Together => {
  const both = mergeDocuments(base, theirs, mine)
  return 'document' in both ? { value: both.document, places: both.places } : { blocks: both.parts }
}

const ofLength = (value: readonly unknown[] | undefined, least: number, most: number): Together =>
  value && value.length >= least && value.length <= most ? { value, places: 1 } : undefined

/** What either added is there, what either removed is not; in the order of whoever saves later. */
const bothLists = (base: readonly number[], theirs: readonly number[], mine: readonly number[]): number[] => [
  ...mine.filter((id) => theirs.includes(id) || !base.includes(id)),
  ...theirs.filter((id) => !base.includes(id) && !mine.includes(id)),
]

/** The same of questions, by their ids; undefined where both changed one of them, or one removed what the other changed. */
const bothQuestions = (
  base: readonly StoredFaqItem[],
  theirs: readonly StoredFaqItem[],
  mine: readonly StoredFaqItem[],
): StoredFaqItem[] | undefined => {
  const at = (items: readonly StoredFaqItem[]) => new Map(items.map((item) => [item.id, item]))
  const [was, is, wanted] = [at(base), at(theirs), at(mine)]
  const ids = [...new Set([...mine, ...theirs].map(({ id }) => id))]
  const kept: StoredFaqItem[] = []
  for (const id of ids) {
    const [old, there, here] = [was.get(id), is.get(id), wanted.get(id)]
    const item = sameValue(here, old) ? there : here
    if (!sameValue(here, old) && !sameValue(there, old) && !sameValue(here, there)) return undefined
    if (item) kept.push(item)
  }
  return new Set(kept.map(({ question }) => question.toLowerCase())).size === kept.length ? kept : undefined
}
