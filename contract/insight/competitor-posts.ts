import { Type, type Static } from 'typebox'
import {
  DateRange,
  Done,
  Id,
  ListFilter,
  ListQuery,
  Many,
  Nullable,
  One,
  PageOf,
  post,
  Text,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'

export const POST_SORTS = ['published', 'seen', 'words', 'competitor'] as const
/** Whether we have written of it ourselves: alike enough, something near, or nothing of its topics. */
export const COVERAGES = ['unknown', 'covered', 'nearest', 'gap'] as const
export type Coverage = (typeof COVERAGES)[number]
/** From so many of a hundred on, a post of ours covers theirs; from so many on, it is the nearest. */
export const COVERED_FROM = 35
export const NEAREST_FROM = 22

export const CompetitorRef = Type.Object({
  id: Id,
  name: Type.String(),
  own: Type.Boolean(),
  colour: Type.String(),
})
export type CompetitorRef = Static<typeof CompetitorRef>
export const TopicRef = Type.Object({ id: Id, name: Type.String() })

const OurPost = Type.Object({ id: Id, title: Type.String(), link: Nullable(Type.String()) })

export const CompetitorPostRow = Type.Object({
  id: Id,
  title: Type.String(),
  url: Type.String(),
  competitor: CompetitorRef,
  /** As the site says; null: it says none that can be right. */
  published_at: Nullable(Timestamp),
  date_known: Type.Boolean(),
  seen_at: Timestamp,
  author: Nullable(Type.String()),
  words: Type.Integer(),
  topics: Type.Array(TopicRef),
  /** Two sentences of its own. */
  summary: Type.String(),
  also_in: Type.Array(Type.Object({ competitor: CompetitorRef, post_id: Id, url: Type.String() })),
  coverage: Type.Enum([...COVERAGES]),
  our_coverage: Type.Object({ post: Nullable(OurPost), score: Nullable(Type.Integer()) }),
  read: Type.Boolean(),
  saved: Type.Boolean(),
  revisions: Type.Integer(),
  feed_state: Nullable(Type.String()),
})
export type CompetitorPostRow = Static<typeof CompetitorPostRow>

export const CompetitorPost = Type.Object({
  ...CompetitorPostRow.properties,
  /** Cleaned: paragraphs, headings, lists, quotes, links; no pictures, styles or scripts. */
  html: Type.String(),
  text: Type.String(),
  published_raw: Nullable(Type.String()),
  /** The newest first. */
  history: Type.Array(Type.Object({ at: Timestamp, field: Type.String(), old: Type.String(), new: Type.String() })),
  /** Why it has its topics: the phrase, and where it stands. */
  matched: Type.Array(Type.Object({ topic: TopicRef, phrase: Type.String(), place: Type.String() })),
  /** The others of its cluster. */
  cluster: Type.Array(
    Type.Object({
      id: Id,
      title: Type.String(),
      url: Type.String(),
      competitor: CompetitorRef,
      published_at: Nullable(Timestamp),
    }),
  ),
  /** Ours, the nearest first. */
  similar: Type.Array(Type.Object({ ...OurPost.properties, score: Type.Integer() })),
  hidden: Type.Boolean(),
})
export type CompetitorPost = Static<typeof CompetitorPost>

export const POST_FILTERS = {
  competitor: Many(Id),
  topic: Many(Id),
  /** Those without any topic. */
  no_topic: Type.Optional(Type.Boolean()),
  read: Type.Optional(Type.Enum(['unread', 'saved'])),
  coverage: Many(Type.Enum([...COVERAGES])),
  language: Many(Text(35)),
  /** Usually one of those that say the same. */
  cluster: Type.Optional(Type.Enum(['one', 'all'])),
  /** By when they were published. */
  ...DateRange,
}

const FAILED = 'Failed to fetch data'
const LIST = 'competitor_posts_list'
const EDIT = 'competitor_sites_edit'

export const competitorPosts = {
  list: post('/competitorInsight/get_competitorPost', {
    summary: 'Posts of competitors, the newest first; with `id` one of them',
    permission: LIST,
    effect: 'read',
    filters: true,
    body: Type.Object({ id: Type.Optional(Id), ...ListQuery(POST_FILTERS).properties }),
    reply: PageOf(CompetitorPostRow),
    failure: FAILED,
  }),
  details: post('/competitorInsight/get_competitor_post_details', {
    summary:
      'One post: its text, what changed in it, its topics and why, the same in other places, and the nearest of ours',
    permission: LIST,
    effect: 'read',
    body: Type.Object({ id: Id }),
    reply: One(CompetitorPost),
    failure: FAILED,
  }),
  counts: post('/competitorInsight/competitor_counts', {
    summary: 'How many posts are unread, and how many competitors, topics and alerts there are',
    permission: LIST,
    effect: 'read',
    body: Type.Object({}),
    reply: One(
      Type.Object({
        /** Of the last 90 days. */
        posts: Type.Integer(),
        unread: Type.Integer(),
        saved: Type.Integer(),
        competitors: Type.Integer(),
        topics: Type.Integer(),
        alerts: Type.Integer(),
        broken_feeds: Type.Integer(),
      }),
    ),
    failure: FAILED,
  }),
  mark: post('/competitorInsight/mark_posts', {
    summary: 'Marks posts as read, unread, saved or not, for the caller; at most 1,000, or all that a filter shows',
    permission: LIST,
    did: NO_HISTORY,
    body: Type.Object({
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000 })),
      filter: Type.Optional(ListFilter(ListQuery(POST_FILTERS))),
      read: Type.Optional(Type.Boolean()),
      saved: Type.Optional(Type.Boolean()),
    }),
    /** Those that were not so before: to take it back. */
    reply: One(Type.Object({ changed: Type.Array(Id), more: Type.Boolean() })),
    failure: 'The posts were not marked. Try again.',
  }),
  hide: post('/competitorInsight/hide_post', {
    summary: 'Takes a post off the list for everybody, or puts it back; it does not come again by its feed',
    permission: EDIT,
    did: NO_HISTORY,
    body: Type.Object({ id: Id, hidden: Type.Boolean() }),
    reply: Done,
    failure: 'The post was not hidden. Try again.',
  }),
  join: post('/competitorInsight/join_posts', {
    summary: 'Says that posts are the same text in several places',
    permission: EDIT,
    did: NO_HISTORY,
    body: Type.Object({ ids: Type.Array(Id, { minItems: 2, maxItems: 50 }) }),
    reply: One(CompetitorPost),
    failure: 'The posts were not joined. Try again.',
  }),
  split: post('/competitorInsight/split_post', {
    summary: 'Takes a post out of those that say the same',
    permission: EDIT,
    did: NO_HISTORY,
    body: Type.Object({ id: Id }),
    reply: One(CompetitorPost),
    failure: 'The post was not split off. Try again.',
  }),
}
