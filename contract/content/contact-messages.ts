import { Type } from 'typebox'
import {
  ById,
  DateRange,
  get,
  Id,
  Lines,
  ListFilter,
  ListQuery,
  Many,
  Nullable,
  One,
  PageOf,
  PersonId,
  PersonRef,
  post,
  SeenVersion,
} from '#contract/kit/endpoint.ts'
import { NO_HISTORY, type Entity } from '#contract/kit/history.ts'
import { bulkAct } from '#contract/platform/bulk.ts'
import { COMMENT_FIELDS, CommentText, StoredComment } from '#contract/platform/comments.ts'
import { Selection } from '#contract/platform/selections.ts'
import { CONTACT_LIMITS, CONTACT_SOURCES, CONTACT_STATUSES, ContactMessage, ContactRow } from './contact-message.ts'

const Status = Type.Enum([...CONTACT_STATUSES])

/** The filters of the list, and of what is selected by it. */
const filters = {
  status: Many(Status),
  handled_by: Many(PersonId),
  source: Many(Type.Enum([...CONTACT_SOURCES])),
  ...DateRange,
}
export const CONTACT_SORTS = ['created_at', 'status', 'handled_by'] as const

const MOST_AT_ONCE = 100
const ids = Type.Array(Id, { minItems: 1, maxItems: MOST_AT_ONCE })

const FAILED = 'Failed to fetch data'
const LIST = 'contact_us_list'
const EDIT = 'contact_us_edit'

export const contactMessages = {
  list: get('/marketing/contact-us', {
    summary: 'Messages of the contact form, the newest first',
    permission: LIST,
    query: ListQuery(filters),
    reply: PageOf(ContactRow),
    failure: FAILED,
  }),
  details: get('/marketing/contact_us/:id', {
    summary: 'One message with its answers, comments, and what else is known of its address',
    permission: LIST,
    params: ById,
    reply: One(ContactMessage),
    failure: FAILED,
  }),
  filterOptions: get('/marketing/contact_us_people', {
    summary: 'People to filter messages by: the first 100 by name, or matches of a search; includes former colleagues',
    permission: LIST,
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200 })),
      /** Those who are chosen already: answered instead. */
      ids: Many(PersonId),
    }),
    reply: One(
      Type.Object({
        handled_by: Type.Array(PersonRef),
        /** Those who can be given messages now. */
        assignable: Type.Array(PersonRef),
      }),
    ),
    failure: FAILED,
  }),
  setStatus: post('/marketing/contact_us_status', {
    summary: 'Marks messages as in progress, answered, spam or archived, or moves them back; all of them or none',
    permission: EDIT,
    did: 'Changed the status of *',
    body: Type.Object({ ids, status: Status, note: Type.Optional(CommentText) }),
    reply: One(Type.Array(ContactRow)),
    failure: 'The message was not changed. Try again.',
  }),
  assign: post('/marketing/contact_us_assign', {
    summary: 'Gives messages to a colleague, or to nobody; a new one is in progress then',
    permission: EDIT,
    did: 'Assigned *',
    body: Type.Object({ ids, staffId: Nullable(PersonId) }),
    reply: One(Type.Array(ContactRow)),
    failure: 'The message was not assigned. Try again.',
  }),
  comment: post('/marketing/contact_us_comment/:id', {
    summary: 'Comments on a message, for colleagues alone',
    permission: EDIT,
    did: 'Commented on *',
    params: ById,
    body: Type.Object({ comment: CommentText }),
    reply: One(StoredComment),
    failure: 'The comment was not saved. Try again.',
  }),
  reply: post('/marketing/contact_us_reply/:id', {
    summary: 'Answers a message by mail; it is answered then',
    permission: EDIT,
    did: 'Replied to *',
    params: ById,
    body: Type.Object({ message: Lines(CONTACT_LIMITS.message), version: SeenVersion }),
    reply: One(ContactMessage),
    failure: 'The answer was not sent. Try again.',
  }),
  sendAgain: post('/marketing/contact_us_send_again/:id', {
    summary: 'Sends an answer again that was refused, or of which nobody knows whether it arrived',
    permission: EDIT,
    did: NO_HISTORY,
    params: ById,
    reply: One(ContactMessage),
    failure: 'The answer was not sent. Try again.',
  }),
  /** Adding a lead takes `marketing_leads_add` too. */
  makeLead: post('/marketing/contact_us_make_lead/:id', {
    summary: 'Makes a lead of a message; once it has one, answers that one',
    permission: EDIT,
    did: 'Made a lead of *',
    params: ById,
    reply: One(Type.Object({ lead: Type.Object({ id: Id, lead_no: Type.Integer() }), made: Type.Boolean() })),
    failure: 'The lead was not made. Try again.',
  }),
  select: post('/marketing/contact_us_selection', {
    summary: 'Selects messages: single ones, or all that the list shows for a filter',
    permission: LIST,
    did: NO_HISTORY,
    body: Type.Object({
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000 })),
      filter: Type.Optional(ListFilter(ListQuery(filters))),
    }),
    reply: One(Selection),
    failure: 'The messages were not selected. Try again.',
  }),
  setStatusOfMany: bulkAct(
    '/marketing/bulk_contact_us_status',
    'Marks all messages of a selection as answered, spam or archived, or moves them back',
    EDIT,
    'Changed the status of *',
    { status: Type.Enum(['new', 'answered', 'spam', 'archived']) },
  ),
  assignMany: bulkAct(
    '/marketing/bulk_contact_us_assign',
    'Gives all messages of a selection to one person',
    EDIT,
    'Assigned *',
    {
      staffId: Nullable(PersonId),
    },
  ),
}

export const entities = {
  contact_messages: {
    noun: { one: 'contact message', many: 'contact messages' },
    fields: {
      contact_no: 'number',
      handled_by: 'handled by',
      lead_id: 'lead',
      answered_at: 'answered on',
      first_answer_minutes: 'working time to the first answer',
      phone_as_written: 'phone as typed',
      restricted_by: 'restricted domain',
      erased_at: 'erased',
    },
    undo: 'undoable',
  },
  contact_comments: {
    noun: { one: 'comment on a message', many: 'comments on messages' },
    fields: COMMENT_FIELDS,
    undo: 'undoable',
  },
  contact_replies: {
    noun: { one: 'answer to a message', many: 'answers to messages' },
    fields: { by_id: 'from' },
    undo: { never: 'An answer that was sent can’t be called back. Reopen the message instead.' },
  },
} as const satisfies Readonly<Record<string, Entity>>
