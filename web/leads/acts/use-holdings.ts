import { useQuery } from '@tanstack/react-query'
import { marketingLeads } from '#contract/leads/marketing-leads.ts'
import { call, keyOf } from '#web/kit/data/api.ts'

/** As many leads as one call tells about. */
const BY = 100

/** Who holds which of the leads, however many they are. */
export const useHoldings = (ids: readonly number[]) =>
  useQuery({
    queryKey: keyOf(marketingLeads.checkAssigned, { ids }),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(ids.length / BY) }, (_, at) => ids.slice(at * BY, (at + 1) * BY))
      const answers = await Promise.all(
        parts.map((leadId) => call(marketingLeads.checkAssigned, { query: { leadId: [...leadId] } }, { signal })),
      )
      return answers.flatMap(({ data }) => data)
    },
  })
