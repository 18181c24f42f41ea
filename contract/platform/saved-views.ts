import { Type, type Static } from 'typebox'
import {
  ById,
  del,
  Done,
  get,
  Named,
  Nullable,
  One,
  PersonRef,
  post,
  put,
  SeenVersion,
  Text,
} from '#contract/kit/endpoint.ts'
import { type Entity, NO_HISTORY } from '#contract/kit/history.ts'

/** The lists that have views, by the paths of their calls in lower case with hyphens. */
export const VIEW_SCREENS = [
  'marketing-marketing-leads-list',
  'marketing-all-leads',
  'marketing-assigned-leads',
  'marketing-valid-leads',
  'marketing-my-verdicts',
  'marketing-rrgistration-assigned-leads',
  'marketing-get-qc-question-list',
  'marketing-master-products',
  'marketing-product-list',
  'marketing-unknown-products',
  'marketing-vendor-data-update-list',
  'marketing-vendor-asks',
  'marketing-blogpost-list',
  'marketing-authors',
  'marketing-blog-sends',
  'marketing-newsletter-list',
  'marketing-contact-us',
  'communication-contacts',
  'communication-companies',
] as const
export type ViewScreen = (typeof VIEW_SCREENS)[number]

/** The views that each list has from the start, by the keys of its tabs. */
export const BUILT_IN_VIEWS: Readonly<Record<ViewScreen, readonly string[]>> = {
  'marketing-marketing-leads-list': ['all', 'queue', 'today', 'quarantined'],
  'marketing-all-leads': ['all', 'today', 'older'],
  'marketing-assigned-leads': ['all', 'queue', 'assigned', 'in-progress', 'on-hold', 'overdue', 'due-soon'],
  'marketing-valid-leads': ['all', 'mine', 'nobody', 'open', 'overdue', 'due-soon'],
  'marketing-my-verdicts': ['all', 'valid', 'invalid', 'changed', 'won', 'lost'],
  'marketing-rrgistration-assigned-leads': ['all', 'pending', 'mine', 'valid'],
  'marketing-get-qc-question-list': ['waiting', 'overdue', 'mine', 'answered', 'closed', 'all'],
  'marketing-master-products': ['all', 'incomplete', 'gap', 'wanted', 'vendor'],
  'marketing-product-list': ['all', 'wanted', 'never'],
  'marketing-unknown-products': ['unknown', 'ignored'],
  'marketing-vendor-data-update-list': ['pending', 'changed', 'needs_info', 'decided', 'all'],
  'marketing-vendor-asks': ['links'],
  'marketing-blogpost-list': ['all', 'mine', 'review', 'scheduled', 'changes', 'to_fix', 'archived'],
  'marketing-authors': ['all', 'active', 'without-posts'],
  'marketing-blog-sends': ['mailings', 'running', 'person'],
  'marketing-newsletter-list': ['subscribed', 'unconfirmed', 'bounced', 'left', 'all'],
  'marketing-contact-us': ['to_answer', 'mine', 'answered', 'spam', 'archive'],
  'communication-contacts': ['everyone', 'open_leads', 'no_company', 'bounced', 'vendors', 'quiet'],
  'communication-companies': ['all', 'open_leads', 'customers', 'vendors', 'quiet'],
}

/** The lists whose columns a person chooses: these, and some without views. */
export const LIST_SCREENS = [
  ...VIEW_SCREENS,
  'competitorinsight-get-competitorpost',
  'marketing-restrict-domain-list',
  'marketing-allowed-domain-list',
  'marketing-get-qa-autoassign-list',
  'marketing-get-salerep-autoassign-list',
  'marketing-sales-member-dashboard-data',
  'api-v1-people',
] as const
export type ListScreen = (typeof LIST_SCREENS)[number]

/** The list's state by the names of its address, as its call would take it. `today` and `today-6` stand for days. */
const Params = Named(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }), 40, 30)
/** An address is 16 KiB at most, and what a list is made of comes from one. */
const BODY_LIMIT = 64 * 1024
const Columns = Type.Array(Type.String({ maxLength: 60 }), { maxItems: 60 })
const Name = Text(60)

/** How many views a person may keep for one list, and how many views the company may share. */
export const MOST_VIEWS = { own: 50, shared: 200 }

