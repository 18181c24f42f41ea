import { Type, type Static } from 'typebox'
import { Id, Nullable, PersonRef, Text, Lines, Timestamp, Version } from '#contract/kit/endpoint.ts'
import type { DocumentNode, PostDocument } from './document.ts'
import { ImageRef } from './image-ref.ts'
import { MAILING_STATES } from './mailing-shapes.ts'

/** What lists call it: an archived post is that alone, else a live one is published, whatever is done with its draft. */
export const POST_STATUSES = ['draft', 'in_review', 'scheduled', 'published', 'archived'] as const
export type PostStatus = (typeof POST_STATUSES)[number]
/** What is done with the draft of a post that is live. */
export const POST_CHANGES = ['draft', 'in_review', 'scheduled'] as const
export type PostChanges = (typeof POST_CHANGES)[number]

export const POST_SORTS = ['updated_at', 'published_at', 'title', 'status', 'words', 'created_at'] as const

/** How long the texts of a post may be, and how many of each it may have. */
export const POST_LIMITS = {
  title: 200,
  slug: 100,
  excerpt: 300,
  alt: 250,
  caption: 500,
  authors: 10,
  categories: 10,
  faq: 50,
  question: 300,
  answer: 2_000,
  seo_title: 120,
  seo_description: 300,
  canonical_url: 500,
  note: 200,
  review_note: 2_000,
  /** Of a document, as JSON: a little more than it may have, so that the sentence about its size can be said. */
  document: 2_621_440,
  /** Of a working copy, as JSON. */
  working_copy: 2_621_440,
  /** A new picture may have so many bytes, and a whole form so many. */
  image: 10 * 1024 ** 2,
  form: 14 * 1024 ** 2,
} as const

/** Small letters, digits and single hyphens. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** Addresses of the blog that are something else. */
export const RESERVED_SLUGS = [
  'feed',
  'rss',
  'sitemap',
  'page',
  'category',
  'author',
  'preview',
  'search',
  'blog',
] as const

export const IMAGE_REQUIRED = 'Image is required. Please upload an image file.'
export const POST_NOT_FOUND = 'Blog post not found'
export const NOTHING_CHANGED = 'Nothing had changed'

const Named = Type.Object({ id: Id, name: Type.String() })

/** A question with its answer. Its id stays when it is moved or changed; a new one has none. */
export const FaqItem = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 36 })),
  question: Text(POST_LIMITS.question),
  answer: Lines(POST_LIMITS.answer),
})
export type SentFaqItem = Static<typeof FaqItem>
export const StoredFaqItem = Type.Object({ id: Type.String(), question: Type.String(), answer: Type.String() })
export type StoredFaqItem = Static<typeof StoredFaqItem>

export const PostRow = Type.Object({
  id: Id,
  post_no: Type.Integer(),
  title: Type.String(),
  slug: Type.String(),
  status: Type.Enum([...POST_STATUSES]),
  /** Of a live post whose draft is not what readers see. */
  changes: Nullable(Type.Enum([...POST_CHANGES])),
  image: Nullable(ImageRef),
  authors: Type.Array(Named),
  categories: Type.Array(Named),
  faq_count: Type.Integer(),
  words: Type.Integer(),
  publish_at: Nullable(Timestamp),
  published_at: Nullable(Timestamp),
  updated_at: Timestamp,
  updated_by: Nullable(PersonRef),
  created_by: Nullable(PersonRef),
  created_at: Timestamp,
  /** Its mailings that began, and how the last one stands; null: there is none. */
  updates_sent: Type.Object({
    count: Type.Integer(),
    last_at: Nullable(Timestamp),
    state: Nullable(Type.Enum([...MAILING_STATES])),
  }),
  /** As they were when it was saved. */
  findings: Type.Object({ blocking: Type.Integer(), advice: Type.Integer() }),
  /** Who asked for the review that is open. */
  review: Nullable(Type.Object({ by: Nullable(PersonRef), at: Nullable(Timestamp) })),
  version: Version,
})
export type PostRow = Static<typeof PostRow>

/** What an import of HTML could not keep. */
const Dropped = Type.Object({ what: Type.String(), count: Type.Integer(), sample: Type.String() })

export const Heading = Type.Object({ level: Type.Integer(), text: Type.String(), id: Type.String() })

