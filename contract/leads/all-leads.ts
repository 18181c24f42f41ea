import { Type } from 'typebox'
import { get, One, PageOf, post } from '#contract/kit/endpoint.ts'
import { Lead, LeadQuery } from './lead.ts'
import { AssignOutcome, LeadIds } from './marketing-leads.ts'

export const allLeads = {
  list: get('/marketing/all_leads', {
    summary: 'Unassigned leads',
    permission: 'all_leads_list',
    query: LeadQuery,
    wire: { from_date: 'fromDate', to_date: 'toDate' },
    reply: PageOf(Lead),
    failure: 'Failed to fetch leads',
  }),
  assignToMe: post('/marketing/assign_to_me', {
    summary: 'Assigns unassigned leads to the caller',
    permission: 'all_leads_assign_to_me',
    did: 'Took *',
    body: Type.Object({ leadIds: LeadIds }),
    reply: One(AssignOutcome),
    failure: 'The leads were not assigned to you. Try again.',
  }),
}
