import { Parse } from 'typebox/value'
import { broadcast, CompanySwitched } from '#contract/portal/broadcast.ts'
import { clearMessages, messagesFor, pruneSessions, seeTab } from '#server/db/identity/broadcasts.ts'
import type { SessionCaller } from '#server/kit/auth.ts'
import { found } from '#server/kit/errors.ts'
import { implementOpen } from '#server/kit/implement.ts'
import { tooMany } from '#server/kit/rate.ts'
import { sameText } from '#server/kit/secrets.ts'
import type { PortalServices } from './services.ts'
import { known } from './session.ts'

const PRUNE_MS = 10 * 60_000

/** What one tab of a session has to know of the others. A session reads and clears its own alone. */
export const broadcastRoutes = ({ identity }: PortalServices) => {
  let prunedAt = performance.now()

  const pruneNowAndThen = async () => {
    if (performance.now() - prunedAt < PRUNE_MS) return
    prunedAt = performance.now()
    await pruneSessions(identity)
  }

  return implementOpen('portal.broadcast', broadcast, {
    async poll({ query, caller, reply }) {
      const { sessionId } = ownSession(caller, query.session_id)
      const wait = await seeTab(identity, sessionId, query.tab_id)
      if (wait !== undefined) throw tooMany(reply, wait)
      const rows = await messagesFor(identity, sessionId, query.tab_id, query.after_id ?? 0)
      await pruneNowAndThen()
      return {
        messages: rows.map((row) => ({
          ...row,
          type: 'company_switched' as const,
          data: Parse(CompanySwitched, row.data),
        })),
      }
    },

    async clear({ query, caller }) {
      const { sessionId } = ownSession(caller, query.session_id)
      await clearMessages(identity, sessionId, query.tab_id)
      return {}
    },
  })
}

/** Somebody else's session looks the same as none. */
const ownSession = (caller: SessionCaller | undefined, code: string) =>
  found('Session', sameText(known(caller).sessionCode, code) ? known(caller) : undefined)
