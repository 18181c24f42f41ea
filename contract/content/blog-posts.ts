import { Type } from 'typebox'
import {
  ById,
  DateRange,
  Done,
  FreeLines,
  FreeText,
  get,
  Id,
  ListQuery,
  Many,
  Nullable,
  One,
  PageOf,
  PersonId,
  post,
  put,
  SeenVersion,
  Text,
  Version,
  type BodyOf,
  type RowOf,
} from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { Part } from './blog-images.ts'
import { FaqItem, POST_CHANGES, POST_LIMITS, POST_STATUSES, Post, PostRow, StoredFaqItem } from './post.ts'

/** The filters of the list, and of what is selected by it. */
export const POST_FILTERS = {
  status: Many(Type.Enum([...POST_STATUSES])),
  changes: Many(Type.Enum([...POST_CHANGES])),
  /** What is done with the draft, of new posts and of live ones alike. */
  work: Many(Type.Enum([...POST_CHANGES])),
  author: Many(Id),
  category: Many(Id),
  updated_by: Many(PersonId),
  /** Those that the caller made or changed last. */
  mine: Type.Optional(Type.Enum(['yes'])),
  /** `blocking`: what has to be mended before it can be published. */
  findings: Type.Optional(Type.Enum(['blocking'])),
  ...DateRange,
}

/** What a post can be sent with. */
const SENT_STATUSES = ['draft', 'in_review', 'scheduled', 'published'] as const

const slug = FreeText(POST_LIMITS.slug)
const faqItems = Type.Array(FaqItem, { maxItems: POST_LIMITS.faq })
const authors = Type.Array(Id, { minItems: 1, maxItems: POST_LIMITS.authors })

/** What a person writes; each may be left out of a change. */
const fields = {
  title: Type.Optional(Text(POST_LIMITS.title)),
  /** Empty: made of the title. */
  slug: Type.Optional(slug),
  /** The document as JSON text. */
  document: Type.Optional(Type.String({ maxLength: POST_LIMITS.document })),
  /** HTML in its place; the document wins where both are sent. */
  content: Type.Optional(Type.String({ maxLength: POST_LIMITS.document })),
  excerpt: Type.Optional(FreeLines(POST_LIMITS.excerpt)),
  authors: Type.Optional(authors),
  categories: Type.Optional(Type.Array(Id, { maxItems: POST_LIMITS.categories })),
  faq_items: Type.Optional(faqItems),
  /** A picture of the library, where no file `image` is sent. */
  image_id: Type.Optional(Id),
  image_alt: Type.Optional(FreeText(POST_LIMITS.alt)),
  image_decorative: Type.Optional(Type.Boolean()),
  image_caption: Type.Optional(FreeText(POST_LIMITS.caption)),
  /** What of the cover stays in sight when it is cut: parts of its width and height. */
  image_focal_x: Type.Optional(Part),
  image_focal_y: Type.Optional(Part),
  seo_title: Type.Optional(FreeText(POST_LIMITS.seo_title)),
  seo_description: Type.Optional(FreeText(POST_LIMITS.seo_description)),
  og_image_id: Type.Optional(Nullable(Id)),
  canonical_url: Type.Optional(Nullable(FreeText(POST_LIMITS.canonical_url))),
  noindex: Type.Optional(Type.Boolean()),
  /** Where it is to stand afterwards, as if the step to it were taken right after the save; `draft`: as it stands then. */
  status: Type.Optional(Type.Enum([...SENT_STATUSES])),
  /** Of `scheduled`: an instant, as ISO 8601 with its offset, or a local time of the zone without one. */
  publish_at: Type.Optional(Type.String({ maxLength: 40 })),
  /** The IANA name of the zone that it was chosen in; else the caller’s. */
  publish_zone: Type.Optional(FreeText(60)),
  /** Whether subscribers are to be written to when it goes live. */
  send_on_publish: Type.Optional(Type.Boolean()),
  /** A name for the version that it makes. */
  note: Type.Optional(FreeText(POST_LIMITS.note)),
  /** The key of the working copy that is done with this. */
  working_copy: Type.Optional(Type.String({ maxLength: 60 })),
  /** Takes over an address from which readers of another post are still sent on. */
  take_over_redirect: Type.Optional(Type.Boolean()),
}

