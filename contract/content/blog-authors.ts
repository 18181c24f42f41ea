import { Type, type Static } from 'typebox'
import {
  ById,
  DateRange,
  del,
  Done,
  FreeAddress,
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
  PersonRef,
  post,
  put,
  SeenVersion,
  Text,
  Timestamp,
  Version,
} from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { Replacement } from './blog-categories.ts'
import { Part } from './blog-images.ts'
import { ImageRef } from './image-ref.ts'
import { POST_STATUSES } from './post.ts'

export const AUTHOR_LIMITS = {
  name: 120,
  slug: 100,
  role: 120,
  bio: 2_000,
  photo_alt: 250,
  links: 8,
  link_label: 40,
  link_url: 500,
} as const
export const AUTHOR_STATUSES = ['active', 'inactive'] as const
export const AUTHOR_SORTS = ['created_at', 'name', 'posts', 'status'] as const

export const AUTHOR_NOT_FOUND = 'Author not found'
/** Over the sentences about single fields. */
export const INVALID_AUTHOR = 'Invalid data provided'

export const AuthorRow = Type.Object({
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  /** For colleagues alone: readers never see it. */
  email: Type.String(),
  photo: Nullable(ImageRef),
  /** How many posts they wrote as their draft says, and as readers see it. */
  posts: Type.Integer(),
  live_posts: Type.Integer(),
  /** An inactive author is not offered for new posts. */
  status: Type.Enum([...AUTHOR_STATUSES]),
  created_at: Timestamp,
  version: Version,
})
export type AuthorRow = Static<typeof AuthorRow>

/** Elsewhere on the web; http or https. */
export const AuthorLink = Type.Object({
  label: Text(AUTHOR_LIMITS.link_label),
  url: Text(AUTHOR_LIMITS.link_url),
})
export type AuthorLink = Static<typeof AuthorLink>

export const Author = Type.Object({
  ...AuthorRow.properties,
  role: Type.String(),
  bio: Type.String(),
  photo_alt: Type.String(),
  links: Type.Array(AuthorLink),
  /** A colleague, where the author is one. */
  person: Nullable(PersonRef),
  /** The posts that changed last, at most `MOST_SHOWN`. */
  latest_posts: Type.Array(Type.Object({ id: Id, title: Type.String(), status: Type.Enum([...POST_STATUSES]) })),
})
export type Author = Static<typeof Author>
export const MOST_SHOWN = 20

/** An author to choose. */
export const AuthorOption = Type.Object({
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  photo_url: Nullable(Type.String()),
  status: Type.Enum([...AUTHOR_STATUSES]),
})
export type AuthorOption = Static<typeof AuthorOption>

const fields = {
  /** Empty: made of the name. */
  slug: Type.Optional(FreeText(AUTHOR_LIMITS.slug)),
  email: Type.Optional(FreeAddress),
  role: Type.Optional(FreeText(AUTHOR_LIMITS.role)),
  bio: Type.Optional(FreeLines(AUTHOR_LIMITS.bio)),
  links: Type.Optional(Type.Array(AuthorLink, { maxItems: AUTHOR_LIMITS.links })),
  status: Type.Optional(Type.Enum([...AUTHOR_STATUSES])),
  photo_alt: Type.Optional(FreeText(AUTHOR_LIMITS.photo_alt)),
  /** Around which point of the photo it is cut. */
  photo_focal_x: Type.Optional(Part),
  photo_focal_y: Type.Optional(Part),
  person_id: Type.Optional(Nullable(PersonId)),
}
const FAILED = 'Failed to create, update or delete author'
const LIST = 'blog_authors_list'
const EDIT = 'blog_authors_edit'
const Option = Type.Object({ value: Id, label: Type.String() })

export const blogAuthors = {
  list: get('/marketing/authors', {
    summary: 'The authors of the blog, the newest first',
    permission: LIST,
    query: ListQuery({
      status: Many(Type.Enum([...AUTHOR_STATUSES])),
      /** Those who wrote nothing. */
      posts: Type.Optional(Type.Enum(['none'])),
      ...DateRange,
    }),
    wire: {
      page: 'current',
      sort: 'sortField',
      order: 'sortOrder',
      search: 'searchText',
      from_date: 'fromDate',
      to_date: 'toDate',
    },
    reply: PageOf(AuthorRow),
    failure: 'Failed to fetch data',
  }),
  search: get('/marketing/authors/search', {
    summary: 'At most 20 authors whose name or email has a text; those that begin with it first',
    permission: [LIST, 'blogs_add', 'blogs_edit'],
    query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: One(Type.Array(AuthorOption)),
    failure: 'Search failed',
  }),
  details: get('/marketing/authors/:id', {
    summary: 'One author',
    permission: LIST,
    params: ById,
    reply: One(Author),
    failure: 'Failed to fetch data',
  }),
  add: post('/marketing/authors', {
    summary: 'Adds an author',
    permission: EDIT,
    did: 'Added *',
    body: Type.Object({ name: Text(AUTHOR_LIMITS.name), ...fields }),
    multipart: 'photo',
    reply: One(Author),
    failure: FAILED,
    timeout: 120_000,
  }),
  update: put('/marketing/authors/:id', {
    summary: 'Changes an author',
    permission: EDIT,
    did: 'Changed *',
    params: ById,
    body: Type.Object({
      name: Type.Optional(Text(AUTHOR_LIMITS.name)),
      ...fields,
      remove_photo: Type.Optional(Type.Boolean()),
      version: SeenVersion,
    }),
    multipart: 'photo',
    reply: One(Author),
    failure: FAILED,
    timeout: 120_000,
  }),
  remove: del('/marketing/authors/:id', {
    summary: 'Deletes an author; another one takes over the posts',
    permission: EDIT,
    did: 'Deleted *',
    params: ById,
    query: Replacement,
    reply: Done,
    failure: FAILED,
  }),
  selectOptions: get('/marketing/select-options', {
    summary: 'Choices for a post: active authors, categories and statuses, the first 100 of each',
    permission: ['blogs_list', 'blogs_add', 'blogs_edit'],
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: One(
      Type.Object({
        authors: Type.Array(Type.Object({ ...Option.properties, photo_url: Nullable(Type.String()) })),
        categories: Type.Array(Option),
        statuses: Type.Array(Type.Object({ value: Type.Enum([...POST_STATUSES]), label: Type.String() })),
        totals: Type.Object({ authors: Type.Integer(), categories: Type.Integer() }),
      }),
    ),
    failure: 'Failed to fetch authors options',
  }),
}

export const entities = {
  blog_authors: {
    noun: { one: 'author', many: 'authors' },
    fields: {
      slug: 'address',
      photo_id: 'photo',
      photo_alt: 'description of the photo',
      person_id: 'colleague',
      replaced_by: 'replacement',
    },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
