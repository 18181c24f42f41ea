import type { DocumentNode } from '#contract/content/document.ts'
import type { Finding, Post } from '#contract/content/post.ts'
import { textOf } from '#web/content/comparison/diff-blocks.ts'

const FIELDS: Readonly<Record<string, string>> = {
  title: 'Title',
  slug: 'Address',
  document: 'Text',
  excerpt: 'Summary',
  image: 'Cover',
  image_id: 'Cover',
  image_alt: 'Cover',
  image_caption: 'Cover',
  authors: 'Authors',
  categories: 'Categories',
  faq_items: 'FAQs',
  seo_title: 'Search and social',
  seo_description: 'Search and social',
  canonical_url: 'Search and social',
}

/** Where in the post it is: the section of the text, or the field. */
export const placeOf = ({ field, block }: Finding, { document }: Pick<Post, 'document'>): string | undefined => {
  if (field === null) return undefined
  if (block === null) return FIELDS[field]
  const blocks: readonly DocumentNode[] = document.content ?? []
  const heading = blocks.slice(0, block + 1).findLast(({ type }) => type === 'heading')
  return heading ? `In “${textOf(heading)}”` : 'At the beginning of the text'
}
