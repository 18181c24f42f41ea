import { get, PageOf } from './kit/endpoint.ts'
import { Lead, LeadQuery } from './lead.ts'

export const validLeads = {
  list: get('/marketing/valid_leads', {
    permission: 'valid_leads_list',
    query: LeadQuery,
    reply: PageOf(Lead),
    failure: 'Failed to fetch leads',
  }),
}
