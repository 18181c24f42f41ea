import { useState } from 'react'
import { createStore } from '#web/kit/data/store.ts'
import { at, type GridColumn, type GridRow, type Selection } from './grid.ts'
import { changeGrid, isWrong, noEdits, storedText, type Edits, type GridAction, type SentCell } from './grid-edits.ts'

export type GridStore<V> = ReturnType<typeof createGridStore<V>>

/** The unsaved cells of a grid and where one is in it; outside React, so that a key does not draw the page again. */
const createGridStore = <V>() => {
  const state = createStore(noEdits<V>())
  const place = createStore({ selection: at(0, 0), takesFocus: false })
  return {
    state,
    place,
    change: (action: GridAction<V>) => state.set(changeGrid(state.get(), action)),
    select: (selection: Selection) => place.set({ selection, takesFocus: false }),
    /** Also where the focus is elsewhere. */
    goTo: (selection: Selection) => place.set({ selection, takesFocus: true }),
  }
}

export const useGridStore = <V>(): GridStore<V> => useState(() => createGridStore<V>())[0]

interface Shown<V> {
  columns: readonly GridColumn<V>[]
  rows: readonly GridRow<V>[]
}

/** The first cell after the active one that cannot be saved, from the top again after the last. */
export const nextWrong = <V>(edits: Edits<V>, { columns, rows }: Shown<V>, { active }: Selection) => {
  const wrong = rows.flatMap((row, rowAt) => {
    const ofRow = edits.get(row.id)
    if (!ofRow) return []
    return columns.flatMap((column, columnAt) =>
      isWrong(storedText(row, column), column, ofRow[column.key]) ? [{ row: rowAt, column: columnAt }] : [],
    )
  })
  const after = wrong.find(({ row, column }) => row > active.row || (row === active.row && column > active.column))
  return after ?? wrong[0]
}

/** All unsaved cells, and those of them that can be sent. */
export const unsavedCells = <V>(edits: Edits<V>, { columns, rows }: Shown<V>) => {
  const all: SentCell<V>[] = [...edits].flatMap(([row, cells]) =>
    Object.entries(cells).map(([key, edit]) => ({ row, key, edit })),
  )
  const [rowOf, columnOf] = [new Map(rows.map((row) => [row.id, row])), new Map(columns.map((one) => [one.key, one]))]
  const ready = all.flatMap(({ row, key, edit }) => {
    const [shown, column] = [rowOf.get(row), columnOf.get(key)]
    if (!('value' in edit.reading)) return []
    if (shown && column && isWrong(storedText(shown, column), column, edit)) return []
    return [{ row, key, edit, value: edit.reading.value }]
  })
  return { all, ready }
}