export const SavedView = Type.Object({
  id: Type.Integer(),
  screen: Type.String(),
  name: Type.String(),
  shared: Type.Boolean(),
  /** Whether it is the caller’s own, to change and to delete. */
  mine: Type.Boolean(),
  owner: Nullable(PersonRef),
  params: Params,
  columns: Nullable(Columns),
  version: Type.Integer(),
  /** What was stored and no longer fits the list, which shows the view without it. */
  left_out: Type.Array(
    Type.Object({
      part: Type.Enum(['list', 'filter', 'sort', 'column']),
      name: Type.String(),
      /** Of a filter that the list has: the value that it does not take. */
      value: Nullable(Type.String()),
    }),
  ),
})
export type LeftOut = Static<typeof SavedView>['left_out'][number]
export type SavedView = Static<typeof SavedView>

const Order = Type.Enum(['asc', 'desc'])

export const ListPreference = Type.Object({
  screen: Type.String(),
  /** What the list opens with: the key of a built-in view or the id of a saved one; null: the view used last. */
  default_view: Nullable(Type.String()),
  columns: Nullable(Columns),
  /** The order that the caller gave the list; null: the list’s own. */
  sort: Nullable(Type.String()),
  order: Nullable(Order),
})
export type ListPreference = Static<typeof ListPreference>

export const savedViews = {
  list: get('/marketing/saved_views', {
    summary: 'The caller’s own views and those that colleagues share, for every list, with the caller’s preferences',
    permission: 'signed-in',
    reply: One(Type.Object({ views: Type.Array(SavedView), preferences: Type.Array(ListPreference) })),
    failure: 'Failed to fetch data',
  }),
  add: post('/marketing/saved_views', {
    summary: 'Saves a list’s filters, order and columns under a name',
    permission: 'signed-in',
    did: 'Added *',
    body: Type.Object({
      screen: Type.Enum([...VIEW_SCREENS]),
      name: Name,
      params: Params,
      columns: Type.Optional(Nullable(Columns)),
    }),
    bodyLimit: BODY_LIMIT,
    reply: One(SavedView),
    failure: 'The view was not saved. Try again.',
  }),
  update: put('/marketing/saved_views/:id', {
    summary: 'Changes a saved view',
    permission: 'signed-in',
    did: 'Changed *',
    params: ById,
    body: Type.Object({
      name: Type.Optional(Name),
      params: Type.Optional(Params),
      columns: Type.Optional(Nullable(Columns)),
      version: SeenVersion,
    }),
    bodyLimit: BODY_LIMIT,
    reply: One(SavedView),
    failure: 'The view was not saved. Try again.',
  }),
  share: put('/marketing/saved_views/:id/share', {
    summary: 'Shares a view with colleagues, or stops sharing it',
    permission: 'saved_views_share',
    did: 'Changed who sees *',
    params: ById,
    body: Type.Object({ shared: Type.Boolean() }),
    reply: One(SavedView),
    failure: 'The view was not shared. Try again.',
  }),
  remove: del('/marketing/saved_views/:id', {
    summary: 'Deletes a saved view',
    permission: 'signed-in',
    did: 'Deleted *',
    params: ById,
    reply: Done,
    failure: 'The view was not deleted. Try again.',
  }),
  restore: post('/marketing/saved_views/:id/restore', {
    summary: 'Restores a deleted view',
    permission: 'signed-in',
    did: 'Restored *',
    params: ById,
    reply: One(SavedView),
    failure: 'The view was not restored. Try again.',
  }),
  prefer: put('/marketing/list_preferences', {
    summary: 'Sets the view, columns and order that a list opens with',
    permission: 'signed-in',
    did: NO_HISTORY,
    body: Type.Object({
      screen: Type.Enum([...LIST_SCREENS]),
      default_view: Type.Optional(Nullable(Type.String({ maxLength: 40, pattern: '^[a-z0-9_-]+$' }))),
      columns: Type.Optional(Nullable(Columns)),
      /** Both together; null: the list’s own order again. */
      sort: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 60 }))),
      order: Type.Optional(Nullable(Order)),
    }),
    reply: One(ListPreference),
    failure: 'The choice was not saved. Try again.',
  }),
}

export const entities = {
  saved_views: { noun: { one: 'saved view', many: 'saved views' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>
