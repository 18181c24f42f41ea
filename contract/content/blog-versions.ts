import { Type } from 'typebox'
import { ById, FreeText, get, Id, Many, One, PageOf, post, put, SeenVersion, Version } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import { Comparison, Post, POST_LIMITS, PostVersion, PostVersionRow, VERSION_KINDS } from './post.ts'

const ByNumber = Type.Object({ id: Id, number: Version })
const FAILED = 'Failed to fetch data'

export const blogVersions = {
  list: get('/marketing/blog_versions/:id', {
    summary: 'The versions of a post, the newest first',
    permission: 'blogs_list',
    params: ById,
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      search: Type.Optional(Type.String({ maxLength: 200 })),
      kind: Many(Type.Enum([...VERSION_KINDS])),
      /** Those that readers have seen. */
      published: Type.Optional(Type.Enum(['yes'])),
    }),
    reply: PageOf(PostVersionRow),
    failure: FAILED,
  }),
  one: get('/marketing/blog_version/:id/:number', {
    summary: 'A post as one of its versions says it',
    permission: 'blogs_list',
    params: ByNumber,
    reply: One(PostVersion),
    failure: FAILED,
  }),
  compare: get('/marketing/blog_comparison/:id', {
    summary: 'Two versions of a post, field by field and block by block',
    permission: 'blogs_list',
    params: ById,
    query: Type.Object({ from: Version, to: Version }),
    reply: One(Comparison),
    failure: 'The versions were not compared. Try again.',
  }),
  restore: post('/marketing/restore_blog_version/:id', {
    summary: 'Makes a new draft of what an earlier version said; what readers see stays',
    permission: 'blogs_edit',
    did: 'Restored a version of *',
    params: ById,
    body: Type.Object({ number: Version, version: SeenVersion }),
    reply: One(Post),
    failure: 'The version was not restored. Try again.',
  }),
  note: put('/marketing/blog_version_note/:id/:number', {
    summary: 'Names a version',
    permission: 'blogs_edit',
    did: NO_HISTORY,
    params: ByNumber,
    body: Type.Object({ note: FreeText(POST_LIMITS.note) }),
    reply: One(PostVersionRow),
    failure: 'The version was not named. Try again.',
  }),
}
