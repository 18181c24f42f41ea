import { useLayoutEffect, useRef, useState } from 'react'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { isConflict, shownText, storedText } from './grid-edits.ts'
import type { GridControl } from './use-grid.ts'

/** Under the active cell: why it cannot be saved, and what would help; or how it was read. */
export const CellNote = <V,>({ grid }: { grid: GridControl<V> }) => {
  const { activeRow: row, activeColumn: column, edits, type, store } = grid
  const edit = row && column && edits.get(row.id)?.[column.key]
  const { ref, side } = useSide(edit)
  if (!edit || !row || !column) return null
  const stored = storedText(row, column)
  const mine = shownText(stored, column, edit)
  const { reading } = edit

  if ('message' in reading)
    return (
      <div ref={ref} id="grid-note" className={`grid-note grid-note-wrong ${side}`}>
        {reading.message}{' '}
        {reading.fix !== undefined && (
          <button type="button" onClick={() => type(reading.fix ?? '', 'stay')}>
            Use {reading.fix} <Kbd>Ctrl .</Kbd>
          </button>
        )}
      </div>
    )
  if (isConflict(stored, column, edit)) {
    const decide = (kept: typeof edit | undefined) =>
      store.change({ do: 'change', changes: [{ row: row.id, key: column.key, edit: kept }] })
    return (
      <div ref={ref} id="grid-note" className={`grid-note grid-note-wrong ${side}`}>
        Somebody changed it meanwhile: it was {edit.base || 'empty'} and is now {stored || 'empty'}.{' '}
        <button type="button" onClick={() => decide({ ...edit, base: stored })}>
          Keep {mine || 'it empty'}
        </button>{' '}
        <button type="button" onClick={() => decide(undefined)}>
          Use {stored || 'nothing'}
        </button>
      </div>
    )
  }
  return reading.note === undefined ? null : (
    <div ref={ref} id="grid-note" className={`grid-note ${side}`}>
      {reading.note}
    </div>
  )
}

/** Above the cell near the end of the page, and to its left near the edge. */
const useSide = (shown: unknown) => {
  const ref = useRef<HTMLDivElement>(null)
  const [side, setSide] = useState('')
  useLayoutEffect(() => {
    const note = ref.current
    const [cell, box] = [
      note?.parentElement?.getBoundingClientRect(),
      note?.closest('.grid-scroll')?.getBoundingClientRect(),
    ]
    if (!note || !cell || !box) return
    const isLow = cell.bottom + note.offsetHeight > box.bottom
    const isFar = cell.left + note.offsetWidth > box.right
    setSide(`${isLow ? 'grid-note-above' : ''} ${isFar ? 'grid-note-left' : ''}`)
  }, [shown])
  return { ref, side }
}
