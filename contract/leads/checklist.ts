import { Type, type Static } from 'typebox'
import { get, Nullable, One, put, Text, Version } from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'

/** The number of a question: it stays with it through all versions, and no other one gets it. */
export const ItemNumber = Type.Integer({ minimum: 1, maximum: 10_000 })

const Question = Type.Object({
  item: ItemNumber,
  question: Type.String(),
  /** Whether a lead can be valid only with a yes. */
  blocking: Type.Boolean(),
})
export type Question = Static<typeof Question>

export const MOST_QUESTIONS = 30

/** What the desk asks today. */
const Questions = Type.Object({
  version: Type.Integer(),
  /** `unless`: the question whose yes makes this one optional. */
  items: Type.Array(Type.Object({ ...Question.properties, unless: Type.Optional(ItemNumber) })),
  /** What it asks where a company has said nothing: the first version of every company. */
  usual: Type.Array(Question),
})
export type Questions = Static<typeof Questions>

/** All questions, in their order; one without a number is new. */
export const QuestionsToAsk = Type.Array(
  Type.Object({ item: Type.Optional(ItemNumber), question: Text(200), blocking: Type.Boolean() }),
  { minItems: 1, maxItems: MOST_QUESTIONS },
)
export type QuestionsToAsk = Static<typeof QuestionsToAsk>

export const checklist = {
  now: get('/marketing/checklist', {
    summary: 'The checklist: questions to answer before a lead is valid',
    permission: 'signed-in',
    reply: One(Questions),
    failure: 'Failed to fetch data',
  }),
  change: put('/marketing/update_checklist', {
    summary: 'Changes the checklist; earlier verdicts keep their version',
    permission: 'configuration_edit',
    did: 'Changed the checklist',
    body: Type.Object({
      /** The one that the person saw. */
      version: Version,
      /** Null: the usual ones again. */
      items: Nullable(QuestionsToAsk),
    }),
    reply: One(Questions),
    failure: 'The checklist was not changed. Try again.',
  }),
}

export const entities = {
  checklists: { noun: { one: 'checklist', many: 'checklists' }, fields: { items: 'questions' }, undo: 'undoable' },
} as const satisfies Readonly<Record<string, Entity>>
