import { useEffect } from 'react'
import type { PersonRef } from '#contract/kit/endpoint.ts'
import { presence as presenceCalls } from '#contract/leads/presence.ts'
import { call } from '#web/kit/data/api.ts'
import { onLive } from '#web/kit/data/live.ts'
import { can } from '#web/kit/data/session.ts'
import { createStore } from '#web/kit/data/store.ts'

const store = createStore<ReadonlyMap<number, readonly PersonRef[]>>(new Map())
onLive('presence', (told) => store.set(new Map(told.map(({ lead_id, people }) => [lead_id, people]))))

/** Who else has the lead on their validation desk right now. */
export const usePresence = (leadId: number) => store.use().get(leadId) ?? []

/** Whoever only passes by is not announced. */
const STAYS_MS = 800
const RENEW_MS = 20_000

/** Tells colleagues that this person has the lead on the desk, for as long as it is open in a visible tab. */
export const useAnnounce = (leadId: number, onDesk: boolean) =>
  useEffect(() => {
    if (!onDesk || !can(presenceCalls.announce)) return
    let told = false
    const announce = (here: boolean) => {
      told = here
      // Nobody is kept from work because colleagues do not see it.
      void call(presenceCalls.announce, { body: { leadId, here } }).catch(() => undefined)
    }
    const renew = () => document.visibilityState === 'visible' && announce(true)
    const first = setTimeout(renew, STAYS_MS)
    const timer = setInterval(renew, RENEW_MS)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      if (told) announce(false)
    }
  }, [leadId, onDesk])
