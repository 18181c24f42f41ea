import { useEffect } from 'react'
import { configuration } from '#contract/configuration.ts'
import { leadDetails } from '#contract/lead-details.ts'
import type { Lead } from '#contract/lead.ts'
import { validLeads } from '#contract/valid-leads.ts'
import { call, refresh, useOne } from '#web/kit/api.ts'
import { can, session } from '#web/kit/session.ts'

// The history may have been fetched just before, and the stream of changes may not be open yet.
const TOLD = [leadDetails.history, leadDetails.decisions]

/** Whoever opens a lead that they were given to sell has accepted it, where that is looked after. */
export const useAccept = (lead: Lead | undefined) => {
  const mine =
    lead?.enquiry_status === 'open' && lead.sales_person?.id === session.get().user?.id && can(validLeads.accept)
  const routing = useOne(configuration.routing, {}, { enabled: mine, staleTime: 60_000 })
  const id = mine && routing.data?.data.acceptance_minutes != null ? lead.id : undefined
  useEffect(() => {
    // Nobody is kept from work because it was not noted; a comment or a step of the enquiry accepts it as well.
    if (id !== undefined)
      void call(validLeads.accept, { body: { enquiryId: id } })
        .then(() => refresh(TOLD))
        .catch(() => undefined)
  }, [id])
}
