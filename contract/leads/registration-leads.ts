import { ValidVerdict } from './assigned-leads.ts'
import { get, One, PageOf, post } from '#contract/kit/endpoint.ts'
import { Lead, LeadQuery, LeadRow } from './lead.ts'

export const registrationLeads = {
  list: get('/marketing/rrgistration_assigned_leads', {
    summary: 'Registration leads',
    permission: 'registration_leads_list',
    query: LeadQuery,
    reply: PageOf(LeadRow),
    failure: 'Failed to fetch leads',
  }),
  validate: post('/marketing/registration_valid_status', {
    summary: 'Validates a registration from any status but on hold; a valid one is returned unchanged',
    permission: 'registration_leads_edit_status',
    did: 'Validated the registration of *',
    body: ValidVerdict,
    reply: One(Lead),
    failure: 'Network error: Failed to update status',
  }),
}
