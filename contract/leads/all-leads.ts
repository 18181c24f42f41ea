import { Type } from 'typebox'
import { get, One, PageOf, post } from '#contract/kit/endpoint.ts'
import { LeadQuery, LeadRow } from './lead.ts'
import { Outlook } from './outlook.ts'
import { AssignOutcome, LeadIds } from './marketing-leads.ts'

export const allLeads = {
  list: get('/marketing/all_leads', {
    summary: 'Unassigned leads',
    permission: 'all_leads_list',
    query: LeadQuery,
    wire: { from_date: 'fromDate', to_date: 'toDate' },
    reply: PageOf(LeadRow),
    failure: 'Failed to fetch leads',
  }),
  outlook: get('/marketing/unassigned_outlook', {
    summary: 'Who is next in line for unassigned leads, or why nobody is',
    permission: 'all_leads_list',
    reply: One(Outlook),
    failure: 'Failed to fetch data',
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
