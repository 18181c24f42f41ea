import { Type } from 'typebox'
import { Day, Done, FreeLines, get, Id, One, PageOf, post, put, SeenVersion } from '#contract/kit/endpoint.ts'
import { ENQUIRY_STATUSES, Lead, LeadQuery, LeadRow, LOST_REASONS, REACHED_BY } from './lead.ts'

export const validLeads = {
  list: get('/marketing/valid_leads', {
    summary: 'Valid leads: the caller’s own, or all with the permission to assign them',
    permission: 'valid_leads_list',
    query: LeadQuery,
    reply: PageOf(LeadRow),
    failure: 'Failed to fetch leads',
  }),
  accept: put('/marketing/accept_lead', {
    summary: 'Accepts the caller’s lead by opening it; does nothing when it needs no acceptance',
    permission: 'valid_leads_list',
    did: 'Accepted *',
    body: Type.Object({ enquiryId: Id }),
    reply: Done,
    failure: 'The lead was not accepted. Try again.',
  }),
  setEnquiryStatus: post('/marketing/update_enquiry_status', {
    summary: 'Changes the status of an enquiry, or notes another contact, with the day to come back to it',
    permission: 'valid_leads_edit_enquiry_status',
    did: 'Updated the enquiry of *',
    body: Type.Object({
      enquiryId: Id,
      enquiry_status: Type.Enum([...ENQUIRY_STATUSES]),
      /** Needed for `lost`. */
      reason: Type.Optional(Type.Enum([...LOST_REASONS])),
      /** Needed for `lost` with reason `other`; kept with the lead and in the history. */
      note: Type.Optional(FreeLines(500)),
      /** For `contacted` and `quoted`: how the person was reached. */
      reached_by: Type.Optional(Type.Enum([...REACHED_BY])),
      /** For `contacted` and `quoted`: when to come back to it, at most a year from now. */
      follow_up_on: Type.Optional(Day),
      /** Needed for `nurture`: when to come back to it, at most a year from now. */
      until: Type.Optional(Day),
      version: SeenVersion,
    }),
    reply: One(Lead),
    failure: 'The enquiry was not changed. Try again.',
  }),
}
