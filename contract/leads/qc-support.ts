import { Type, type Static } from 'typebox'
import {
  ById,
  DateRange,
  Day,
  get,
  Id,
  Lines,
  ListQuery,
  Many,
  Nullable,
  One,
  PageOf,
  PersonId,
  PersonRef,
  post,
  SeenVersion,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { COMMENT_FIELDS, CommentText, StoredComment } from '#contract/platform/comments.ts'
import { Lead, ProductLine } from './lead.ts'

export const QC_TOPICS = ['specification', 'certificate', 'packing', 'price', 'delivery', 'complaint', 'other'] as const
export type QcTopic = (typeof QC_TOPICS)[number]
export const QC_STATES = ['open', 'answered', 'reopened', 'closed'] as const
export type QcState = (typeof QC_STATES)[number]
/** Those in which an answer is due. */
export const QC_WAITING = ['open', 'reopened'] as const satisfies readonly QcState[]

const Topic = Type.Enum([...QC_TOPICS])
const State = Type.Enum([...QC_STATES])

const AboutLead = Type.Object({
  id: Type.Integer(),
  lead_no: Type.Integer(),
  /** What a reader who finds it on a list of theirs is told; null for anybody else. */
  seen: Nullable(Type.Object({ name: Type.String(), kind: Lead.properties.kind, status: Lead.properties.status })),
})

export const QcQuestion = Type.Object({
  id: Type.Integer(),
  question: Type.String(),
  topic: Topic,
  lead: Nullable(AboutLead),
  /** Without an id where the catalogue does not have it. */
  product: Nullable(Type.Object({ id: Nullable(Type.Integer()), name: Type.String() })),
  asked_by: PersonRef,
  asked_at: Timestamp,
  due_on: Nullable(Type.String()),
  /** It waits for an answer after its day, where the person is. */
  overdue: Type.Boolean(),
  state: State,
  /** The newest answer; null while there is none. */
  answer: Nullable(Type.String()),
  answered_by: Nullable(PersonRef),
  answered_at: Nullable(Timestamp),
  /** How many versions of the answer there are. */
  answers: Type.Integer(),
  comments: Type.Integer(),
  version: Type.Integer(),
})
export type QcQuestion = Static<typeof QcQuestion>

/** Fields that the list can be sorted by. */
export const QC_SORTS = ['asked_at', 'due_on', 'answered_at', 'state', 'topic'] as const

export const QcAnswer = Type.Object({
  id: Type.Integer(),
  answer: Type.String(),
  answered_by: PersonRef,
  answered_at: Timestamp,
})
export type QcAnswer = Static<typeof QcAnswer>

export const QcComment = Type.Pick(StoredComment, ['id', 'comment', 'author', 'created_at'])
export type QcComment = Static<typeof QcComment>

export const qcSupport = {
  list: get('/marketing/get_qc_question_list', {
    summary: 'Questions to QC',
    permission: 'qc_support_list',
    query: ListQuery({
      /** The days on which they were asked. */
      ...DateRange,
      state: Many(State),
      topic: Many(Topic),
      asked_by: Many(PersonId),
      /** Who gave the newest answer. */
      answered_by: Many(PersonId),
      /** Only questions that wait after their day, where the person is. */
      due: Type.Optional(Type.Enum(['overdue'])),
      leadId: Type.Optional(Id),
      productId: Type.Optional(Id),
    }),
    reply: PageOf(QcQuestion),
    failure: 'Failed to fetch data',
  }),
  filterOptions: get('/marketing/qc_filter_options', {
    summary:
      'People to filter questions by: the first 100 by name of each, or matches of a search; includes former colleagues',
    permission: 'qc_support_list',
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200 })),
      /** Those who are chosen already, whoever they are: answered instead. */
      ids: Many(PersonId),
    }),
    reply: One(Type.Object({ asked_by: Type.Array(PersonRef), answered_by: Type.Array(PersonRef) })),
    failure: 'Failed to fetch data',
  }),
  answer: get('/marketing/get_qc_answer/:id', {
    summary: 'A question with its newest answer, up to 50 earlier answers and 200 comments',
    permission: 'qc_support_view',
    params: ById,
    reply: One(
      Type.Object({
        question: QcQuestion,
        /** Null while there is none. */
        answer: Nullable(Type.String()),
        answers: Type.Array(QcAnswer),
        comments: Type.Array(QcComment),
      }),
    ),
    failure: 'Failed to fetch data',
  }),
  submit: post('/marketing/submit_qc_answer', {
    summary: 'Answers a question, or adds a better answer; earlier answers stay',
    permission: 'qc_support_add_comment',
    did: 'Answered *',
    body: Type.Object({ id: Id, answer: Lines(10_000), version: SeenVersion }),
    reply: One(QcQuestion),
    failure: 'The answer was not saved. Try again.',
  }),
  ask: post('/marketing/ask_qc_question', {
    summary: 'Asks QC a question',
    permission: 'qc_support_ask',
    did: 'Sent * to QC',
    body: Type.Object({
      question: Lines(5_000),
      topic: Topic,
      /** What it is about: a lead, a product, or a product of a lead. */
      leadId: Type.Optional(Id),
      productId: Type.Optional(Id),
      /** Instead of `productId`, for what is not in the catalogue. */
      product_name: Type.Optional(ProductLine.properties.product_name),
      due_on: Type.Optional(Day),
    }),
    reply: One(QcQuestion),
    failure: 'The question was not sent. Try again.',
  }),
  comment: post('/marketing/add_qc_comment', {
    summary: 'Comments on a question',
    permission: 'qc_support_add_comment',
    did: 'Added *',
    body: Type.Object({ id: Id, comment: CommentText }),
    reply: One(QcComment),
    failure: 'The comment was not saved. Try again.',
  }),
  /** For whoever asked, and for whoever answers. */
  setState: post('/marketing/set_qc_question_state', {
    summary: 'Reopens or closes a question',
    permission: ['qc_support_ask', 'qc_support_add_comment'],
    did: 'Reopened or closed *',
    body: Type.Object({ id: Id, state: Type.Enum(['reopened', 'closed']), note: Type.Optional(CommentText) }),
    reply: One(QcQuestion),
    failure: 'The question was not changed. Try again.',
  }),
  similar: get('/marketing/similar_qc_questions', {
    summary: 'Up to five answered questions most similar to the text being typed',
    permission: ['qc_support_ask', 'qc_support_list'],
    query: Type.Object({ search: Type.String({ minLength: 3, maxLength: 500 }) }),
    reply: One(Type.Array(QcQuestion)),
    failure: 'Failed to fetch data',
  }),
}

export const entities = {
  qc_questions: { noun: { one: 'question', many: 'questions' }, undo: 'undoable' },
  qc_answers: { noun: { one: 'answer', many: 'answers' }, undo: 'undoable' },
  qc_comments: {
    noun: { one: 'comment on a question', many: 'comments on questions' },
    fields: COMMENT_FIELDS,
    undo: 'undoable',
  },
} as const satisfies Readonly<Record<string, Entity>>
