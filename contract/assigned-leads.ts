import { Type, type Static } from 'typebox'
import { FreeText, get, Id, Nullable, One, PageOf, post } from './kit/endpoint.ts'
import { INVALID_REASONS, Lead, LeadQuery, ProductLines } from './lead.ts'

/** An answer to one item of the checklist, with what it was based on. */
export const ChecklistAnswer = Type.Object({
  item: Type.Integer({ minimum: 1, maximum: 100 }),
  answer: Type.Enum(['yes', 'no', 'not_sure']),
  evidence: Type.Optional(FreeText(500)),
})
export const Checklist = Type.Object({
  version: Type.Integer({ minimum: 1 }),
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
  email: Type.Optional(Nullable(FreeText(320))),
  phone: Type.Optional(Nullable(FreeText(50))),
  website: Type.Optional(Nullable(FreeText(500))),
  comments: Type.Optional(Nullable(FreeText(10_000))),
  products: Type.Optional(ProductLines),
  /** The version of the lead that the person saw. */
  version: Type.Optional(Type.Integer({ minimum: 1 })),
}

export const assignedLeads = {
  list: get('/marketing/assigned_leads', {
    permission: 'assigned_leads_list',
    query: LeadQuery,
    reply: PageOf(Lead),
    failure: 'Failed to fetch leads',
  }),
  start: post('/marketing/add_inprogress_status', {
    permission: 'assigned_leads_edit_status',
    body: Type.Object({
      enquiryId: Id,
      status: Type.Optional(Type.Enum(['in-progress'])),
      version: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    reply: One(Lead),
    failure: 'Network error: Failed to update status',
  }),
  validate: post('/marketing/add_valid_status', {
    permission: 'assigned_leads_edit_status',
    body: Type.Object({
      ...VerdictFields,
      status: Type.Optional(Type.Enum(['valid'])),
      checklist: Type.Optional(Checklist),
      /** Why an earlier verdict is turned over. */
      reason: Type.Optional(FreeText(2000)),
    }),
    reply: One(Lead),
    failure: 'Network error: Failed to update status',
  }),
  invalidate: post('/marketing/add_invalid_status', {
    permission: 'assigned_leads_edit_status',
    body: Type.Object({
      ...VerdictFields,
      status: Type.Optional(Type.Enum(['invalid'])),
      reason: Type.Optional(Type.Enum([...INVALID_REASONS])),
      note: Type.Optional(FreeText(2000)),
      /** The lead that this one repeats, with reason `duplicate`. */
      duplicateOf: Type.Optional(Id),
      checklist: Type.Optional(Checklist),
    }),
    reply: One(Lead),
    failure: 'Network error: Failed to update status',
  }),
}
