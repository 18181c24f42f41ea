import { ExclamationCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import { useKeys } from '#web/kit/keys/keys.ts'
import { counted } from '#web/kit/look/format.ts'
import { at, type GridColumn, type GridRow } from './grid.ts'
import type { SavedStep } from './grid-edits.ts'
import { nextWrong, unsavedCells, type GridStore } from './grid-store.ts'
import { LeaveGuard } from './LeaveGuard.tsx'

export interface CellToSave<V> {
  row: number
  key: string
  value: V
}
/** The rows that are stored, and the cells that are not, with why. What others changed meanwhile is in the rows of the grid. */
export interface SavedCells {
  saved: readonly number[]
  /** What undoes it; undefined where nothing was stored. */
  step: SavedStep | undefined
  refused: readonly { row: number; key: string; message: string }[]
}

interface GridSaveBarProps<V> {
  store: GridStore<V>
  columns: readonly GridColumn<V>[]
  rows: readonly GridRow<V>[]
  /** What a row is: ['product', 'products']. */
  noun: readonly [string, string]
  /** Undefined where nothing could be sent. */
  onSave: (cells: readonly CellToSave<V>[]) => Promise<SavedCells | undefined>
}

/** Under the grid while there are unsaved cells: how many, which cannot be saved, and the button that saves the others. */
export const GridSaveBar = <V,>({ store, columns, rows, noun, onSave }: GridSaveBarProps<V>) => {
  const { edits } = store.state.use()
  const [isSaving, setSaving] = useState(false)
  const shown = { columns, rows }
  const { all, ready } = unsavedCells(edits, shown)
  const wrong = all.length - ready.length

  const goToWrong = () => {
    const next = nextWrong(edits, shown, store.place.get().selection)
    if (next) store.goTo(at(next.row, next.column))
  }
  const save = async () => {
    // The field that was left by this very key has written to the store since this was drawn.
    const sent = unsavedCells(store.state.get().edits, shown).ready
    if (sent.length === 0 || isSaving) return
    setSaving(true)
    const answer = await onSave(sent.map(({ row, key, value }) => ({ row, key, value }))).finally(() =>
      setSaving(false),
    )
    if (!answer) return
    const stored = new Set(answer.saved)
    store.change({ do: 'saved', cells: sent.filter(({ row }) => stored.has(row)), step: answer.step })
    store.change({
      do: 'refused',
      cells: answer.refused.flatMap(({ row, key, message }) => {
        const cell = sent.find((one) => one.row === row && one.key === key)
        return cell ? [{ ...cell, message }] : []
      }),
    })
  }
  useKeys('list', [
    { keys: 'ctrl+s', label: 'Save the cells', run: () => void save() },
    { keys: 'f8', label: 'Next cell that can’t be saved', run: goToWrong },
  ])

  if (all.length === 0) return null
  return (
    <section className="grid-save" aria-label="Unsaved cells">
      <span role="status">
        {counted(all.length, 'cell', 'cells')} in {counted(edits.size, ...noun)}
        {wrong > 0 && (
          <>
            {' · '}
            <span className="grid-save-wrong">
              <ExclamationCircleFilled aria-hidden /> {wrong} can’t be saved
            </span>
          </>
        )}
      </span>
      {wrong > 0 && (
        <Button type="link" onClick={goToWrong}>
          Go to the next <Kbd>F8</Kbd>
        </Button>
      )}
      <span className="grid-save-acts">
        <Button
          onClick={() =>
            store.change({ do: 'change', changes: all.map(({ row, key }) => ({ row, key, edit: undefined })) })
          }
        >
          Discard
        </Button>
        <Button type="primary" loading={isSaving} disabled={ready.length === 0} onClick={() => void save()}>
          Save {counted(ready.length, 'cell', 'cells')} <Kbd>Ctrl S</Kbd>
        </Button>
      </span>
      <LeaveGuard what={counted(all.length, 'unsaved cell', 'unsaved cells')} />
    </section>
  )
}
