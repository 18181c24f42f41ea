import { Type, type Static } from 'typebox'
import {
  ById,
  del,
  Done,
  Id,
  Nullable,
  One,
  PersonId,
  PersonRef,
  post,
  put,
  SeenVersion,
  Text,
  Timestamp,
  Version,
} from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { TopicRef } from './competitor-posts.ts'

export const ALERT_KINDS = [
  'new_post_in_topic',
  'new_topic',
  'mentions',
  'cadence_up',
  'silence',
  'gap_opened',
  'feed_broken',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
export const ALERT_LIMITS = { name: 120, words: 50, word: 100, topics: 50, people: 100, alerts: 100 } as const

export const Alert = Type.Object({
  id: Id,
  name: Type.String(),
  kind: Type.Enum([...ALERT_KINDS]),
  topics: Type.Array(TopicRef),
  words: Type.Array(Type.String()),
  days: Nullable(Type.Integer()),
  /** None: everybody who may see posts. */
  people: Type.Array(PersonRef),
  active: Type.Boolean(),
  hits_90: Type.Integer(),
  last_at: Nullable(Timestamp),
  version: Version,
})
export type Alert = Static<typeof Alert>

const values = {
  kind: Type.Enum([...ALERT_KINDS]),
  /** For posts in a topic. */
  topic_ids: Type.Optional(Type.Array(Id, { maxItems: ALERT_LIMITS.topics })),
  /** For mentions. */
  words: Type.Optional(Type.Array(Text(ALERT_LIMITS.word), { maxItems: ALERT_LIMITS.words })),
  /** For silence: after so many. */
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
  people: Type.Optional(Type.Array(PersonId, { maxItems: ALERT_LIMITS.people })),
}
const FAILED = 'Failed to fetch data'
const LIST = 'competitor_posts_list'
const EDIT = 'competitor_sites_edit'

export const competitorAlerts = {
  list: post('/competitorInsight/get_alerts', {
    summary: 'Alerts about competitors, whom they tell, and how often they did in 90 days',
    permission: LIST,
    effect: 'read',
    body: Type.Object({}),
    reply: One(Type.Array(Alert)),
    failure: FAILED,
  }),
  preview: post('/competitorInsight/alert_preview', {
    summary: 'How often an alert would have notified in the last 90 days, with the posts',
    permission: LIST,
    effect: 'read',
    body: Type.Object(values),
    reply: One(
      Type.Object({
        total: Type.Integer(),
        hits: Type.Array(Type.Object({ at: Timestamp, text: Type.String(), post_id: Nullable(Id) })),
      }),
    ),
    failure: FAILED,
  }),
  add: post('/competitorInsight/add_alert', {
    summary:
      'Adds an alert: of posts in a topic, mentions, new topics, more posts than before, silence, gaps or broken feeds',
    permission: EDIT,
    did: 'Added *',
    body: Type.Object({ name: Text(ALERT_LIMITS.name), ...values }),
    reply: One(Alert),
    failure: 'The alert was not added. Try again.',
  }),
  update: put('/competitorInsight/alerts/:id', {
    summary: 'Changes an alert, or switches it on or off',
    permission: EDIT,
    did: 'Changed *',
    params: ById,
    body: Type.Object({
      name: Type.Optional(Text(ALERT_LIMITS.name)),
      ...values,
      kind: Type.Optional(values.kind),
      active: Type.Optional(Type.Boolean()),
      version: SeenVersion,
    }),
    reply: One(Alert),
    failure: 'The alert was not changed. Try again.',
  }),
  remove: del('/competitorInsight/alerts/:id', {
    summary: 'Deletes an alert',
    permission: EDIT,
    did: 'Deleted *',
    params: ById,
    reply: Done,
    failure: 'The alert was not deleted. Try again.',
  }),
}

export const entities = {
  competitor_alerts: { noun: { one: 'alert', many: 'alerts' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>
