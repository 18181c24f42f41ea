/** One thing that a check before publishing found, and where, so that a screen can lead there. */
export interface Finding {
  kind: FindingKind
  /** What is wrong, in a line: "The cover has no alternative text". */
  message: string
  /** What to do about it, or which one it is. */
  detail: string
  field: FindingField
  /** Which block of the text, from 0, or which question; null: the field as a whole. */
  at: number | null
}
export type FindingField =
  | 'title'
  | 'slug'
  | 'image'
  | 'authors'
  | 'document'
  | 'faq'
  | 'excerpt'
  | 'seo_title'
  | 'seo_description'
  | 'canonical_url'
  | 'review'
  | 'send'

export type FindingKind =
  // These block.
  | 'missing'
  | 'picture_alt'
  | 'picture_not_ready'
  | 'slug'
  | 'dead_link'
  | 'dead_fragment'
  | 'faq'
  | 'product'
  | 'canonical'
  | 'review'
  // These advise.
  | 'length'
  | 'heading_level'
  | 'link_text'
  | 'plain_http'
  | 'no_internal_link'
  | 'long_paragraph'
  | 'long_sentence'
  | 'capitals'
  | 'table_header'
  | 'similar_title'
  | 'long_answer'
  | 'inactive_author'
  | 'nobody_subscribed'
  | 'hard_to_read'

export interface Readability {
  /** Words of a sentence + the share of long words in percent; below 40 easy, below 55 medium. */
  lix: number
  level: 'easy' | 'medium' | 'hard'
  /** At most five, the hardest first, each with its block. */
  hardest: readonly { text: string; lix: number; at: number }[]
}
export interface Findings {
  blocking: readonly Finding[]
  advice: readonly Finding[]
  readability: Readability
}
