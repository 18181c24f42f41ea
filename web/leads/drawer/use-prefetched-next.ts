import { useEffect } from 'react'
import { duplicates } from '#contract/leads/duplicates.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { olderFor, queryFor } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { can, session } from '#web/kit/data/session.ts'
import { nextLead } from './next-lead.ts'

const NONE: ReadonlySet<number> = new Set()
const AFTER_PAINT_MS = 50

/** Loads what the lead after this one, and the one after that, will show, so that the next key finds it there. */
export const usePrefetchedNext = (rows: readonly LeadRow[], lead: LeadRow | undefined) => {
  const whose = { me: session.get().user?.id ?? 0, everybodys: false }
  const first = lead && nextLead(rows, lead.id, NONE, whose)
  const second = first && nextLead(rows, first.id, NONE, whose)
  const below = lead && rows[rows.findIndex(({ id }) => id === lead.id) + 1]
  const wanted = [...new Set([first?.id, second?.id, below?.id])].filter((id) => id !== undefined).join()

  useEffect(() => {
    if (!wanted) return
    // The lead that was asked for is painted first.
    const timer = setTimeout(() => wanted.split(',').map(Number).forEach(prefetch), AFTER_PAINT_MS)
    return () => clearTimeout(timer)
  }, [wanted])
}

const prefetch = (id: number) => {
  const params = { id }
  if (can(leadDetails.open)) void queryClient.prefetchQuery(queryFor(leadDetails.open, { body: { enquiryId: id } }))
  if (can(leadDetails.comments)) void queryClient.prefetchQuery(queryFor(leadDetails.comments, { params }))
  if (can(leadDetails.history))
    void queryClient.prefetchInfiniteQuery(olderFor(leadDetails.history, { params, query: {} }))
  void queryClient.prefetchQuery(queryFor(duplicates.ofLead, { params }))
  void queryClient.prefetchQuery(queryFor(marketingLeads.checkCurrentAssignment, { params }))
}
