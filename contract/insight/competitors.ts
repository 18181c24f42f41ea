import { Type, type Static } from 'typebox'
import {
  ById,
  DateRange,
  del,
  Done,
  FreeLines,
  FreeText,
  Id,
  ListQuery,
  Nullable,
  One,
  PageOf,
  post,
  put,
  SeenVersion,
  Text,
  Timestamp,
  Version,
} from '#contract/kit/endpoint.ts'
import { NO_HISTORY, type Entity } from '#contract/kit/history.ts'
import { TopicRef } from './competitor-posts.ts'

export const FEED_KINDS = ['rss', 'atom', 'rdf', 'json', 'sitemap'] as const
export type FeedKind = (typeof FEED_KINDS)[number]
export const FEED_STATES = ['ok', 'late', 'failing', 'broken', 'moved', 'gone', 'paused'] as const
export type FeedState = (typeof FEED_STATES)[number]
export const COMPETITOR_LIMITS = {
  name: 120,
  address: 2_000,
  note: 2_000,
  competitors: 50,
  feeds: 200,
  words: 50,
} as const

export const Feed = Type.Object({
  id: Id,
  competitor_id: Id,
  url: Type.String(),
  kind: Type.Enum([...FEED_KINDS]),
  title: Type.String(),
  state: Type.Enum([...FEED_STATES]),
  /** How it does, and what can be done: “Nothing new for 41 days; usually every 6.” */
  sentence: Type.String(),
  path_prefix: Type.String(),
  full_text: Type.Enum(['auto', 'on', 'off']),
  keep_words: Type.Array(Type.String()),
  mute_words: Type.Array(Type.String()),
  interval_min: Type.Integer(),
  paused: Type.Boolean(),
  last_poll_at: Nullable(Timestamp),
  last_ok_at: Nullable(Timestamp),
  last_new_at: Nullable(Timestamp),
  next_at: Timestamp,
  version: Version,
})
export type Feed = Static<typeof Feed>

export const CompetitorRow = Type.Object({
  id: Id,
  name: Type.String(),
  site: Type.String(),
  own: Type.Boolean(),
  colour: Type.String(),
  note: Type.String(),
  /** In the period, and in as many days before. */
  posts: Type.Integer(),
  posts_before: Type.Integer(),
  per_week: Type.Number(),
  /** In days, within the period. */
  longest_silence_d: Type.Integer(),
  last_post_at: Nullable(Timestamp),
  top_topics: Type.Array(TopicRef),
  new_topics: Type.Array(TopicRef),
  unread: Type.Integer(),
  /** Posts of each of the last 13 weeks, the oldest first. */
  weeks: Type.Array(Type.Integer()),
  feeds: Type.Array(Feed),
  paused: Type.Boolean(),
  version: Version,
})
export type CompetitorRow = Static<typeof CompetitorRow>

/** A feed that a site offers, or its sitemap. */
export const FeedCandidate = Type.Object({
  url: Type.String(),
  kind: Type.Enum([...FEED_KINDS]),
  title: Type.String(),
  last_post_at: Nullable(Timestamp),
  posts_a_month: Nullable(Type.Number()),
  /** “Named by the site”, “Found at the usual place” */
  why: Type.String(),
  found_by: Type.Enum(['typed', 'link', 'guess', 'robots']),
})
export type FeedCandidate = Static<typeof FeedCandidate>

export const FeedPoll = Type.Object({
  id: Id,
  at: Timestamp,
  outcome: Type.Enum(['new', 'unchanged', 'not_modified', 'failed', 'baseline']),
  http_status: Nullable(Type.Integer()),
  bytes: Type.Integer(),
  new: Type.Integer(),
  changed: Type.Integer(),
  ms: Type.Integer(),
  sentence: Type.String(),
})
export type FeedPoll = Static<typeof FeedPoll>

const Words = Type.Optional(Type.Array(Text(80), { maxItems: COMPETITOR_LIMITS.words }))
const feedValues = {
  path_prefix: Type.Optional(FreeText(500)),
  full_text: Type.Optional(Type.Enum(['auto', 'on', 'off'])),
  keep_words: Words,
  mute_words: Words,
  interval_min: Type.Optional(Type.Integer({ minimum: 60, maximum: 1_440 })),
  paused: Type.Optional(Type.Boolean()),
}
const Colour = Type.Optional(Type.String({ pattern: '^#[0-9a-f]{6}$', maxLength: 7 }))
const Address = Text(COMPETITOR_LIMITS.address)

const FAILED = 'Failed to fetch data'
const LIST = 'competitor_posts_list'
const EDIT = 'competitor_sites_edit'

