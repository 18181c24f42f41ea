import { Type, type Static } from 'typebox'
import { EntrySettings, EntryStatus } from './auto-assign-qa.ts'
import { WorkingCalendar } from '#contract/platform/calendar.ts'
import { QuestionsToAsk } from './checklist.ts'
import { Credit } from './configuration.ts'
import { DOMAIN_CHANGE_KEYS, DomainChange } from './restricted-domains.ts'
import { ById, Id, Nullable, One, PersonId, post, Timestamp } from '#contract/kit/endpoint.ts'

/** So many whole days before today are replayed, and of their leads the newest ones. */
export const REPLAY_DAYS = 30
export const MOST_REPLAYED = 50_000
/** A lead that somebody got sooner has not waited. */
export const REPLAY_WAITED_MS = 60_000

/** How a list would be: somebody with other settings, somebody more, somebody less. Without any of it, as it is. */
export const ListProposal = Type.Object({
  change: Type.Optional(Type.Object({ id: Id, status: Type.Optional(EntryStatus), ...EntrySettings.properties })),
  add: Type.Optional(Type.Object({ sid: PersonId, ...EntrySettings.properties })),
  remove: Type.Optional(ById),
})
export type ListProposal = Static<typeof ListProposal>

const figures = {
  received: Type.Integer(),
  /** Of these, the leads that waited for somebody, by the clock on the wall. */
  waited: Type.Integer(),
  median_wait_ms: Nullable(Type.Integer()),
  p90_wait_ms: Nullable(Type.Integer()),
  longest_wait_ms: Nullable(Type.Integer()),
  /** Taken in hand or answered later than the target says; null without a target. */
  misses: Nullable(Type.Integer()),
}
export const ReplayFigures = Type.Object(figures)
export type ReplayFigures = Static<typeof ReplayFigures>

const ReplayShare = Type.Object({ ...figures, fair_share: Type.Number() })

export const ReplayTotals = Type.Object({
  ...figures,
  /** Leads that nobody had got by the end, and of these those that nobody on the list takes. */
  left: Type.Integer(),
  refused: Type.Integer(),
})
export type ReplayTotals = Static<typeof ReplayTotals>

/** The leads of some days, shared out once more by the list as it is and as it would be, beside what really happened. */
export const AssignmentReplay = Type.Object({
  from: Timestamp,
  until: Timestamp,
  leads: Type.Integer(),
  /** There were more: these are the newest. */
  newest_only: Type.Boolean(),
  /** Leads that somebody else would have got. */
  moved: Type.Integer(),
  today: ReplayTotals,
  proposed: ReplayTotals,
  actual: ReplayTotals,
  /** Everybody who is on the list or would be. */
  people: Type.Array(
    Type.Object({
      sid: Type.Integer(),
      name: Type.String(),
      /** Null: not on the list. */
      today: Nullable(ReplayShare),
      proposed: Nullable(ReplayShare),
      actual: ReplayFigures,
    }),
  ),
})
export type AssignmentReplay = Static<typeof AssignmentReplay>

const replay = {
  effect: 'read',
  body: ListProposal,
  reply: One(AssignmentReplay),
  failure: 'The last 30 days did not load. Try again.',
} as const

/** They look, and change nothing. */
export const assignmentReplay = {
  qa: post('/marketing/qa_autoassign_replay', {
    summary: 'Replays the last 30 days with other settings of the QA list; changes nothing',
    permission: 'qa_auto_assign_set_status',
    ...replay,
  }),
  sales: post('/marketing/salesrep_autoassign_replay', {
    summary: 'Replays the last 30 days with other settings of the sales list; changes nothing',
    permission: 'salesrep_auto_assign_update',
    ...replay,
  }),
  calendar: post('/marketing/working_calendar_replay/:id', {
    summary: 'Replays the last 30 days on both lists with other hours of a calendar',
    ...replay,
    permission: 'configuration_edit',
    params: ById,
    body: WorkingCalendar,
    reply: One(Type.Object({ qa: AssignmentReplay, sales: AssignmentReplay })),
  }),
  credit: post('/marketing/most_credit_replay', {
    summary: 'Replays the last 30 days with another catch-up limit',
    ...replay,
    permission: 'configuration_edit',
    body: Type.Object({ list: Type.Enum(['qa', 'sales']), most_credit: Credit }),
  }),
  domain: post('/marketing/restrict_domain_replay', {
    summary:
      'Replays the last 30 days on the QA list with another restricted domain; leads it quarantines go to nobody',
    ...replay,
    permission: DOMAIN_CHANGE_KEYS,
    body: Type.Object(DomainChange),
    reply: One(
      Type.Object({
        qa: AssignmentReplay,
        /** Leads of these days that would have been held back, and that would have come through. */
        newly: Type.Integer(),
        no_longer: Type.Integer(),
      }),
    ),
  }),
  checklist: post('/marketing/checklist_replay', {
    summary: 'Replays the last 30 days on the sales list with other checklist questions; leads they stop go to nobody',
    ...replay,
    permission: 'configuration_edit',
    body: Type.Object({ items: QuestionsToAsk }),
    reply: One(
      Type.Object({
        sales: AssignmentReplay,
        /** Valid leads of these days that these questions would have stopped, and that only today's would have. */
        newly: Type.Integer(),
        no_longer: Type.Integer(),
        /** Valid leads that were not asked all that now needs a yes: they count as passed. */
        not_asked: Type.Integer(),
      }),
    ),
  }),
}
