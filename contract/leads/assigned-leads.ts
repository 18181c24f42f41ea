import { Type, type Static } from 'typebox'
import { ItemNumber } from './checklist.ts'
import {
  Day,
  FreeAddress,
  FreeLines,
  FreeText,
  get,
  Id,
  Lines,
  Nullable,
  One,
  PageOf,
  post,
  SeenVersion,
  Version,
} from '#contract/kit/endpoint.ts'
import { Lead, LeadQuery, LeadRow, ProductLines, ReasonCode } from './lead.ts'

/** An answer to one item of the checklist, with what it was based on. */
export const ChecklistAnswer = Type.Object({
  item: ItemNumber,
  answer: Type.Enum(['yes', 'no', 'not_sure']),
  evidence: Type.Optional(FreeText(500)),
})
export const Checklist = Type.Object({
  version: Version,
  answers: Type.Array(ChecklistAnswer, { maxItems: 100 }),
})
export type Checklist = Static<typeof Checklist>

/** What the verdict screens send: the lead as validated. All but the id and the status may be left out. */
export const VerdictFields = {
  enquiryId: Id,
  company: Type.Optional(Nullable(FreeText(200))),
  country: Type.Optional(Nullable(FreeText(60))),
  zipCode: Type.Optional(Nullable(FreeText(20))),
  city: Type.Optional(Nullable(FreeText(120))),
  state: Type.Optional(Nullable(FreeText(120))),
  address: Type.Optional(Nullable(FreeText(500))),
  email: Type.Optional(Nullable(FreeAddress)),
  phone: Type.Optional(Nullable(FreeText(50))),
  website: Type.Optional(Nullable(FreeText(500))),
  comments: Type.Optional(Nullable(FreeLines(10_000))),
  products: Type.Optional(ProductLines),
  version: SeenVersion,
}

export const ValidVerdict = Type.Object({
  ...VerdictFields,
  status: Type.Optional(Type.Enum(['valid'])),
  checklist: Type.Optional(Checklist),
  /** Why an earlier verdict is turned over. */
  reason: Type.Optional(FreeLines(2000)),
})

export const assignedLeads = {
  list: get('/marketing/assigned_leads', {
    summary: 'Leads assigned to QA: the caller’s own, or all with the permission to reassign',
    permission: 'assigned_leads_list',
    query: LeadQuery,
    reply: PageOf(LeadRow),
    failure: 'Failed to fetch leads',
  }),
  start: post('/marketing/add_inprogress_status', {
    summary: 'Starts work on a lead',
    permission: 'assigned_leads_edit_status',
    did: 'Set * in progress',
    body: Type.Object({
      enquiryId: Id,
      status: Type.Optional(Type.Enum(['in-progress'])),
      version: SeenVersion,
    }),
    reply: One(Lead),
    failure: 'Network error: Failed to update status',
  }),
  hold: post('/marketing/add_on_hold_status', {
    summary: 'Puts a lead on hold until a day; it returns automatically',
    permission: 'assigned_leads_edit_status',
    did: 'Put * on hold',
    body: Type.Object({
      enquiryId: Id,
      /** In the caller’s time zone: tomorrow to 30 days from today. */
      until: Day,
      reason: Type.Optional(FreeLines(500)),
      version: SeenVersion,
    }),
    reply: One(Lead),
    failure: 'The lead was not put on hold. Try again.',
  }),
  wake: post('/marketing/end_on_hold_status', {
    summary: 'Takes a lead off hold before its day',
    permission: 'assigned_leads_edit_status',
    did: 'Took * off hold',
    body: Type.Object({ enquiryId: Id, version: SeenVersion }),
    reply: One(Lead),
    failure: 'The lead is still on hold. Try again.',
  }),
  release: post('/marketing/release_lead', {
    summary: 'Releases a lead: its owner can, and people who can reassign',
    permission: ['assigned_leads_edit_status', 'marketing_leads_reassign'],
    did: 'Released *',
    body: Type.Object({ enquiryId: Id, reason: Lines(500), version: SeenVersion }),
    reply: One(Lead),
    failure: 'The lead was not released. Try again.',
  }),
  validate: post('/marketing/add_valid_status', {
    summary: 'Validates a lead, or changes its verdict to valid',
    permission: 'assigned_leads_edit_status',
    did: 'Validated *',
    body: Type.Object({
      ...ValidVerdict.properties,
      /** Starts it first: a lead that is not in progress yet is started and validated in one act, which is undone as one. */
      start: Type.Optional(Type.Boolean()),
    }),
    reply: One(Lead),
    failure: 'Network error: Failed to update status',
  }),
  invalidate: post('/marketing/add_invalid_status', {
    summary: 'Marks a lead invalid with a reason, or changes its verdict to invalid',
    permission: 'assigned_leads_edit_status',
    did: 'Marked * invalid',
    body: Type.Object({
      ...VerdictFields,
      status: Type.Optional(Type.Enum(['invalid'])),
      reason: Type.Optional(ReasonCode),
      note: Type.Optional(FreeLines(2000)),
      /** The lead that this one repeats, with reason `duplicate`. */
      duplicateOf: Type.Optional(Id),
      checklist: Type.Optional(Checklist),
    }),
    reply: One(Lead),
    failure: 'Network error: Failed to update status',
  }),
}
