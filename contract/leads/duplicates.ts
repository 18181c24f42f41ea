import { Type, type Static } from 'typebox'
import {
  ById,
  Done,
  FreeAddress,
  FreeText,
  get,
  Id,
  Nullable,
  One,
  PersonRef,
  post,
  SeenVersion,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import type { Entity } from '#contract/kit/history.ts'
import { Lead, LEAD_STATUSES } from './lead.ts'
import { ANY_LEAD_LIST } from './lookups.ts'

/** What two leads share: the email, the phone, or the person of the company within so many days. */
export const SHARED_KEYS = ['email', 'phone', 'person'] as const
const Shared = Type.Array(Type.Enum([...SHARED_KEYS]))

export const Duplicate = Type.Object({
  id: Type.Integer(),
  lead_no: Type.Integer(),
  name: Type.String(),
  company: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  status: Type.Enum([...LEAD_STATUSES]),
  created_at: Timestamp,
  assigned_qa: Nullable(PersonRef),
  same: Shared,
  /** Somebody has looked at both and found them different: shown last, not counted. */
  different: Type.Boolean(),
})
export type Duplicate = Static<typeof Duplicate>

/** So many of the newest leads of each key are looked at. */
export const MOST_DUPLICATES = 1_000

export const Duplicates = Type.Object({
  /** All that the caller can see on some list; of very many, those that were looked at. */
  total: Type.Integer(),
  /** There are older ones that were not looked at. */
  at_least: Type.Boolean(),
  /** Whether there are more on lists that the caller cannot open. */
  elsewhere: Type.Boolean(),
  /** The newest 20. */
  leads: Type.Array(Duplicate),
})
export type Duplicates = Static<typeof Duplicates>

/** Leads that hang together, and what they share. */
export const DuplicateGroup = Type.Object({
  id: Type.Integer(),
  /** All of them; `leads` has the newest 20. */
  total: Type.Integer(),
  same: Shared,
  leads: Type.Array(Lead),
})
export type DuplicateGroup = Static<typeof DuplicateGroup>

/** What can be taken from either lead. Status, owner, verdict and reason are one: the decision. */
export const MERGE_FIELDS = [
  'name',
  'email',
  'phone',
  /** All emails and phones beside these: of both leads, with the first ones that are not chosen. */
  'further',
  'company',
  'job_title',
  'website',
  /** One block, with zip code, city, state and country: from one lead or from the other. */
  'address',
  'message',
  'tags',
  'source',
  'products',
  'decision',
  'sales_person',
] as const
export type MergeField = (typeof MERGE_FIELDS)[number]

export const MERGE_CHOICES = ['winner', 'loser', 'both'] as const
export type MergeChoice = (typeof MERGE_CHOICES)[number]

const Choice = Type.Optional(Type.Enum(['winner', 'loser']))
const AnyChoice = Type.Optional(Type.Enum([...MERGE_CHOICES]))
const Choices = Type.Object({
  name: Choice,
  email: Choice,
  phone: Choice,
  further: AnyChoice,
  company: Choice,
  job_title: Choice,
  website: Choice,
  address: Choice,
  message: AnyChoice,
  tags: AnyChoice,
  source: Choice,
  products: AnyChoice,
  decision: Choice,
  sales_person: Choice,
})

const Pair = {
  /** The lead that stays, with its number. */
  winnerId: Id,
  /** The lead that becomes part of it. */
  loserId: Id,
  /** Where the usual choice is not wanted: the winner's unless it is empty. */
  choices: Type.Optional(Choices),
}

/** A field that differs, as it would be. */
export const MergedField = Type.Object({
  field: Type.Enum([...MERGE_FIELDS]),
  winner: Nullable(Type.String()),
  loser: Nullable(Type.String()),
  /** Null: somebody has to choose. */
  chosen: Nullable(Type.Enum([...MERGE_CHOICES])),
})
export type MergedField = Static<typeof MergedField>

export const MergePreview = Type.Object({
  winner: Lead,
  loser: Lead,
  fields: Type.Array(MergedField),
  /** What goes over to the winner. */
  moves: Type.Object({ products: Type.Integer(), comments: Type.Integer(), verdicts: Type.Integer() }),
  total_quantity: Type.Integer(),
  /** The restricted domain that the winner would have then, and what that makes of it. */
  restricted_by: Nullable(Type.Object({ domainName: Type.String(), becomes: Type.Enum(['held', 'invalid']) })),
})
export type MergePreview = Static<typeof MergePreview>

export const Merge = Type.Object({
  id: Type.Integer(),
  loser: Type.Object({ id: Type.Integer(), lead_no: Type.Integer(), name: Type.String() }),
  by: Nullable(PersonRef),
  at: Timestamp,
})
export type Merge = Static<typeof Merge>

const LeadSet = Type.Object({ leadIds: Type.Array(Id, { minItems: 2, maxItems: 20 }) })

export const duplicates = {
  list: get('/marketing/duplicates', {
    summary: 'Groups of duplicates, those with the newest lead first',
    permission: 'leads_merge',
    query: Type.Object({
      /** The `next` of the page before. */
      before: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    }),
    reply: Type.Object({
      success: Type.Boolean(),
      data: Type.Array(DuplicateGroup),
      total: Type.Integer(),
      /** Null when this is all. */
      next: Nullable(Type.Integer()),
    }),
    failure: 'The duplicates did not load. Try again.',
  }),
  check: post('/marketing/check_duplicates', {
    summary: 'Leads like the one being typed in a form; incomplete values are ignored',
    permission: ANY_LEAD_LIST,
    effect: 'read',
    body: Type.Object({
      name: Type.Optional(FreeText(200)),
      email: Type.Optional(FreeAddress),
      phone: Type.Optional(FreeText(50)),
      country: Type.Optional(FreeText(60)),
      company: Type.Optional(FreeText(200)),
    }),
    reply: One(Duplicates),
    failure: 'Failed to fetch data',
  }),
  ofLead: get('/marketing/lead_duplicates/:id', {
    summary: 'Leads that share an email, a phone, or a person and company with this one',
    permission: ANY_LEAD_LIST,
    params: ById,
    reply: One(Type.Object({ ...Duplicates.properties, merges: Type.Array(Merge) })),
    failure: 'Failed to fetch data',
  }),
  dismiss: post('/marketing/not_duplicates', {
    summary: 'Marks these leads as different from each other',
    permission: 'leads_merge',
    did: 'Marked * as not a duplicate',
    body: LeadSet,
    reply: Done,
    failure: 'This was not saved. Try again.',
  }),
  recall: post('/marketing/duplicates_after_all', {
    summary: 'Marks leads as duplicates again',
    permission: 'leads_merge',
    did: 'Marked * as a possible duplicate again',
    body: LeadSet,
    reply: Done,
    failure: 'This was not saved. Try again.',
  }),
  preview: post('/marketing/merge_preview', {
    summary: 'Previews the merge of two leads; changes nothing',
    permission: 'leads_merge',
    effect: 'read',
    body: Type.Object(Pair),
    reply: One(MergePreview),
    failure: 'Failed to fetch leads data',
  }),
  merge: post('/marketing/merge_leads', {
    summary: 'Merges a lead into another one',
    permission: 'leads_merge',
    did: 'Merged a duplicate into *',
    body: Type.Object({
      ...Pair,
      winnerVersion: SeenVersion,
      loserVersion: SeenVersion,
    }),
    reply: One(Type.Object({ lead: Lead, merge: Merge })),
    failure: 'The leads were not merged. Try again.',
  }),
  unmerge: post('/marketing/unmerge_leads', {
    summary: 'Unmerges two leads',
    permission: 'leads_merge',
    did: 'Unmerged *',
    body: Type.Object({ mergeId: Id }),
    reply: One(
      Type.Object({
        winner: Lead,
        loser: Lead,
        /** What was changed after the merge and stays as it is now. */
        kept: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
      }),
    ),
    failure: 'The leads were not unmerged. Try again.',
  }),
}

export const entities = {
  not_duplicates: { noun: { one: 'pair marked as different', many: 'pairs marked as different' }, undo: 'undoable' },
  lead_merges: {
    noun: { one: 'merge', many: 'merges' },
    undo: {
      never: 'To take merged leads apart, use Unmerge on the merged lead. To merge unmerged leads again, use Merge.',
    },
  },
} as const satisfies Readonly<Record<string, Entity>>
