import type { FocusEvent, MouseEvent } from 'react'
import { at, type Place } from './grid.ts'
import type { GridControl } from './use-grid.ts'

/** The focus makes a cell active. A press selects a cell, a row by its number or a column by its head; with Shift, or drawn on, a range. Twice edits. */
export const gridMouse = <V>(grid: GridControl<V>) => {
  const { select, selection, size } = grid
  const draw = (to: Place) => select({ active: to, anchor: selection.anchor })

  return {
    onFocus: ({ target }: FocusEvent) => {
      const { row, column } = placeOf(target) ?? {}
      grid.onFocus(row === undefined || column === undefined ? undefined : { row, column })
    },
    onMouseDown: (event: MouseEvent) => {
      if (event.button !== 0 || isControl(event.target)) return
      const pressed = placeOf(event.target)
      if (!pressed) return
      // The cell takes the focus by itself; a text must not be marked instead of cells.
      event.preventDefault()
      const { row, column } = pressed
      grid.onFocus()
      if (row === undefined && column !== undefined)
        select({ active: { row: 0, column }, anchor: { row: size.rows - 1, column } })
      else if (row !== undefined && column === undefined)
        select({ active: { row, column: 0 }, anchor: { row, column: size.columns - 1 } })
      else if (row !== undefined && column !== undefined) {
        if (event.shiftKey) draw({ row, column })
        else select(at(row, column))
      }
    },
    onMouseOver: (event: MouseEvent) => {
      if (event.buttons !== 1 || isControl(event.target)) return
      const { row, column } = placeOf(event.target) ?? {}
      const { active } = selection
      if (row === undefined || column === undefined || (row === active.row && column === active.column)) return
      draw({ row, column })
    },
    onDoubleClick: (event: MouseEvent) => {
      const { row, column } = placeOf(event.target) ?? {}
      if (!isControl(event.target) && row !== undefined && column !== undefined) grid.edit()
    },
  }
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('textarea, button, [role=option]')

/** The row and the column that were pressed; the number of a row has no column, the head of a column no row. */
const placeOf = (target: EventTarget): Partial<Place> | undefined => {
  if (!(target instanceof Element)) return undefined
  const [row, column] = ['row', 'column'].map((name) => target.closest(`[data-${name}]`)?.getAttribute(`data-${name}`))
  if (row == null && column == null) return undefined
  return { ...(row != null && { row: Number(row) }), ...(column != null && { column: Number(column) }) }
}
