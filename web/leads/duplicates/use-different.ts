import { duplicates } from '#contract/leads/duplicates.ts'
import { useAction } from '#web/kit/data/api.ts'
import { AFTER_MERGE } from './use-unmerge.ts'

/** Remembers leads as different from one another; Undo takes it back. */
export const useDifferent = () => {
  const recall = useAction(duplicates.recall, { done: 'Marked as duplicates', refreshes: AFTER_MERGE })
  const dismiss = useAction(duplicates.dismiss, {
    done: 'Marked as different leads',
    refreshes: AFTER_MERGE,
    undo: (_reply, input) => () => void recall(input),
  })
  return { dismiss, recall }
}
