import { Type } from 'typebox'
import { Done, Id, put } from '#contract/kit/endpoint.ts'

export const presence = {
  announce: put('/marketing/lead_presence', {
    summary:
      'Says that the caller has the lead on the validation desk; to be said again within 45 s for as long as it is so',
    permission: 'assigned_leads_edit_status',
    body: Type.Object({ leadId: Id, here: Type.Boolean() }),
    reply: Done,
    failure: 'Colleagues do not see that you are on this lead',
  }),
}
