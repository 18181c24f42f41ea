import { Type } from 'typebox'
import {
  ById,
  del,
  Done,
  FreeLines,
  FreeText,
  get,
  Id,
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
import { Change, Finding, Post, POST_LIMITS } from './post.ts'

export const POST_ACTIONS = [
  'submit',
  'return',
  'approve',
  'schedule',
  'unschedule',
  'publish',
  'unpublish',
  'discard_changes',
  'archive',
  'unarchive',
] as const
export type PostAction = (typeof POST_ACTIONS)[number]

export const PreviewLink = Type.Object({
  id: Id,
  /** Null: it follows the draft. */
  number: Nullable(Version),
  expires_at: Timestamp,
  revoked_at: Nullable(Timestamp),
  opened: Type.Integer(),
  made_by: Nullable(PersonRef),
  created_at: Timestamp,
})

export const Redirect = Type.Object({
  id: Id,
  /** The address that readers come by, as a slug. */
  from_path: Type.String(),
  post: Type.Object({ id: Id, title: Type.String(), slug: Type.String() }),
  /** Whether the address of the post was changed, or somebody added it. */
  made_by: Type.Enum(['address', 'person']),
  created_at: Timestamp,
})

const FAILED = 'Failed to fetch data'

export const blogPublishing = {
  setStatus: post('/marketing/blog_status/:id', {
    summary: 'Takes a post a step on: review, schedule, publish, archive and back',
    permission: 'blogs_edit',
    did: 'Changed the state of *',
    params: ById,
    body: Type.Object({
      action: Type.Enum([...POST_ACTIONS]),
      /** Of `schedule`: an instant, as ISO 8601 with its offset, or a local time of the zone without one. */
      publish_at: Type.Optional(Type.String({ maxLength: 40 })),
      /** The IANA name of the zone that it was chosen in. */
      zone: Type.Optional(Type.String({ maxLength: 60 })),
      note: Type.Optional(FreeLines(POST_LIMITS.review_note)),
      /** Of `archive`: the post that readers are sent to. */
      target_id: Type.Optional(Nullable(Id)),
      send_on_publish: Type.Optional(Type.Boolean()),
      version: SeenVersion,
    }),
    reply: One(Post),
    failure: 'The post was not changed. Try again.',
  }),
  check: get('/marketing/blog_publish_check/:id', {
    summary: 'The faults that block publishing a post, advice, and the changes that readers would see',
    permission: 'blogs_list',
    params: ById,
    reply: One(
      Type.Object({
        blocking: Type.Array(Finding),
        advice: Type.Array(Finding),
        changes: Type.Array(Change),
        seo: Type.Object({ title: Type.String(), description: Type.String(), address: Type.String() }),
        review_needed: Type.Boolean(),
        version: Version,
      }),
    ),
    failure: 'The post was not checked. Try again.',
  }),
  previews: get('/marketing/blog_preview_links', {
    summary: 'The links by which others may read a draft',
    permission: 'blogs_edit',
    query: Type.Object({ post: Id }),
    reply: One(Type.Array(PreviewLink)),
    failure: FAILED,
  }),
  addPreview: post('/marketing/blog_preview_links', {
    summary: 'Makes a link by which others may read a draft; it is said once',
    permission: 'blogs_edit',
    did: 'Made a preview link to *',
    body: Type.Object({
      post_id: Id,
      /** Without it, the link follows the draft. */
      number: Type.Optional(Nullable(Version)),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })),
    }),
    reply: One(Type.Object({ ...PreviewLink.properties, link: Type.String() })),
    failure: 'The link was not made. Try again.',
  }),
  revokePreview: del('/marketing/blog_preview_links/:id', {
    summary: 'Ends a preview link',
    permission: 'blogs_edit',
    did: 'Ended a preview link to *',
    params: ById,
    reply: Done,
    failure: 'The link was not ended. Try again.',
  }),
  redirects: get('/marketing/blog_redirects', {
    summary: 'Old addresses and where readers are sent from them',
    permission: 'blogs_edit',
    query: ListQuery({}),
    reply: PageOf(Redirect),
    failure: FAILED,
  }),
  addRedirect: post('/marketing/blog_redirects', {
    summary: 'Sends readers of an old address to a post',
    permission: 'blogs_edit',
    did: 'Added *',
    body: Type.Object({ from_path: FreeText(POST_LIMITS.slug), post_id: Id }),
    reply: One(Redirect),
    failure: 'The redirect was not added. Try again.',
  }),
  removeRedirect: del('/marketing/blog_redirects/:id', {
    summary: 'No longer sends readers of an old address anywhere',
    permission: 'blogs_edit',
    did: 'Deleted *',
    params: ById,
    reply: Done,
    failure: 'The redirect was not deleted. Try again.',
  }),
  settings: get('/marketing/content_settings', {
    summary: 'How the company publishes',
    permission: ['configuration_edit', 'blogs_list'],
    reply: One(Type.Object({ review_required: Type.Boolean(), version: Version })),
    failure: FAILED,
  }),
  setSettings: put('/marketing/content_settings', {
    summary: 'Says whether someone else has to review a post before it is published',
    permission: 'configuration_edit',
    did: 'Changed *',
    body: Type.Object({ review_required: Type.Boolean(), version: SeenVersion }),
    reply: One(Type.Object({ review_required: Type.Boolean(), version: Version })),
    failure: 'The settings were not saved. Try again.',
  }),
}

/** What happens at the time that somebody chose. */
export const acts = {
  publishDue: { did: 'Published * as scheduled', undo: 'blogs_edit' },
} as const satisfies Readonly<Record<string, Act>>

export const entities = {
  blog_redirects: {
    noun: { one: 'redirect', many: 'redirects' },
    fields: { from_path: 'old address', post_id: 'post' },
    undo: 'undoable',
  },
  blog_preview_links: {
    noun: { one: 'preview link', many: 'preview links' },
    undo: { never: 'A link that was made or ended stays so. Make another one.' },
  },
  content_settings: {
    noun: { one: 'publishing rule', many: 'publishing rules' },
    fields: { review_required: 'review required' },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
