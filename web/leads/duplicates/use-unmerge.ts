import { duplicates } from '#contract/leads/duplicates.ts'
import { leadDetails } from '#contract/leads/lead-details.ts'
import { useAction } from '#web/kit/data/api.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { LEAD_LISTS } from '#web/leads/list/lead-lists.ts'

/** All that shows leads, or what they have in common. */
export const AFTER_MERGE = [
  ...LEAD_LISTS,
  duplicates.list,
  duplicates.ofLead,
  duplicates.preview,
  leadDetails.open,
  leadDetails.lead,
  leadDetails.history,
  leadDetails.comments,
]

/** Takes a merge back, and tells what stayed as it is because somebody has changed it since. */
export const useUnmerge = () =>
  useAction(duplicates.unmerge, {
    refreshes: AFTER_MERGE,
    then: ({ data: { winner, loser, kept } }) => {
      const apart = `Unmerged no. ${loser.lead_no} from no. ${winner.lead_no}`
      if (kept.length === 0) toast.done(apart)
      else toast.note(`${apart}. Not changed: ${kept.map(({ message }) => message).join('; ')}.`)
    },
  })
