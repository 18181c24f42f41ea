import { Type } from 'typebox'
import { Day, FreeText, get, Id, One, PageOf, post } from './kit/endpoint.ts'
import { ENQUIRY_STATUSES, Lead, LeadQuery, LOST_REASONS } from './lead.ts'

export const validLeads = {
  list: get('/marketing/valid_leads', {
    permission: 'valid_leads_list',
    query: LeadQuery,
    reply: PageOf(Lead),
    failure: 'Failed to fetch leads',
  }),
  setEnquiryStatus: post('/marketing/update_enquiry_status', {
    permission: 'valid_leads_edit_enquiry_status',
    body: Type.Object({
      enquiryId: Id,
      enquiry_status: Type.Enum([...ENQUIRY_STATUSES]),
      /** Needed for `lost`. */
      reason: Type.Optional(Type.Enum([...LOST_REASONS])),
      /** Needed for `lost` with reason `other`; kept in the history. */
      note: Type.Optional(FreeText(500)),
      /** Needed for `nurture`: when to come back to it, at most a year from now. */
      until: Type.Optional(Day),
      version: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    reply: One(Lead),
    failure: 'The enquiry was not changed. Try again.',
  }),
}