const FAILED = 'Failed to fetch data'
const UNEXPECTED = 'An unexpected error occurred'

export const blogPosts = {
  list: get('/marketing/blogpost_list', {
    summary: 'The posts of the blog, the last changed first',
    permission: 'blogs_list',
    query: ListQuery(POST_FILTERS),
    reply: PageOf(PostRow),
    failure: FAILED,
  }),
  details: get('/marketing/blogpost/:id', {
    summary: 'One post with its text, as its draft or as readers see it',
    permission: 'blogs_list',
    params: ById,
    query: Type.Object({ live: Type.Optional(Type.Enum(['1', '0'])) }),
    reply: One(Post),
    failure: FAILED,
  }),
  add: post('/marketing/add_blogpost', {
    summary: 'Adds a post as a draft',
    permission: 'blogs_add',
    did: 'Added *',
    body: Type.Object({ ...fields, title: Text(POST_LIMITS.title), authors }),
    multipart: 'image',
    bodyLimit: POST_LIMITS.form,
    reply: One(Post),
    failure: 'Failed to add blog post',
    timeout: 120_000,
  }),
  update: put('/marketing/update_blogpost/:id', {
    summary: 'Saves a new version of a post; what is not sent stays, and what colleagues changed meanwhile is merged',
    permission: 'blogs_edit',
    did: 'Changed *',
    params: ById,
    body: Type.Object({
      ...fields,
      /** Leaves a scheduled post scheduled; else a save takes it from the schedule. */
      keep_schedule: Type.Optional(Type.Boolean()),
      version: SeenVersion,
    }),
    multipart: 'image',
    bodyLimit: POST_LIMITS.form,
    reply: One(Post),
    failure: UNEXPECTED,
    timeout: 120_000,
  }),
  remove: post('/marketing/delete_blogpost', {
    summary: 'Deletes a post; its address is gone for readers',
    permission: 'blogs_delete',
    did: 'Deleted *',
    body: Type.Object({ id: Id, version: SeenVersion }),
    reply: Done,
    failure: 'An error occurred while deleting the blog post',
  }),
  faq: get('/marketing/get-blog-faq/:id', {
    summary: 'The questions and answers of a post',
    permission: 'blogs_list',
    params: ById,
    reply: One(Type.Object({ faq_items: Type.Array(StoredFaqItem), version: Version })),
    failure: FAILED,
  }),
  setFaq: post('/marketing/blog-faq/:id', {
    summary:
      'Replaces the questions and answers of a post, as a new version; live at once on request if nothing else waits',
    permission: 'blogs_edit',
    did: 'Changed the questions of *',
    params: ById,
    body: Type.Object({
      faq_items: faqItems,
      version: SeenVersion,
      publish: Type.Optional(Type.Boolean()),
    }),
    bodyLimit: 1024 ** 2,
    reply: One(Type.Object({ faq_items: Type.Array(StoredFaqItem), version: Version })),
    failure: UNEXPECTED,
  }),
  linkTargets: get('/marketing/blog_link_targets', {
    summary: 'Targets of links by id: posts and products, those first that begin with the words',
    permission: ['blogs_list', 'blogs_add', 'blogs_edit'],
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: One(
      Type.Array(
        Type.Object({
          kind: Type.Enum(['post', 'product']),
          id: Id,
          label: Type.String(),
          /** The address of a post, the code of a product. */
          note: Type.String(),
          live: Type.Boolean(),
        }),
      ),
    ),
    failure: 'Search failed',
  }),
}
export type BlogPostRow = RowOf<typeof blogPosts.list>
export type SentPost = Omit<BodyOf<typeof blogPosts.update>, 'version' | 'keep_schedule'>

export const entities = {
  blog_posts: {
    noun: { one: 'blog post', many: 'blog posts' },
    fields: {
      slug: 'address',
      work: 'state of the draft',
      draft_version: 'draft version',
      live_version: 'live version',
      archive_target_id: 'post that readers are sent to',
      publish_at: 'publishing time',
      publish_zone: 'time zone',
      send_on_publish: 'update mail',
      review_by: 'reviewed by',
    },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
