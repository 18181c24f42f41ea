import { useEffect } from 'react'
import { configuration } from '#contract/leads/configuration.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { validLeads } from '#contract/leads/valid-leads.ts'
import { callOnce, mayBeSentAgain, refresh, useOne } from '#web/kit/data/api.ts'
import { can, session } from '#web/kit/data/session.ts'

// The history may have been fetched just before, and the stream of changes may not be open yet.
const TOLD = [leadDetails.history, leadDetails.decisions]

/** Whoever opens a lead that they were given to sell has accepted it, where that is looked after. */
export const useAccept = (lead: LeadRow | undefined) => {
  const mine =
    lead?.enquiry_status === 'open' && lead.sales_person?.id === session.get().user?.id && can(validLeads.accept)
  const routing = useOne(configuration.routing, {}, { enabled: mine, staleTime: 60_000 })
  const id = mine && routing.data?.data.acceptance_minutes != null ? lead.id : undefined
  useEffect(() => {
    if (id !== undefined) void accept(id, TIMES)
  }, [id])
}

/** A busy server is asked again: a lead that nobody seems to accept is given to somebody else. */
const TIMES = 5
const AGAIN_MS = 1_000

/** Nobody is kept from work because it was not noted; a comment or a step of the enquiry accepts it as well. */
const accept = async (id: number, times: number): Promise<void> => {
  try {
    await callOnce(validLeads.accept, { body: { enquiryId: id } })
    await refresh(TOLD)
  } catch (failure) {
    if (times <= 1 || !mayBeSentAgain(failure)) return
    await new Promise((resolve) => {
      setTimeout(resolve, AGAIN_MS)
    })
    return accept(id, times - 1)
  }
}
