import { Type, type Static } from 'typebox'
import { ById, get, Id, Nullable, One, PersonRef, post, put, Timestamp } from '#contract/kit/endpoint.ts'
import { CommentEdit, CommentText, Mentions, StoredComment } from '#contract/platform/comments.ts'
import { Origin } from '#contract/platform/origin.ts'
import { Duplicate } from './duplicates.ts'
import { Lead, LeadProduct } from './lead.ts'
import { ANY_LEAD_LIST } from './lookups.ts'

export const COMMENT_KEYS = [
  'marketing_leads_comments',
  'all_leads_comments',
  'assigned_leads_comments',
  'valid_leads_comments',
] as const

export const Comment = Type.Object({ leadId: Type.Integer(), ...StoredComment.properties })
export type Comment = Static<typeof Comment>

/** One person weighed up when a lead was assigned. */
export const Considered = Type.Object({
  staff: PersonRef,
  eligible: Type.Boolean(),
  /** The exact reason that ruled the person out; undefined when eligible. */
  reason: Type.Optional(Type.String()),
  /** When that passes by itself. */
  until: Type.Optional(Timestamp),
  weight: Type.Number(),
  expected: Type.Number(),
  received: Type.Integer(),
  deficit: Type.Number(),
})
export const Decision = Type.Object({
  list: Type.Enum(['qa', 'sales']),
  mode: Type.Enum(['auto', 'staff', 'self', 'bulk']),
  chosen: Nullable(PersonRef),
  considered: Type.Array(Considered),
  tie_break: Nullable(Type.String()),
  /** Given because of earlier leads of the same email domain, whoever's turn it was. */
  sticky: Type.Boolean(),
  /** The sentence for people. */
  why: Type.String(),
})
export type Decision = Static<typeof Decision>
export type Considered = Static<typeof Considered>

const List = Type.Enum(['qa', 'sales'])
/** Why a lead is whose it is, or nobody's. */
export const LeadDecisions = Type.Object({
  /** Of each list, the one by which whoever holds the lead has it. */
  decisions: Type.Array(Type.Object({ ...Decision.properties, at: Timestamp })),
  /** Whether whoever sells it has accepted it, where that is looked after. */
  acceptance: Nullable(
    Type.Object({
      due_at: Nullable(Timestamp),
      reminded_at: Nullable(Timestamp),
      opened_at: Nullable(Timestamp),
      escalated_at: Nullable(Timestamp),
    }),
  ),
  /** Where it waits for somebody: everybody on the list as they are now. */
  waiting: Type.Array(Type.Object({ list: List, since: Timestamp, considered: Type.Array(Considered) })),
})
export type LeadDecisions = Static<typeof LeadDecisions>

/** All that one act of one actor changed about a lead. */
export const ChangeSet = Type.Object({
  change_set: Type.String(),
  at: Timestamp,
  actor: Type.Object({ kind: Type.String(), id: Nullable(Type.Integer()), name: Type.String() }),
  on_behalf_of: Nullable(PersonRef),
  channel: Type.String(),
  act: Type.String(),
  reason: Nullable(Type.String()),
  /** How long the lead had been in the status that this act ended, in seconds. */
  time_in_status: Nullable(Type.Integer()),
  changes: Type.Array(
    Type.Object({
      entity: Type.String(),
      entity_id: Type.Integer(),
      verb: Type.String(),
      field: Type.String(),
      old: Type.Unknown(),
      new: Type.Unknown(),
    }),
  ),
  decision: Type.Optional(Decision),
})
export type ChangeSet = Static<typeof ChangeSet>

/** One automatic check; what the desk shows beside the form. */
export const Evidence = Type.Object({
  check: Type.Enum(['email', 'domain', 'phone', 'company', 'duplicates', 'products', 'quantity', 'machine']),
  verdict: Type.Enum(['good', 'bad', 'unclear']),
  /** A sentence for the person who decides. */
  message: Type.String(),
  /** The fact itself: the domain, the company’s name, the calling code. */
  fact: Type.Optional(Type.String()),
})
export type Evidence = Static<typeof Evidence>

/** The snapshot that a verdict keeps, beside what was sent. */
export const Verdict = Type.Object({
  id: Type.Integer(),
  verdict: Type.Enum(['valid', 'invalid']),
  by: Nullable(PersonRef),
  at: Timestamp,
  company: Nullable(Type.String()),
  country: Nullable(Type.String()),
  zipCode: Nullable(Type.String()),
  city: Nullable(Type.String()),
  state: Nullable(Type.String()),
  address: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  website: Nullable(Type.String()),
  comments: Nullable(Type.String()),
  products: Type.Array(LeadProduct),
  reason_code: Nullable(Type.String()),
  reason_note: Nullable(Type.String()),
  /** "not answered" when the call came without one. */
  checklist: Nullable(
    Type.Object({
      version: Type.Integer(),
      /** Each with its question as that version asks it. */
      answers: Type.Array(
        Type.Object({
          item: Type.Integer(),
          question: Type.String(),
          answer: Type.Enum(['yes', 'no', 'not_sure']),
          evidence: Type.Optional(Type.String()),
        }),
      ),
    }),
  ),
})
export type Verdict = Static<typeof Verdict>

export const ChecklistItem = Type.Object({
  item: Type.Integer(),
  question: Type.String(),
  blocking: Type.Boolean(),
  /** It blocks only while this other one is not answered yes. */
  unless: Type.Optional(Type.Integer()),
  /** What the evidence suggests; undefined when a person must say. */
  suggested: Type.Optional(Type.Enum(['yes', 'no', 'not_sure'])),
  evidence: Type.Optional(Type.String()),
})
export type ChecklistItem = Static<typeof ChecklistItem>

