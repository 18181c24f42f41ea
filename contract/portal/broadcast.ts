import { Type, type Static } from 'typebox'
import { get, Id, post } from '#contract/kit/endpoint.ts'
import { NO_HISTORY } from '#contract/kit/history.ts'

export const CompanySwitched = Type.Object({
  user_id: Type.Integer(),
  old_company_id: Type.Integer(),
  new_company_id: Type.Integer(),
  old_company_name: Type.String(),
  new_company_name: Type.String(),
  message: Type.String(),
  user_name: Type.String(),
  timestamp: Type.String(),
})
export const BroadcastMessage = Type.Object({
  id: Type.Integer(),
  type: Type.Enum(['company_switched']),
  timestamp: Type.String(),
  data: CompanySwitched,
})
export type BroadcastMessage = Static<typeof BroadcastMessage>

const TabId = Type.String({ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })
const SessionCode = Type.String({ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9-]+$' })

export const broadcast = {
  poll: get('/api/v1/broadcast/', {
    summary: 'Messages from other tabs of the session',
    permission: 'signed-in',
    query: Type.Object({ tab_id: TabId, session_id: SessionCode, after_id: Type.Optional(Id) }),
    reply: Type.Object({ messages: Type.Array(BroadcastMessage) }),
    failure: 'Failed to fetch data',
    timeout: 10_000,
  }),
  clear: post('/api/v1/broadcast/clear/', {
    summary: 'Clears the messages of this tab',
    permission: 'signed-in',
    did: NO_HISTORY,
    query: Type.Object({ tab_id: TabId, session_id: SessionCode }),
    reply: Type.Object({ success: Type.Boolean() }),
    failure: 'Failed to fetch data',
    timeout: 10_000,
  }),
}
