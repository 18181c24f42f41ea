import type { KeyboardEvent } from 'react'
import { at, moved, tabbed } from './grid.ts'
import { cleared, filledDown } from './grid-acts.ts'
import type { GridControl } from './use-grid.ts'

/** The keys of the cells: those of spreadsheets. An editor keeps its own. */
export const gridKeys = <V>(grid: GridControl<V>) => {
  const { selection, size, shown } = grid
  const { active } = selection

  const withCtrl: Readonly<Record<string, () => void>> = {
    z: grid.undo,
    y: grid.redo,
    d: () => grid.act(filledDown(shown, selection)),
    a: () => grid.select({ active: { row: size.rows - 1, column: size.columns - 1 }, anchor: { row: 0, column: 0 } }),
    '.': () => {
      const edit = shown.edits.get(grid.activeRow?.id ?? 0)?.[grid.activeColumn?.key ?? '']
      if (edit && 'message' in edit.reading && edit.reading.fix !== undefined) grid.type(edit.reading.fix, 'stay')
    },
  }
  const alone: Readonly<Record<string, (cells: Element) => void>> = {
    Enter: () => grid.edit(),
    F2: () => grid.edit(),
    Delete: () => grid.act(cleared(shown, selection)),
    Backspace: () => grid.act(cleared(shown, selection)),
    Escape: (cells) => {
      const isOne = selection.anchor.row === active.row && selection.anchor.column === active.column
      if (isOne) focusOn(cells.nextElementSibling)
      else grid.select(at(active.row, active.column))
    },
  }

  /** The act of a key; undefined for a key that is not the grid's. */
  const actOf = (event: KeyboardEvent): ((cells: Element) => void) | undefined => {
    const ctrl = event.ctrlKey || event.metaKey
    const next = moved(selection, event.key, { ctrl, shift: event.shiftKey }, size)
    if (next) return () => grid.select(next)
    if (ctrl) return event.shiftKey && event.key.toLowerCase() === 'z' ? grid.redo : withCtrl[event.key.toLowerCase()]
    if (event.altKey) return undefined
    if (event.key === 'Tab') {
      const isAtChoice = !event.shiftKey && event.currentTarget.querySelector('.grid-active button')
      const to = isAtChoice ? undefined : tabbed(selection, event.shiftKey, size)
      return to && (() => grid.select(to))
    }
    if (event.key.length === 1) return () => grid.edit(event.key)
    return alone[event.key]
  }

  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.target instanceof HTMLButtonElement) {
      // In the note of the active cell: Escape leads back to the cell.
      if (event.key !== 'Escape') return
      event.preventDefault()
      focusOn(event.currentTarget.querySelector('.grid-active'))
      return
    }
    const act = actOf(event)
    if (!act) return
    event.preventDefault()
    act(event.currentTarget)
  }
}

const focusOn = (element: Element | null) => {
  if (element instanceof HTMLElement) element.focus()
}
