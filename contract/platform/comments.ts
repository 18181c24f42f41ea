import { Type, type Static } from 'typebox'
import { Lines, Nullable, PersonId, PersonRef, Timestamp } from '#contract/kit/endpoint.ts'
import type { NotifiedKind } from './notifications.ts'

/** How long an author can edit a comment. */
export const EDITABLE_SECONDS = 10 * 60
const LONGEST_COMMENT = 5_000

/** A comment on a row of any entity; the area adds the row’s id under its own name. */
export const StoredComment = Type.Object({
  id: Type.Integer(),
  comment: Type.String(),
  author: PersonRef,
  mentions: Type.Array(PersonRef),
  pinned: Type.Boolean(),
  created_at: Timestamp,
  edited_at: Nullable(Timestamp),
})
export type StoredComment = Static<typeof StoredComment>

/** What people call the fields of a comment. */
export const COMMENT_FIELDS = { body: 'comment', author_id: 'author' } as const

export const CommentText = Lines(LONGEST_COMMENT)
export const Mentions = Type.Array(PersonId, { maxItems: 20 })
export const CommentEdit = Type.Object({
  comment: Type.Optional(CommentText),
  mentions: Type.Optional(Mentions),
  pinned: Type.Optional(Type.Boolean()),
})
export type CommentEdit = Static<typeof CommentEdit>

export const notified = {
  mentioned: {
    icon: 'comment',
    yours: { label: 'Mentions', text: 'Someone mentions you in a comment' },
    theirs: { label: 'Mentions', text: 'Someone mentions them in a comment' },
  },
} as const satisfies Readonly<Record<string, NotifiedKind>>