/** How often the public form sent it within minutes, and when last; null where that was once. */
const Repeats = Nullable(Type.Object({ times: Type.Integer(), last_at: Timestamp }))
export type Repeats = Static<typeof Repeats>

/** The first of the working times that counted, and whether there are more. */
const CountedTime = Type.Object({
  calendar: Nullable(Type.String()),
  time_zone: Nullable(Type.String()),
  intervals: Type.Array(Type.Object({ from: Timestamp, to: Timestamp })),
  more: Type.Boolean(),
  /** Working time on hold, or deleted, which does not count. */
  paused_ms: Type.Integer(),
})
export type CountedTime = Static<typeof CountedTime>

export const leadDetails = {
  lead: get('/marketing/lead/:id', {
    summary: 'One lead with all its details',
    permission: ANY_LEAD_LIST,
    params: ById,
    reply: One(Type.Object({ ...Lead.properties, repeats: Repeats })),
    failure: 'Failed to fetch leads data',
  }),
  /** Null where it was made of nothing that the caller sees. */
  origin: get('/marketing/lead_origin/:id', {
    summary: 'Of what a lead was made, such as a contact message, and where to find that',
    permission: ANY_LEAD_LIST,
    params: ById,
    reply: One(Nullable(Origin)),
    failure: 'Failed to fetch data',
  }),
  clock: get('/marketing/lead_clock/:id', {
    summary: 'The working times that a lead’s clock counted, from its start to its answer or to now',
    permission: ANY_LEAD_LIST,
    params: ById,
    reply: One(CountedTime),
    failure: 'Failed to fetch data',
  }),
  products: get('/marketing/lead-products/:id', {
    summary: 'The products of a lead',
    permission: ANY_LEAD_LIST,
    params: ById,
    reply: One(Type.Array(LeadProduct)),
    failure: 'Failed to fetch data',
  }),
  /** What comments say and what was validated is told to whoever may read those; others learn that there was a comment, and of a verdict what lists tell. */
  history: get('/marketing/lead_history/:id', {
    summary: 'The history of a lead, newest first',
    permission: ['marketing_leads_history', 'lead_details_view'],
    params: ById,
    query: Type.Object({ before: Type.Optional(Id), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    reply: Type.Object({
      success: Type.Boolean(),
      data: Type.Array(ChangeSet),
      /** Pass as `before` for older ones; null when this is all. */
      next: Nullable(Type.Integer()),
    }),
    failure: 'Failed to fetch data',
  }),
  decisions: get('/marketing/lead_decisions/:id', {
    summary: 'Why a lead was assigned to each of its owners',
    permission: ANY_LEAD_LIST,
    params: ById,
    reply: One(LeadDecisions),
    failure: 'Failed to fetch data',
  }),
  comments: get('/marketing/lead_comments/:id', {
    summary: 'The comments on a lead',
    permission: COMMENT_KEYS,
    params: ById,
    reply: One(Type.Array(Comment)),
    failure: 'Failed to fetch data',
  }),
  comment: post('/marketing/addComments', {
    summary: 'Comments on a lead',
    permission: COMMENT_KEYS,
    did: 'Commented on *',
    body: Type.Object({ leadId: Id, comment: CommentText, mentions: Type.Optional(Mentions) }),
    reply: One(Comment),
    failure: 'The comment was not saved. Try again.',
  }),
  mentionable: get('/marketing/mentionable_staff', {
    summary: 'Colleagues who can be mentioned on these leads: the first ten by name',
    permission: COMMENT_KEYS,
    query: Type.Object({
      leadId: Type.Array(Id, { minItems: 1, maxItems: 100 }),
      search: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    reply: One(Type.Array(PersonRef)),
    failure: 'Failed to fetch data',
  }),
  editComment: put('/marketing/lead_comments/:id', {
    summary: 'Edits the caller’s comment for 10 minutes, or pins a comment',
    permission: COMMENT_KEYS,
    did: 'Edited a comment on *',
    params: ById,
    body: CommentEdit,
    reply: One(Comment),
    failure: 'The comment was not saved. Try again.',
  }),
  open: post('/marketing/dataFetch_validmodal', {
    summary: 'Everything the validation desk needs, in one answer',
    permission: ['assigned_leads_edit_status', 'lead_details_view'],
    effect: 'read',
    body: Type.Object({ enquiryId: Id }),
    reply: One(
      Type.Object({
        lead: Lead,
        products: Type.Array(LeadProduct),
        repeats: Repeats,
        evidence: Type.Array(Evidence),
        company_match: Nullable(Type.Object({ company: Type.String(), leads: Type.Integer() })),
        /** The newest 20 that the caller can see. */
        duplicates: Type.Array(Duplicate),
        checklist: Type.Object({ version: Type.Integer(), items: Type.Array(ChecklistItem) }),
      }),
    ),
    failure: 'Failed to fetch leads data',
  }),
  validated: get('/marketing/get_valided_lead/:id', {
    summary: 'The valid verdict of a lead',
    permission: ['valid_leads_view_validated_details', 'lead_details_view'],
    params: ById,
    reply: One(Type.Object({ lead: Lead, validated: Verdict })),
    failure: 'Failed to fetch leads data',
  }),
  notValidated: get('/marketing/get_valided_lead_fo_not_valid/:id', {
    summary: 'The invalid verdict of a lead',
    permission: ['valid_leads_view_validated_details', 'lead_details_view'],
    params: ById,
    reply: One(Type.Object({ lead: Lead, reason_code: Nullable(Type.String()), reason_note: Nullable(Type.String()) })),
    failure: 'Failed to fetch leads data',
  }),
}
