import { directoryMerges } from '#contract/directory/directory-merges.ts'
import { useAction } from '#web/kit/data/api.ts'
import { toast } from '#web/kit/feedback/toast.ts'
import { DIRECTORY_READS } from '#web/directory/directory-facts/directory-reads.ts'

/** Takes a merge apart, and says what stayed as it is because somebody has changed it since. */
export const useUnmerge = () =>
  useAction(directoryMerges.unmerge, {
    refreshes: DIRECTORY_READS,
    then: ({ data: { kept } }) => {
      if (kept.length === 0) toast.done('Unmerged. They are separate again.')
      else toast.note(`Unmerged. Not changed: ${kept.map(({ message }) => message).join('; ')}.`)
    },
  })

/** Remembers that they are different; Undo takes it back. */
export const useNotSame = () =>
  useAction(directoryMerges.notSame, { done: 'Marked as different', refreshes: DIRECTORY_READS })
