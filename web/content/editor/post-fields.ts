import { dequal } from 'dequal'
import { EMPTY_DOCUMENT, type PostDocument } from '#contract/content/document.ts'
import type { ImageRef } from '#contract/content/image-ref.ts'
import type { SentPost } from '#contract/content/blog-posts.ts'
import type { Post, PostVersion } from '#contract/content/post.ts'

export interface Named {
  id: number
  name: string
}

export interface FaqEntry {
  /** Of the server; a new one has none before it is saved. */
  id?: string
  /** Of this page, and the same for as long as it is open. */
  key: string
  question: string
  answer: string
}

/** All that is written in the editor. */
export interface PostFields {
  title: string
  slug: string
  document: PostDocument
  excerpt: string
  image: ImageRef | null
  image_alt: string
  image_decorative: boolean
  image_caption: string
  authors: readonly Named[]
  categories: readonly Named[]
  faq_items: readonly FaqEntry[]
  seo_title: string
  seo_description: string
  og_image: ImageRef | null
  canonical_url: string
  noindex: boolean
}
export type FieldName = keyof PostFields

export const FIELD_LABELS: Readonly<Record<FieldName, string>> = {
  title: 'Title',
  slug: 'Address',
  document: 'Text',
  excerpt: 'Summary',
  image: 'Cover',
  image_alt: 'Alt text of the cover',
  image_decorative: 'Cover is decoration',
  image_caption: 'Caption of the cover',
  authors: 'Authors',
  categories: 'Categories',
  faq_items: 'FAQs',
  seo_title: 'Search title',
  seo_description: 'Search description',
  og_image: 'Picture for social networks',
  canonical_url: 'Original address',
  noindex: 'Hidden from search engines',
}
export const FIELDS = Object.keys(FIELD_LABELS) as FieldName[]

export const NEW_POST: PostFields = {
  title: '',
  slug: '',
  document: EMPTY_DOCUMENT,
  excerpt: '',
  image: null,
  image_alt: '',
  image_decorative: false,
  image_caption: '',
  authors: [],
  categories: [],
  faq_items: [],
  seo_title: '',
  seo_description: '',
  og_image: null,
  canonical_url: '',
  noindex: false,
}

/** What a stored post or version says. */
export const fieldsOf = (stored: Post | PostVersion): PostFields => ({
  title: stored.title,
  slug: stored.slug,
  document: stored.document,
  excerpt: stored.excerpt,
  image: stored.image,
  image_alt: stored.image_alt,
  image_decorative: stored.image_decorative,
  image_caption: stored.image_caption,
  authors: stored.authors,
  categories: stored.categories,
  faq_items: stored.faq_items.map((item) => ({ ...item, key: item.id })),
  seo_title: stored.seo_title,
  seo_description: stored.seo_description,
  og_image: stored.og_image,
  canonical_url: stored.canonical_url ?? '',
  noindex: stored.noindex,
})

/** A field as the call takes it, so that two are the same when they say the same. */
const SENT: { [Name in FieldName]: (fields: PostFields) => SentPost } = {
  title: ({ title }) => ({ title: title.trim() }),
  slug: ({ slug }) => ({ slug: slug.trim() }),
  document: ({ document }) => ({ document: JSON.stringify(document) }),
  excerpt: ({ excerpt }) => ({ excerpt }),
  image: ({ image }) => (image ? { image_id: image.id } : {}),
  image_alt: ({ image_alt }) => ({ image_alt }),
  image_decorative: ({ image_decorative }) => ({ image_decorative }),
  image_caption: ({ image_caption }) => ({ image_caption }),
  authors: ({ authors }) => ({ authors: authors.map(({ id }) => id) }),
  categories: ({ categories }) => ({ categories: categories.map(({ id }) => id) }),
  faq_items: ({ faq_items }) => ({
    faq_items: faq_items
      .filter(({ question, answer }) => question.trim() !== '' || answer.trim() !== '')
      .map(({ id, question, answer }) => ({
        ...(id !== undefined && { id }),
        question: question.trim(),
        answer: answer.trim(),
      })),
  }),
  seo_title: ({ seo_title }) => ({ seo_title }),
  seo_description: ({ seo_description }) => ({ seo_description }),
  og_image: ({ og_image }) => ({ og_image_id: og_image?.id ?? null }),
  canonical_url: ({ canonical_url }) => ({ canonical_url: canonical_url.trim() || null }),
  noindex: ({ noindex }) => ({ noindex }),
}

export const isSame = (name: FieldName, one: PostFields, other: PostFields) =>
  one[name] === other[name] || dequal(comparable(name, one), comparable(name, other))

// Attributes that stand in another order say the same.
const comparable = (name: FieldName, fields: PostFields) => (name === 'document' ? fields.document : SENT[name](fields))

export const changedFields = (from: PostFields, to: PostFields) => FIELDS.filter((name) => !isSame(name, from, to))

/** The body of a save: what differs from what is stored, or all of a new post. */
export const sentOf = (fields: PostFields, names: readonly FieldName[]): SentPost =>
  Object.assign({}, ...names.map((name) => SENT[name](fields)))

/** What keeps it from being saved, at the first of its fields. */
export const missingIn = (fields: PostFields): { field: FieldName; sentence: string } | undefined => {
  if (!fields.image) return { field: 'image', sentence: 'Image is required. Please upload an image file.' }
  if (!fields.title.trim()) return { field: 'title', sentence: 'Enter the title' }
  if (fields.authors.length === 0) return { field: 'authors', sentence: 'Choose at least one author' }
  const half = fields.faq_items.find(({ question, answer }) => !question.trim() !== !answer.trim())
  if (half) return { field: 'faq_items', sentence: half.question.trim() ? 'Enter the answer' : 'Enter the question' }
  return undefined
}

/** The items as the server knows them now, each with its own key: what was written meanwhile stays. */
export const withStoredIds = (items: readonly FaqEntry[], stored: readonly FaqEntry[]): readonly FaqEntry[] => {
  const free = stored.filter(({ id }) => !items.some((item) => item.id === id))
  return items.map((item) => {
    if (item.id !== undefined) return item
    const at = free.findIndex(
      ({ question, answer }) => question === item.question.trim() && answer === item.answer.trim(),
    )
    const [known] = at < 0 ? [] : free.splice(at, 1)
    return known?.id === undefined ? item : { ...item, id: known.id }
  })
}