export const competitors = {
  list: post('/competitorInsight/get_competitors', {
    summary:
      'Competitors with how much they publish, about what, and how their feeds do; of the last 30 days where no period is given',
    permission: LIST,
    effect: 'read',
    filters: true,
    body: ListQuery(DateRange),
    reply: PageOf(CompetitorRow),
    failure: FAILED,
  }),
  discover: post('/competitorInsight/discover_feeds', {
    summary: 'Looks at a site for its feeds: those it names, well-known places, its sitemap; at most five',
    permission: EDIT,
    did: NO_HISTORY,
    body: Type.Object({ url: Address }),
    reply: One(
      Type.Object({
        site: Type.String(),
        name: Type.String(),
        feeds: Type.Array(FeedCandidate),
        sentence: Type.String(),
      }),
    ),
    failure: 'The site was not looked at. Try again.',
  }),
  add: post('/competitorInsight/add_competitor', {
    summary: 'Follows a competitor by its site, with feeds that were found there',
    permission: EDIT,
    did: 'Added *',
    body: Type.Object({
      name: Text(COMPETITOR_LIMITS.name),
      site: Address,
      own: Type.Optional(Type.Boolean()),
      colour: Colour,
      note: Type.Optional(FreeLines(COMPETITOR_LIMITS.note)),
      feeds: Type.Optional(
        Type.Array(
          Type.Object({
            url: Address,
            kind: Type.Optional(Type.Enum([...FEED_KINDS])),
            found_by: Type.Optional(Type.Enum(['typed', 'link', 'guess', 'robots'])),
            path_prefix: Type.Optional(FreeText(500)),
          }),
          { maxItems: 5 },
        ),
      ),
    }),
    reply: One(CompetitorRow),
    failure: 'The competitor was not added. Try again.',
  }),
  update: put('/competitorInsight/competitors/:id', {
    summary: 'Changes a competitor, or pauses all its feeds',
    permission: EDIT,
    did: 'Changed *',
    params: ById,
    body: Type.Object({
      name: Type.Optional(Text(COMPETITOR_LIMITS.name)),
      site: Type.Optional(Address),
      own: Type.Optional(Type.Boolean()),
      colour: Colour,
      note: Type.Optional(FreeLines(COMPETITOR_LIMITS.note)),
      paused: Type.Optional(Type.Boolean()),
      version: SeenVersion,
    }),
    reply: One(CompetitorRow),
    failure: 'The competitor was not changed. Try again.',
  }),
  remove: del('/competitorInsight/competitors/:id', {
    summary: 'Stops following a competitor; its posts are no longer listed',
    permission: EDIT,
    did: 'Deleted *',
    params: ById,
    reply: Done,
    failure: 'The competitor was not deleted. Try again.',
  }),
  addFeed: post('/competitorInsight/add_feed', {
    summary: 'Adds a feed or a sitemap to a competitor',
    permission: EDIT,
    did: 'Added a feed to *',
    body: Type.Object({
      competitor_id: Id,
      url: Address,
      kind: Type.Optional(Type.Enum([...FEED_KINDS])),
      found_by: Type.Optional(Type.Enum(['typed', 'link', 'guess', 'robots'])),
      ...feedValues,
    }),
    reply: One(Feed),
    failure: 'The feed was not added. Try again.',
  }),
  updateFeed: put('/competitorInsight/feeds/:id', {
    summary: 'Changes how a feed is read, or pauses it',
    permission: EDIT,
    did: 'Changed a feed of *',
    params: ById,
    body: Type.Object({ url: Type.Optional(Address), ...feedValues, version: SeenVersion }),
    reply: One(Feed),
    failure: 'The feed was not changed. Try again.',
  }),
  removeFeed: del('/competitorInsight/feeds/:id', {
    summary: 'Stops reading a feed; posts that it brought stay',
    permission: EDIT,
    did: 'Removed a feed from *',
    params: ById,
    reply: Done,
    failure: 'The feed was not removed. Try again.',
  }),
  checkFeed: post('/competitorInsight/check_feed_now', {
    summary: 'Reads a feed now: at most six times an hour',
    permission: EDIT,
    did: NO_HISTORY,
    body: Type.Object({ id: Id }),
    reply: One(Feed),
    failure: 'The feed was not checked. Try again.',
  }),
  polls: post('/competitorInsight/feed_polls', {
    summary: 'When a feed was read, and what came of it, the newest first',
    permission: LIST,
    effect: 'read',
    body: Type.Object({ id: Id, page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })) }),
    reply: PageOf(FeedPoll),
    failure: FAILED,
  }),
}

export const entities = {
  competitors: { noun: { one: 'competitor', many: 'competitors' }, undo: 'undoable' },
  competitor_feeds: { noun: { one: 'feed', many: 'feeds' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>
