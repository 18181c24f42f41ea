import { Type } from 'typebox'
import { del, Done, FreeText, get, Id, Nullable, One, put, Timestamp, Version } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'
import type { PermissionKey } from '#contract/kit/permissions.ts'
import { POST_LIMITS } from './post.ts'

const WRITERS = ['blogs_add', 'blogs_edit'] as const satisfies readonly PermissionKey[]
/** Of a post, its id; of a new one, what the browser made. */
const ByKey = Type.Object({ key: Type.String({ maxLength: 60, pattern: '^[A-Za-z0-9_-]+$' }) })

/** What the caller has typed and not saved. */
export const WorkingCopyRow = Type.Object({
  key: Type.String(),
  /** Null: of a post that is not there yet. */
  post_id: Nullable(Id),
  /** The draft version that it began with. */
  base_version: Nullable(Version),
  title: Type.String(),
  device: Type.String(),
  updated_at: Timestamp,
})
export const WorkingCopy = Type.Object({
  ...WorkingCopyRow.properties,
  /** JSON text, as it was kept. */
  fields: Type.String(),
})

export const blogWorkingCopies = {
  list: get('/marketing/blog_working_copies', {
    summary: 'The caller’s unsaved text in posts, the newest first',
    permission: WRITERS,
    reply: One(Type.Array(WorkingCopyRow)),
    failure: 'Failed to fetch data',
  }),
  one: get('/marketing/blog_working_copies/:key', {
    summary: 'The caller’s unsaved text in one post',
    permission: WRITERS,
    params: ByKey,
    reply: One(WorkingCopy),
    failure: 'Failed to fetch data',
  }),
  keep: put('/marketing/blog_working_copies/:key', {
    summary: 'Keeps what the caller has typed, and does not touch the post',
    permission: WRITERS,
    did: NO_HISTORY,
    params: ByKey,
    body: Type.Object({
      post_id: Type.Optional(Nullable(Id)),
      base_version: Type.Optional(Nullable(Version)),
      /** A JSON object as text. */
      fields: Type.String({ minLength: 2, maxLength: POST_LIMITS.working_copy }),
      device: Type.Optional(FreeText(60)),
    }),
    bodyLimit: 2 * POST_LIMITS.working_copy,
    reply: One(WorkingCopyRow),
    failure: 'Your text was not stored on the server. It stays in this browser.',
  }),
  discard: del('/marketing/blog_working_copies/:key', {
    summary: 'Throws away what the caller has typed and not saved',
    permission: WRITERS,
    did: NO_HISTORY,
    params: ByKey,
    reply: Done,
    failure: 'The working copy was not discarded. Try again.',
  }),
}
