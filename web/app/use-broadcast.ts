import { useEffect } from 'react'
import { broadcast, type BroadcastMessage } from '#contract/portal/broadcast.ts'
import { ApiError, call } from '#web/kit/data/api.ts'
import { warn } from '#web/kit/data/log.ts'
import {
  accessToken,
  companySessionId,
  goToAppHost,
  session,
  signedOutElsewhere,
  tabId,
  tenantChange,
} from '#web/kit/data/session.ts'
import { createPoller } from './broadcast.ts'

/** Follows what other tabs do to the session: a company switched there stops this one, and whoever signs out there leaves here, too. */
export const useBroadcast = () =>
  useEffect(() => {
    const poller = createPoller({
      isOver: signedOutElsewhere,
      onOver: goToAppHost,
      ready: () =>
        accessToken() !== undefined && companySessionId() !== undefined && Boolean(session.get().user?.company_name),
      fetch: async (afterId) => {
        const query = { tab_id: tabId(), session_id: companySessionId() ?? '' }
        const { messages } = await call(broadcast.poll, {
          query: afterId === undefined ? query : { ...query, after_id: afterId },
        })
        return messages
      },
      onNewest: noteSwitch,
      onFailure: (failure) => {
        if (failure instanceof ApiError && failure.status === 401) goToAppHost()
        else warn('Messages were not fetched', failure)
      },
      visible: () => document.visibilityState === 'visible',
    })
    poller.start()
    document.addEventListener('visibilitychange', poller.visibilityChanged)
    return () => {
      document.removeEventListener('visibilitychange', poller.visibilityChanged)
      poller.stop()
    }
  }, [])

const noteSwitch = ({ type, data }: BroadcastMessage) => {
  if (type === 'company_switched' && data.new_company_name !== session.get().user?.company_name) tenantChange.set(data)
}

/** Forgets this tab's messages on the server; a failure is only logged. */
export const clearBroadcast = async () => {
  const session_id = companySessionId()
  if (session_id === undefined) return
  await call(broadcast.clear, { query: { tab_id: tabId(), session_id } }).catch((failure: unknown) =>
    warn('Messages were not cleared', failure),
  )
}
