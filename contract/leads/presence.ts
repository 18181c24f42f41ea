import { Type } from 'typebox'
import { Done, Id, put } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'

export const presence = {
  announce: put('/marketing/lead_presence', {
    summary: 'Marks the lead as open on the caller’s desk; repeat within 45 s to stay',
    permission: 'assigned_leads_edit_status',
    did: NO_HISTORY,
    body: Type.Object({ leadId: Id, here: Type.Boolean() }),
    reply: Done,
    failure: 'Colleagues can’t see that you are on this lead',
  }),
}
