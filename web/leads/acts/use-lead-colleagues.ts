import { useState } from 'react'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { useOne } from '#web/kit/data/api.ts'
import { useDebounced } from '#web/kit/form/use-debounced.ts'
import type { Colleagues } from '#web/platform/comments/colleagues.ts'

/** As many leads as colleagues are looked up for in one call. */
const MOST_LEADS = 100

/** Colleagues who can see all of these leads. */
export const useLeadColleagues = (leadIds: readonly number[]): Colleagues => {
  const [sought, seek] = useState<string>()
  const search = useDebounced(sought ?? '', 150)
  const wanted = sought !== undefined && leadIds.length <= MOST_LEADS
  const { data } = useOne(
    leadDetails.mentionable,
    { query: { leadId: [...leadIds], ...(search && { search }) } },
    { enabled: wanted, staleTime: 30_000, keepPrevious: true },
  )
  return { sought: wanted ? sought : undefined, seek, found: data?.data ?? [] }
}

/** The same draft wherever one writes about the lead, or about these leads. */
export const draftOfComment = (leadIds: readonly number[]) => `comment-${leadIds.join('-')}`
