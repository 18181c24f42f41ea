import type { Reply } from '#contract/kit/endpoint.ts'
import { masterProducts } from '#contract/catalogue/master-products.ts'
import { MOST_CELLS, productCells } from '#contract/catalogue/product-cells.ts'
import { keyOf, refresh, useAction } from '#web/kit/data/api.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { changeSetOf } from '#web/kit/data/transport.ts'
import type { SavedStep } from '#web/kit/grid/grid-edits.ts'
import type { CellToSave, SavedCells } from '#web/kit/grid/GridSaveBar.tsx'
import { counted } from '#web/kit/look/format.ts'
import type { CellValue } from './cell-columns.ts'

/** Saves cells in one change set, and shows what was stored and what others changed meanwhile. */
export const useSaveCells = (versionOf: (id: number) => number | undefined, onUndo: (step: SavedStep) => void) => {
  const save = useAction(productCells.save, {
    done: savedWords,
    undo: (reply) => {
      const step = stepOf(reply)
      return step && (() => onUndo(step))
    },
  })
  return async (cells: readonly CellToSave<CellValue>[]): Promise<SavedCells | undefined> => {
    const sent = asMany(cells).flatMap(({ row, key, value }) => {
      const version = versionOf(row)
      return version === undefined ? [] : [{ id: row, version, field: key, value }]
    })
    const reply = await save({ body: { cells: sent } })
    if (!reply) return undefined
    await refreshCells()
    const { rows } = reply.data
    return {
      step: stepOf(reply),
      saved: rows.flatMap(({ id, outcome }) => (outcome === 'saved' ? [id] : [])),
      refused: rows.flatMap(({ id, outcome, fields }) =>
        outcome === 'refused' ? fields.map(({ field, message }) => ({ row: id, key: field, message })) : [],
      ),
    }
  }
}

/** Fetches the cells. The list is out of date, but not fetched: its rows would change places under the person's hands. */
export const refreshCells = async () => {
  await queryClient.invalidateQueries({ queryKey: keyOf(masterProducts.list), refetchType: 'none' })
  await refresh(productCells.read)
}

const savedWords = ({ data: { rows } }: Reply<typeof productCells.save>) => {
  const saved = rows.filter(({ outcome }) => outcome === 'saved').length
  return saved > 0 ? `Saved ${counted(saved, 'product', 'products')}` : ''
}

const stepOf = (reply: Reply<typeof productCells.save>): SavedStep | undefined => {
  const changeSet = changeSetOf(reply)
  return changeSet === undefined ? undefined : { changeSet, what: savedWords(reply) }
}

/** Whole rows, as many as one call takes; the others stay unsaved. */
const asMany = (cells: readonly CellToSave<CellValue>[]) => {
  const taken: CellToSave<CellValue>[] = []
  for (const ofRow of Map.groupBy(cells, ({ row }) => row).values())
    if (taken.length + ofRow.length <= MOST_CELLS) taken.push(...ofRow)
  return taken
}
