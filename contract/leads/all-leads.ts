import { Type } from 'typebox'
import { get, One, PageOf, post } from '#contract/kit/endpoint.ts'
import { Lead, LeadQuery } from './lead.ts'
import { AssignOutcome, LeadIds } from './marketing-leads.ts'

export const allLeads = {
  list: get('/marketing/all_leads', {
    summary: 'Leads that nobody has yet',
    permission: 'all_leads_list',
    query: LeadQuery,
    wire: { from_date: 'fromDate', to_date: 'toDate' },
    reply: PageOf(Lead),
    failure: 'Failed to fetch leads',
  }),
  assignToMe: post('/marketing/assign_to_me', {
    summary: 'Takes unassigned leads for oneself',
    permission: 'all_leads_assign_to_me',
    body: Type.Object({ leadIds: LeadIds }),
    reply: One(AssignOutcome),
    failure: 'The leads were not assigned to you. Try again.',
  }),
}
