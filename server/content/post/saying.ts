import type { PostDocument } from '#contract/content/document.ts'
import type { StoredFaqItem } from '#contract/content/post.ts'
import { canonicalJson } from '#server/kit/canonical.ts'

/** All that an editor can change of a post: what one of its versions says. By the names of its columns. */
export interface Saying {
  title: string
  slug: string
  document: PostDocument
  excerpt: string
  image_id: number
  image_alt: string
  image_decorative: boolean
  image_caption: string
  author_ids: readonly number[]
  category_ids: readonly number[]
  faq: readonly StoredFaqItem[]
  seo_title: string
  seo_description: string
  og_image_id: number | null
  canonical_url: string | null
  noindex: boolean
}
export type SayingField = keyof Saying

/** Each field as calls name it, and as people do. */
const FIELDS: Readonly<Record<SayingField, { wire: string; label: string }>> = {
  title: { wire: 'title', label: 'Title' },
  slug: { wire: 'slug', label: 'Address' },
  document: { wire: 'document', label: 'Text' },
  excerpt: { wire: 'excerpt', label: 'Summary' },
  image_id: { wire: 'image_id', label: 'Cover' },
  image_alt: { wire: 'image_alt', label: 'Description of the cover' },
  image_decorative: { wire: 'image_decorative', label: 'Cover is decoration' },
  image_caption: { wire: 'image_caption', label: 'Caption of the cover' },
  author_ids: { wire: 'authors', label: 'Authors' },
  category_ids: { wire: 'categories', label: 'Categories' },
  faq: { wire: 'faq_items', label: 'Questions' },
  seo_title: { wire: 'seo_title', label: 'Title for search engines' },
  seo_description: { wire: 'seo_description', label: 'Description for search engines' },
  og_image_id: { wire: 'og_image_id', label: 'Picture for social media' },
  canonical_url: { wire: 'canonical_url', label: 'Canonical address' },
  noindex: { wire: 'noindex', label: 'Hidden from search engines' },
}
export const SAYING_FIELDS: readonly SayingField[] = [
  'title',
  'slug',
  'document',
  'excerpt',
  'image_id',
  'image_alt',
  'image_decorative',
  'image_caption',
  'author_ids',
  'category_ids',
  'faq',
  'seo_title',
  'seo_description',
  'og_image_id',
  'canonical_url',
  'noindex',
]
export const wireName = (field: SayingField) => FIELDS[field].wire
export const labelOf = (field: SayingField) => FIELDS[field].label

/** What a post begins with, beside its title, address, cover and authors. */
export const BLANK = {
  excerpt: '',
  image_alt: '',
  image_decorative: false,
  image_caption: '',
  category_ids: [],
  faq: [],
  seo_title: '',
  seo_description: '',
  og_image_id: null,
  canonical_url: null,
  noindex: false,
} as const satisfies Partial<Saying>

export const sameValue = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other)

export const changedFields = (from: Saying, to: Saying): SayingField[] =>
  SAYING_FIELDS.filter((field) => !sameValue(from[field], to[field]))
