import { Type } from 'typebox'
import {
  get,
  Id,
  Nullable,
  One,
  PageOf,
  PersonId,
  PersonRef,
  post,
  SeenVersion,
  Timestamp,
} from '#contract/kit/endpoint.ts'
import { LeadQuery, LeadRow } from './lead.ts'
import { ANY_LEAD_LIST } from './lookups.ts'

export const LeadIds = Type.Array(Id, { minItems: 1, maxItems: 1000 })

/** Which of them is needed depends on the lead: on its status and on whether somebody holds it. */
export const ASSIGN_KEYS = [
  'marketing_leads_assign_to_staff',
  'marketing_leads_reassign',
  'valid_leads_assign',
] as const

/** What became of each lead that was to be assigned. */
export const AssignOutcome = Type.Object({
  assigned: Type.Array(Type.Integer()),
  refused: Type.Array(
    Type.Object({ leadId: Type.Integer(), code: Type.String(), message: Type.String(), holder: Nullable(PersonRef) }),
  ),
})

/** Who holds a lead, and since when. */
export const Holding = Type.Object({
  leadId: Type.Integer(),
  status: Type.String(),
  assigned: Type.Boolean(),
  holder: Nullable(PersonRef),
  since: Nullable(Timestamp),
  version: Type.Integer(),
})

export const marketingLeads = {
  list: get('/marketing/marketing_leads_list', {
    summary: 'All enquiries, of every owner',
    permission: 'marketing_leads_list',
    query: LeadQuery,
    reply: PageOf(LeadRow),
    failure: 'Failed to fetch leads',
  }),
  assign: post('/marketing/assign_leads', {
    summary: 'Assigns leads to a person',
    permission: ASSIGN_KEYS,
    did: 'Assigned *',
    body: Type.Object({ leadIds: LeadIds, staffId: PersonId, version: SeenVersion }),
    reply: One(AssignOutcome),
    failure: 'The leads were not assigned. Try again.',
  }),
  checkAssigned: get('/marketing/check_lead_assigned', {
    summary: 'The owner of each of these leads',
    permission: ANY_LEAD_LIST,
    query: Type.Object({ leadId: Type.Array(Id, { minItems: 1, maxItems: 100 }) }),
    reply: One(Type.Array(Holding)),
    failure: 'Failed to fetch data',
  }),
  checkCurrentAssignment: get('/marketing/check_current_assignment/:id', {
    summary: 'The owner of a lead',
    permission: ANY_LEAD_LIST,
    params: Type.Object({ id: Id }),
    reply: One(Holding),
    failure: 'Failed to fetch data',
  }),
}
