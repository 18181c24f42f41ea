import { useLayoutEffect, useRef, useState, type FocusEvent, type RefObject } from 'react'
import {
  rangeOf,
  tabbed,
  within,
  at,
  moved,
  type GridColumn,
  type GridRow,
  type Place,
  type Selection,
} from './grid.ts'
import type { RangeAct } from './grid-acts.ts'
import { shownText, storedText, typedCell } from './grid-edits.ts'
import type { GridStore } from './grid-store.ts'
import type { GridUndo } from './use-grid-undo.ts'

export interface GridProps<V> {
  store: GridStore<V>
  /** What it is called. */
  label: string
  columns: readonly GridColumn<V>[]
  rows: readonly GridRow<V>[]
  /** The number of the first row in the whole list. */
  first: number
  undo: GridUndo
}

export type GridControl<V> = ReturnType<typeof useGrid<V>>

type Leave = 'down' | 'up' | 'next' | 'back' | 'stay'
const LEADS: Partial<Record<Leave, string>> = { down: 'ArrowDown', up: 'ArrowUp' }

/** Where one is in the grid, what is being typed, and the focus that follows both. */
export const useGrid = <V>(
  { store, columns, rows, undo: { undo, redo } }: GridProps<V>,
  table: RefObject<HTMLElement | null>,
) => {
  const { edits } = store.state.use()
  const place = store.place.use()
  const [editing, setEditing] = useState<string>()
  const [said, setSaid] = useState('')
  const isInside = useRef(false)

  const size = { rows: rows.length, columns: columns.length }
  const selection = within(place.selection, size)
  const { row, column } = selection.active
  const [activeRow, activeColumn] = [rows[row], columns[column]]

  useLayoutEffect(() => {
    if ((!isInside.current && !place.takesFocus) || editing !== undefined) return
    const cell = table.current?.querySelector<HTMLElement>('.grid-active')
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [table, row, column, place, editing])

  const select = (next: Selection) => {
    setEditing(undefined)
    store.select(next)
  }
  const act = ({ changes, said, selection: next }: RangeAct<V>) => {
    store.change({ do: 'change', changes })
    if (next) select(next)
    setSaid(said)
  }
  return {
    store,
    columns,
    rows,
    edits,
    selection,
    range: rangeOf(selection),
    size,
    editing,
    said,
    activeRow,
    activeColumn,
    select,
    act,
    shown: { columns, rows, edits },
    /** A cell that gets the focus, by whatever way, is the active one. */
    onFocus: (focused?: Place) => {
      isInside.current = true
      if (focused && (focused.row !== row || focused.column !== column)) select(at(focused.row, focused.column))
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      // A field that is taken away leaves the focus nowhere: then it is still the grid's.
      if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) isInside.current = false
    },
    /** Opens the editor, with what was typed or else with the text of the cell. */
    edit: (typed?: string) => {
      if (!activeRow || !activeColumn || activeColumn.readOnly) return
      const edit = edits.get(activeRow.id)?.[activeColumn.key]
      const text =
        edit && 'message' in edit.reading
          ? edit.text
          : shownText(storedText(activeRow, activeColumn), activeColumn, edit)
      isInside.current = true
      setEditing(typed ?? text)
    },
    cancel: () => setEditing(undefined),
    /** Keeps what was typed into the active cell, and goes on. */
    type: (text: string, leave: Leave) => {
      if (activeRow && activeColumn) store.change({ do: 'change', changes: [typedCell(activeRow, activeColumn, text)] })
      const next =
        leave === 'next' || leave === 'back'
          ? tabbed(selection, leave === 'back', size)
          : moved(at(row, column), LEADS[leave] ?? '', { ctrl: false, shift: false }, size)
      setEditing(undefined)
      if (next) store.select(next)
    },
    undo: () => {
      // The undo of a save has a message of its own.
      if (store.state.get().past.length > 0) setSaid('Undone.')
      undo()
    },
    redo,
  }
}
