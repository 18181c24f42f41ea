import { Type, type Static } from 'typebox'
import { Day, Id, Nullable, One, post, Text, Timestamp } from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { CompetitorRef, TopicRef } from './competitor-posts.ts'

export const EXTRACTIVE_LABEL = 'Summary made of sentences from the posts (no analysis service).'
export const WEBHOOK_LABEL = 'Summary by the analysis service; every sentence was found in the posts it names.'
/** Fewer posts say nothing worth a summary. */
export const FEWEST_POSTS = 3
export const TOO_FEW_LABEL = 'Fewer than 3 posts in this period.'

const PostRef = Type.Object({
  id: Id,
  title: Type.String(),
  url: Type.String(),
  competitor: CompetitorRef,
  published_at: Nullable(Timestamp),
  words: Type.Integer(),
  /** The sentence as it stands in the post, or the one that is closest to it. */
  quote: Type.String(),
})

export const Gap = Type.Object({
  topic: TopicRef,
  /** Theirs in the period: at least two. */
  posts: Type.Array(Id),
  their_first: Type.Object({ at: Timestamp, competitor: Type.String() }),
  /** The nearest of ours; null: none. `old`: the last one is more than 12 months old. */
  ours: Nullable(Type.Object({ id: Id, title: Type.String(), score: Type.Integer(), old: Type.Boolean() })),
  /** In 90 days, of the category that the topic stands for; null: it stands for none. */
  leads_90: Nullable(Type.Integer()),
})
export type Gap = Static<typeof Gap>

export const CompetitorSummary = Type.Object({
  period: Type.Object({ from_date: Day, to_date: Day }),
  before: Type.Object({ from_date: Day, to_date: Day }),
  figures: Type.Object({
    posts: Type.Integer(),
    /** Against as many days before. */
    change: Type.Integer(),
    per_week: Type.Number(),
    /** Who published most, per week. */
    most: Nullable(Type.Object({ competitor: CompetitorRef, per_week: Type.Number() })),
    /** The longest silence, in days, whose, and when. */
    silence: Type.Integer(),
    silence_of: Nullable(Type.Object({ competitor: CompetitorRef, from_date: Day, to_date: Day })),
    authors_new: Type.Integer(),
    words_p50: Nullable(Type.Integer()),
    /** Posts of each week of the period, the oldest first. */
    weeks: Type.Array(Type.Integer()),
  }),
  topics: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      posts: Type.Integer(),
      /** Of a hundred posts. */
      share: Type.Integer(),
      change: Type.Integer(),
      /** It came up in this period. */
      new: Type.Boolean(),
      first_seen: Timestamp,
    }),
  ),
  sentences: Type.Array(Type.Object({ text: Type.String(), posts: Type.Array(PostRef) })),
  made_by: Type.Enum(['webhook', 'extractive']),
  label: Type.String(),
  /** Null: it was not made yet. */
  made_at: Nullable(Timestamp),
  /** How many posts came since. */
  posts_since: Type.Integer(),
  /** It is being made: by this job. */
  job_id: Nullable(Id),
  /** Its sentences are being made: ask again in a moment. */
  making: Type.Optional(Type.Boolean()),
  gaps: Type.Array(Gap),
  /** Gaps that were dismissed, with why. */
  dismissed: Type.Array(
    Type.Object({ id: Id, topic: TopicRef, reason: Type.String(), by: Type.String(), at: Timestamp }),
  ),
})
export type CompetitorSummary = Static<typeof CompetitorSummary>

const LIST = 'competitor_posts_list'
const EDIT = 'competitor_sites_edit'

export const competitorSummary = {
  get: post('/competitorInsight/get_competitor_summery', {
    summary:
      'A summary of a period, of a competitor or of all: figures, sentences of their posts, topics, and what we do not cover',
    permission: LIST,
    effect: 'read',
    body: Type.Object({
      competitor: Type.Optional(Id),
      from_date: Type.Optional(Day),
      to_date: Type.Optional(Day),
      /** Makes the sentences again. */
      refresh: Type.Optional(Type.Boolean()),
    }),
    reply: One(CompetitorSummary),
    failure: 'Failed to fetch data',
  }),
  dismissGap: post('/competitorInsight/dismiss_gap', {
    summary: 'Leaves a gap, with a reason; it is no longer listed',
    permission: EDIT,
    did: 'Dismissed a gap',
    body: Type.Object({ topic_id: Id, reason: Text(500) }),
    reply: One(Type.Object({ id: Id })),
    failure: 'The gap was not dismissed. Try again.',
  }),
  restoreGap: post('/competitorInsight/restore_gap', {
    summary: 'Lists a dismissed gap again',
    permission: EDIT,
    did: 'Restored a gap',
    /** Of the dismissal. */
    body: Type.Object({ id: Id }),
    reply: One(Type.Object({ id: Id })),
    failure: 'The gap was not restored. Try again.',
  }),
}

export const entities = {
  dismissed_gaps: { noun: { one: 'dismissed gap', many: 'dismissed gaps' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>
