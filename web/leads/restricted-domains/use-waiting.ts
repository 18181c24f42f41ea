import { useState } from 'react'
import type { Input } from '#contract/kit/endpoint.ts'
import { restrictedDomains } from '#contract/leads/restricted-domains.ts'
import { call } from '#web/kit/data/api.ts'
import { can } from '#web/kit/data/session.ts'

interface Offered {
  domainName: string
  waiting: { leads: number; ids: number[] }
}

/** Leads that nothing holds any more after a change, offered to whoever may release them. */
export const useWaiting = () => {
  const [offered, setOffered] = useState<Offered>()
  const offer = async (domainName: string, query: Input<typeof restrictedDomains.waiting>['query']) => {
    if (!can(restrictedDomains.waiting)) return
    const { data: waiting } = await call(restrictedDomains.waiting, { query })
    if (waiting.leads > 0) setOffered({ domainName, waiting })
  }
  return { offer, offered, close: () => setOffered(undefined) }
}
