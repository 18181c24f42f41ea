import { Type } from 'typebox'
import { One, post } from '#contract/kit/endpoint.ts'
import { EnquiryFields } from './enquiry-fields.ts'
import { Lead, SourceCode, Tags } from './lead.ts'

export const addLead = {
  add: post('/marketing/add_leads', {
    summary: 'Adds a lead manually',
    permission: 'marketing_leads_add',
    did: 'Added *',
    body: Type.Object({ ...EnquiryFields, source: Type.Optional(SourceCode), tags: Type.Optional(Tags) }),
    reply: One(Lead),
    failure: 'Failed to add lead',
  }),
}
