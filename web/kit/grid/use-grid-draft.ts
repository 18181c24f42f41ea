import { useEffect, useRef } from 'react'
import { ownDrafts } from '#web/kit/form/use-draft.ts'
import type { GridColumn, GridRow } from './grid.ts'
import type { GridStore } from './grid-store.ts'

/** An unsaved cell in the tab’s storage: row, column, text as typed, stored text that it replaces. */
type KeptCell = readonly [row: number, key: string, text: string, base: string]

/** Unsaved cells outlast a reload of the page: those of rows that come on screen later come back then. */
export const useGridDraft = <V>(
  form: string,
  store: GridStore<V>,
  columns: readonly GridColumn<V>[],
  rows: readonly GridRow<V>[],
) => {
  const waiting = useRef<readonly KeptCell[] | undefined>(undefined)
  useEffect(() => {
    waiting.current ??= keptIn(form)
    const found = waiting.current.flatMap((cell) => {
      const row = rows.find(({ id }) => id === cell[0])
      const column = columns.find(({ key }) => key === cell[1])
      return row && column ? [{ cell, row, column }] : []
    })
    if (found.length === 0) return
    waiting.current = waiting.current.filter((cell) => !found.some((one) => one.cell === cell))
    const changes = found.map(({ cell: [, , text, base], row, column }) => ({
      row: row.id,
      key: column.key,
      edit: { text, base, reading: column.read(text) },
    }))
    store.change({ do: 'restore', changes })
  }, [form, store, columns, rows])
  useEffect(() => {
    const leave = store.state.subscribe(() => {
      const cells = [...store.state.get().edits].flatMap(([row, ofRow]) =>
        Object.entries(ofRow).map(([key, { text, base }]): KeptCell => [row, key, text, base]),
      )
      ownDrafts().keep(form, { cells: [...(waiting.current ?? []), ...cells] })
    })
    return () => void leave()
  }, [form, store])
}

const keptIn = (form: string): readonly KeptCell[] => {
  const cells = ownDrafts().read(form)?.values['cells']
  return Array.isArray(cells) ? cells.filter(isKept) : []
}

const isKept = (cell: unknown): cell is KeptCell =>
  Array.isArray(cell) &&
  typeof cell[0] === 'number' &&
  cell.length === 4 &&
  cell.slice(1).every((part) => typeof part === 'string')
