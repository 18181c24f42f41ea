import { Type, type Static } from 'typebox'
import {
  FreeLines,
  FreeText,
  get,
  Id,
  Nullable,
  One,
  PersonRef,
  post,
  put,
  SeenVersion,
  Text,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { ImageRef } from './image-ref.ts'

export const MOST_FEED = 50
/** Where the address of a post stands in the pattern of a site. */
export const SLUG_PLACE = '{slug}'

const Origin = Type.String({ maxLength: 300, pattern: '^https?://[^/\\s?#@]+$' })

const fields = {
  name: Text(120),
  /** Of a post on the company’s own web site, with {slug}; empty: posts are read with us. */
  site_url: FreeText(300),
  allowed_origins: Type.Array(Origin, { maxItems: 20 }),
  postal_address: FreeLines(500),
  publisher_name: FreeText(120),
  publisher_logo_id: Nullable(Id),
  default_og_image_id: Nullable(Id),
  /** A language as BCP 47 spells it. */
  locale: Type.String({ minLength: 2, maxLength: 35, pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' }),
  feed_size: Type.Integer({ minimum: 1, maximum: MOST_FEED }),
  status: Type.Enum(['on', 'paused']),
}

/** How readers get the company’s posts. */
export const Site = Type.Object({
  ...fields,
  publisher_logo: Nullable(ImageRef),
  default_og_image: Nullable(ImageRef),
  /** Null: it has no key, so nobody can read it yet. */
  key_made: Nullable(Type.Object({ at: Timestamp, by: Nullable(PersonRef) })),
  /** Where it is read; null without a key. */
  addresses: Nullable(
    Type.Object({
      blog: Type.String(),
      posts: Type.String(),
      atom: Type.String(),
      rss: Type.String(),
      sitemap: Type.String(),
    }),
  ),
  version: Type.Integer(),
})
export type Site = Static<typeof Site>
export type SiteFields = Pick<Site, keyof typeof fields>

export const site = {
  now: get('/marketing/site', {
    summary: 'How readers get the company’s posts',
    permission: ['configuration_edit', 'blogs_list'],
    reply: One(Site),
    failure: 'Failed to fetch data',
  }),
  change: put('/marketing/update_site', {
    summary: 'Changes how readers get the company’s posts; absent fields stay unchanged',
    permission: 'configuration_edit',
    did: 'Changed the web site',
    body: Type.Object({ ...Type.Partial(Type.Object(fields)).properties, version: SeenVersion }),
    reply: One(Site),
    failure: 'The web site was not saved. Try again.',
  }),
  makeKey: post('/marketing/site_key', {
    summary: 'Makes a key by which readers get the posts; the one before stops working',
    permission: 'configuration_edit',
    did: 'Made a new key for the web site',
    undo: 'never',
    reply: One(Site),
    failure: 'The key was not made. Try again.',
  }),
}

export const entities = {
  sites: {
    noun: { one: 'web site', many: 'web sites' },
    fields: {
      site_url: 'address of posts',
      allowed_origins: 'allowed websites',
      publisher_name: 'publisher',
      publisher_logo_id: 'logo',
      default_og_image_id: 'picture for sharing',
      locale: 'language',
      feed_size: 'posts in feeds',
      status: 'state',
    },
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