/** What a version says: all that an editor can change. */
const saying = {
  document: Type.Unsafe<PostDocument>(Type.Unknown()),
  excerpt: Type.String(),
  image_alt: Type.String(),
  image_decorative: Type.Boolean(),
  image_caption: Type.String(),
  faq_items: Type.Array(StoredFaqItem),
  seo_title: Type.String(),
  seo_description: Type.String(),
  og_image: Nullable(ImageRef),
  canonical_url: Nullable(Type.String()),
  noindex: Type.Boolean(),
  characters: Type.Integer(),
  reading_minutes: Type.Integer(),
  outline: Type.Array(Heading),
}

export const Post = Type.Object({
  ...PostRow.properties,
  ...saying,
  /** The document as HTML. */
  content: Type.String(),
  /** Where readers find it: on the company’s own web site by its pattern, or the path of our page; null as long as there is neither. */
  url: Nullable(Type.String()),
  draft_version: Version,
  live_version: Nullable(Version),
  first_published_at: Nullable(Timestamp),
  publish_zone: Nullable(Type.String()),
  send_on_publish: Type.Boolean(),
  archived_at: Nullable(Timestamp),
  archive_target: Nullable(Type.Object({ id: Id, title: Type.String() })),
  /** Who asked for the review that is open, or decided on the last one. */
  review: Nullable(
    Type.Object({
      by: Nullable(PersonRef),
      note: Type.String(),
      at: Nullable(Timestamp),
      /** Somebody else has looked at this draft and found it good. */
      approved: Type.Boolean(),
    }),
  ),
  /** What a sent HTML had that a post cannot hold. */
  dropped: Type.Optional(Type.Array(Dropped)),
  /** Colleagues who have kept a working copy of it within the last 15 minutes, and since when. */
  others: Type.Array(Type.Object({ id: Id, name: Type.String(), since: Timestamp })),
})
export type Post = Static<typeof Post>

export const VERSION_KINDS = ['save', 'publish', 'restore', 'import', 'merge', 'bulk'] as const

export const PostVersionRow = Type.Object({
  number: Version,
  kind: Type.Enum([...VERSION_KINDS]),
  /** Which version a restore or a merge came from. */
  from_version: Nullable(Version),
  /** The name that a person gave it. */
  note: Type.String(),
  title: Type.String(),
  words: Type.Integer(),
  made_by: Nullable(PersonRef),
  made_at: Timestamp,
  is_draft: Type.Boolean(),
  is_live: Type.Boolean(),
  /** When it became what readers see, the last time. */
  published_at: Nullable(Timestamp),
})
export type PostVersionRow = Static<typeof PostVersionRow>

export const PostVersion = Type.Object({
  ...PostVersionRow.properties,
  ...saying,
  slug: Type.String(),
  content: Type.String(),
  image: Nullable(ImageRef),
  authors: Type.Array(Named),
  categories: Type.Array(Named),
})
export type PostVersion = Static<typeof PostVersion>

const Block = Nullable(Type.Unsafe<DocumentNode>(Type.Unknown()))
/** Two versions, field by field and block by block, in the order of the later one. */
export const Comparison = Type.Object({
  fields: Type.Array(
    Type.Object({
      field: Type.String(),
      label: Type.String(),
      from: Nullable(Type.String()),
      to: Nullable(Type.String()),
    }),
  ),
  blocks: Type.Array(
    Type.Object({
      change: Type.Enum(['same', 'added', 'removed', 'changed', 'moved']),
      from: Block,
      to: Block,
      /** Of one that moved: the heading that it stood under; null at the top. */
      under: Type.Optional(Nullable(Type.String())),
    }),
  ),
})
export type Comparison = Static<typeof Comparison>

/** One thing that a publish check found. */
export const Finding = Type.Object({
  code: Type.String(),
  message: Type.String(),
  /** What to do about it, or which one it is. */
  detail: Type.String(),
  /** The field that it is about, as calls name it; `document` for the text. */
  field: Nullable(Type.String()),
  /** The place of the block among those of the document. */
  block: Nullable(Type.Integer()),
})
export type Finding = Static<typeof Finding>

/** What publishing would change for readers, in words. */
export const Change = Type.Object({
  field: Type.String(),
  label: Type.String(),
  from: Nullable(Type.String()),
  to: Nullable(Type.String()),
})
export type Change = Static<typeof Change>
