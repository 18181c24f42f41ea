import { useState } from 'react'
import type { DirectoryKind } from '#contract/directory/directory-merges.ts'
import { lateDialog } from '#web/kit/feedback/late-dialog.tsx'
import { toast } from '#web/kit/feedback/toast.ts'
import type { Selection } from '#web/kit/list/list.ts'

const MergeDialog = lateDialog(() => import('./MergeDialog.tsx').then(({ MergeDialog }) => MergeDialog))

/** Merging two selected rows of a list: the one with more leads stays, unless the person says otherwise. */
export const useMergeOfTwo = <Row extends { id: number; leads_all: number }>(kind: DirectoryKind) => {
  const [pair, setPair] = useState<{ winner: number; loser: number; clear: () => void }>()
  return {
    begin: ({ rows, clear }: Selection<Row>) => {
      const [winner, loser, ...rest] = rows.toSorted(
        (one, other) => other.leads_all - one.leads_all || one.id - other.id,
      )
      if (winner && loser && rest.length === 0) setPair({ winner: winner.id, loser: loser.id, clear })
      else toast.note('Select two rows to merge them.')
    },
    dialog: pair && (
      <MergeDialog
        kind={kind}
        winner={pair.winner}
        loser={pair.loser}
        onClose={() => setPair(undefined)}
        onMerged={pair.clear}
      />
    ),
  }
}
