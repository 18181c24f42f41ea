import { Type, type Static } from 'typebox'
import {
  ById,
  del,
  Done,
  FileBytes,
  FreeText,
  get,
  ListQuery,
  Nullable,
  One,
  PageOf,
  PersonRef,
  post,
  put,
  SeenVersion,
  Timestamp,
  Version,
} from '#contract/kit/endpoint.ts'
import type { Act, Entity } from '#contract/kit/history.ts'
import { LARGEST_PICTURE } from '#contract/platform/pictures.ts'
import { ImageRef } from './image-ref.ts'

/** A cover has at least so many pixels across. */
export const NARROWEST_COVER = 600
/** How long an alternative text may be. */
export const LONGEST_ALT = 250
export const Part = Type.Number({ minimum: 0, maximum: 1 })

/** A picture of the library. */
export const BlogImage = Type.Object({
  ...ImageRef.properties,
  /** The name of the file that was sent. */
  name: Type.String(),
  /** How many posts, authors and working copies name it. */
  uses: Type.Integer(),
  added_by: Nullable(PersonRef),
  created_at: Timestamp,
  version: Version,
})
export type BlogImage = Static<typeof BlogImage>

export const blogImages = {
  list: get('/marketing/blog_images', {
    summary: 'The pictures of posts and authors, newest first',
    permission: 'blogs_list',
    query: ListQuery({ only: Type.Optional(Type.Enum(['unused', 'without_alt'])) }),
    reply: PageOf(BlogImage),
    failure: 'The pictures did not load. Try again.',
  }),
  read: get('/marketing/blog_images/:id', {
    summary: 'A picture of posts and authors',
    permission: ['blogs_list', 'blogs_add', 'blogs_edit'],
    params: ById,
    reply: One(BlogImage),
    failure: 'The picture did not load. Try again.',
  }),
  add: post('/marketing/blog_images', {
    summary: 'Adds a picture; sent again, the stored one is answered',
    permission: ['blogs_add', 'blogs_edit'],
    did: 'Added a picture',
    query: Type.Object({ name: Type.Optional(FreeText(200)), alt: Type.Optional(FreeText(LONGEST_ALT)) }),
    bytes: true,
    bodyLimit: LARGEST_PICTURE,
    reply: One(BlogImage),
    failure: 'The picture was not added. Try again.',
    timeout: 120_000,
  }),
  edit: put('/marketing/blog_images/:id', {
    summary: 'Sets what a picture shows and around which point it is cut',
    permission: ['blogs_add', 'blogs_edit'],
    did: 'Changed the picture *',
    params: ById,
    body: Type.Object({
      alt: Type.Optional(FreeText(LONGEST_ALT)),
      focal_x: Type.Optional(Part),
      focal_y: Type.Optional(Part),
      version: SeenVersion,
    }),
    reply: One(BlogImage),
    failure: 'The picture was not changed. Try again.',
  }),
  remove: del('/marketing/blog_images/:id', {
    summary: 'Deletes a picture that nothing uses',
    permission: ['blogs_add', 'blogs_edit'],
    did: 'Deleted the picture *',
    params: ById,
    reply: Done,
    failure: 'The picture was not deleted. Try again.',
  }),
  file: get('/i/:key/:variant', {
    summary: 'A picture for readers, in one format and size',
    permission: 'public',
    file: true,
    params: Type.Object({ key: Type.String({ maxLength: 200 }), variant: Type.String({ maxLength: 200 }) }),
    reply: FileBytes,
    failure: 'The picture did not load. Reload the page.',
    // A page shows many, to many people behind one address.
    perMinute: 12_000,
  }),
}

/** What is done with the library without a call. */
export const acts = {
  forget: { did: 'Deleted pictures that nothing has used for 30 days', undo: ['blogs_add', 'blogs_edit'] },
  make: { did: 'Made pictures for readers', undo: 'never' },
} as const satisfies Readonly<Record<string, Act>>

export const entities = {
  blog_images: {
    noun: { one: 'picture', many: 'pictures' },
    fields: { alt: 'description', focal_x: 'focal point, across', focal_y: 'focal point, down' },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
