import { Type, type Static } from 'typebox'
import {
  ById,
  del,
  Done,
  FreeText,
  get,
  Id,
  One,
  post,
  put,
  SeenVersion,
  Text,
  Version,
} from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'

export const MOST_CATEGORIES = 100
export const CATEGORY_LIMITS = { name: 80, slug: 100, description: 300 } as const

/** What posts are filed under. */
export const BlogCategory = Type.Object({
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  description: Type.String(),
  /** How many posts are filed under it as their draft says, and as readers see it. */
  posts: Type.Integer(),
  live_posts: Type.Integer(),
  version: Version,
})
export type BlogCategory = Static<typeof BlogCategory>

const fields = {
  /** Empty: made of the name. */
  slug: Type.Optional(FreeText(CATEGORY_LIMITS.slug)),
  description: Type.Optional(FreeText(CATEGORY_LIMITS.description)),
}
/** Which of them takes over the posts. */
export const Replacement = Type.Object({ replacement_id: Type.Optional(Id) })

export const blogCategories = {
  list: get('/marketing/blog_categories', {
    summary: 'The categories of the blog in their order',
    permission: ['blogs_list', 'blogs_add', 'blogs_edit'],
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: One(Type.Array(BlogCategory)),
    failure: 'Failed to fetch blog categories',
  }),
  add: post('/marketing/blog_categories', {
    summary: 'Adds a category, as the last one',
    permission: 'blogs_edit',
    did: 'Added *',
    body: Type.Object({ name: Text(CATEGORY_LIMITS.name), ...fields }),
    reply: One(BlogCategory),
    failure: 'The category was not added. Try again.',
  }),
  order: post('/marketing/blog_categories/order', {
    summary: 'Sets the order of the categories',
    permission: 'blogs_edit',
    did: 'Reordered the categories',
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MOST_CATEGORIES }) }),
    reply: One(Type.Array(BlogCategory)),
    failure: 'The order was not saved. Try again.',
  }),
  update: put('/marketing/blog_categories/:id', {
    summary: 'Changes a category',
    permission: 'blogs_edit',
    did: 'Changed *',
    params: ById,
    body: Type.Object({ name: Type.Optional(Text(CATEGORY_LIMITS.name)), ...fields, version: SeenVersion }),
    reply: One(BlogCategory),
    failure: 'The category was not changed. Try again.',
  }),
  remove: del('/marketing/blog_categories/:id', {
    summary: 'Deletes a category; another one takes over its posts',
    permission: 'blogs_edit',
    did: 'Deleted *',
    params: ById,
    query: Replacement,
    reply: Done,
    failure: 'The category was not deleted. Try again.',
  }),
}

export const entities = {
  blog_categories: {
    noun: { one: 'blog category', many: 'blog categories' },
    fields: { slug: 'address', position: 'place', replaced_by: 'replacement' },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
