import { Type, type Static } from 'typebox'
import {
  ById,
  del,
  Done,
  Id,
  Nullable,
  One,
  post,
  put,
  SeenVersion,
  Text,
  Timestamp,
  Version,
} from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'

export const TOPIC_SOURCES = ['own', 'suggested', 'category'] as const
export const TOPIC_LIMITS = { name: 80, phrases: 50, phrase: 100, topics: 500 } as const
/** A phrase in the title counts so much, in a heading, among the first 200 words, and in the rest; from two points on a post has the topic. */
export const TOPIC_POINTS = { title: 4, heading: 3, beginning: 2, text: 1 } as const
export const TOPIC_FROM = 2

export const Topic = Type.Object({
  id: Id,
  name: Type.String(),
  /** Any of them; one that begins with - excludes. */
  phrases: Type.Array(Type.String()),
  colour: Type.String(),
  watch: Type.Boolean(),
  source: Type.Enum([...TOPIC_SOURCES]),
  /** Of competitors, in 90 days and in the 90 before. */
  posts: Type.Integer(),
  posts_before: Type.Integer(),
  competitors: Type.Integer(),
  /** Of ours, ever. */
  ours: Type.Integer(),
  last_post_at: Nullable(Timestamp),
  /** In 90 days, of the category it stands for; null: it stands for none. */
  leads_90: Nullable(Type.Integer()),
  version: Version,
})
export type Topic = Static<typeof Topic>

export const TopicSuggestion = Type.Object({
  phrase: Type.String(),
  posts: Type.Integer(),
  competitors: Type.Integer(),
  /** How much more frequent it is lately than before. */
  score: Type.Number(),
  examples: Type.Array(Type.Object({ id: Id, title: Type.String() })),
})
export type TopicSuggestion = Static<typeof TopicSuggestion>

const Phrases = Type.Array(Text(TOPIC_LIMITS.phrase), { minItems: 1, maxItems: TOPIC_LIMITS.phrases })
const Colour = Type.Optional(Type.String({ pattern: '^#[0-9a-f]{6}$', maxLength: 7 }))
const FAILED = 'Failed to fetch data'
const LIST = 'competitor_posts_list'
const EDIT = 'competitor_sites_edit'

export const competitorTopics = {
  list: post('/competitorInsight/get_topics', {
    summary: 'Topics with how often competitors and we write of them, and how many leads ask for their category',
    permission: LIST,
    effect: 'read',
    body: Type.Object({}),
    reply: One(Type.Array(Topic)),
    failure: FAILED,
  }),
  suggestions: post('/competitorInsight/topic_suggestions', {
    summary: 'Phrases that competitors use more than before and that are no topic yet',
    permission: LIST,
    effect: 'read',
    body: Type.Object({}),
    reply: One(Type.Array(TopicSuggestion)),
    failure: FAILED,
  }),
  preview: post('/competitorInsight/topic_preview', {
    summary: 'The posts of 90 days that phrases would match',
    permission: LIST,
    effect: 'read',
    body: Type.Object({ phrases: Phrases }),
    reply: One(
      Type.Object({
        total: Type.Integer(),
        posts: Type.Array(
          Type.Object({
            id: Id,
            title: Type.String(),
            competitor: Type.String(),
            phrase: Type.String(),
            place: Type.String(),
          }),
        ),
      }),
    ),
    failure: FAILED,
  }),
  add: post('/competitorInsight/add_topic', {
    summary: 'Adds a topic; posts that are there get it, too',
    permission: EDIT,
    did: 'Added *',
    body: Type.Object({
      name: Text(TOPIC_LIMITS.name),
      phrases: Phrases,
      colour: Colour,
      watch: Type.Optional(Type.Boolean()),
      suggested: Type.Optional(Type.Boolean()),
    }),
    reply: One(Topic),
    failure: 'The topic was not added. Try again.',
  }),
  update: put('/competitorInsight/topics/:id', {
    summary: 'Changes a topic; posts get or lose it',
    permission: EDIT,
    did: 'Changed *',
    params: ById,
    body: Type.Object({
      name: Type.Optional(Text(TOPIC_LIMITS.name)),
      phrases: Type.Optional(Phrases),
      colour: Colour,
      watch: Type.Optional(Type.Boolean()),
      version: SeenVersion,
    }),
    reply: One(Topic),
    failure: 'The topic was not changed. Try again.',
  }),
  remove: del('/competitorInsight/topics/:id', {
    summary: 'Deletes a topic',
    permission: EDIT,
    did: 'Deleted *',
    params: ById,
    reply: Done,
    failure: 'The topic was not deleted. Try again.',
  }),
}

export const entities = {
  competitor_topics: { noun: { one: 'topic', many: 'topics' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>
