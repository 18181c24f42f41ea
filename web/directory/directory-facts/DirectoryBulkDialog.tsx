import type { Selection as FrozenRows } from '#contract/platform/selections.ts'
import type { Selection } from '#web/kit/list/list.ts'
import type { BulkArea } from '#web/platform/bulk/bulk-area.ts'
import { BulkDialog } from '#web/platform/bulk/BulkDialog.tsx'

/** What is chosen: by their ids, or all that a filter finds. */
export type Chosen = { ids: number[] } | { filter: Record<string, unknown> }

interface DirectoryBulkDialogProps<Act extends string, Values extends object> {
  area: BulkArea<Act, Values>
  act: Act
  selection: Selection<{ id: number }>
  select: (chosen: Chosen) => Promise<{ data: FrozenRows }>
  onClose: () => void
}

/** An act on many contacts or companies: those that were selected, or all that the filter finds. */
export const DirectoryBulkDialog = <Act extends string, Values extends object>({
  area,
  act,
  selection,
  select,
  onClose,
}: DirectoryBulkDialogProps<Act, Values>) => (
  <BulkDialog
    area={area}
    act={act}
    count={selection.all?.count ?? selection.rows.length}
    select={() => select(chosen(selection))}
    onClose={onClose}
    onBegun={selection.clear}
  />
)

const chosen = ({ rows, all }: Selection<{ id: number }>): Chosen => {
  if (!all) return { ids: rows.map(({ id }) => id) }
  const { page: _page, pageSize: _size, ...filter }: Record<string, unknown> = { ...all.query }
  return { filter }
}
