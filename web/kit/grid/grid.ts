/** What a typed text says; `fix` is the text that alone can be meant. */
export type Reading<V> = { value: V; note?: string } | { message: string; fix?: string }

export interface GridColumn<V> {
  key: string
  title: string
  /** Beside the title: a bare number is in it. */
  unit?: string
  width: number
  align?: 'end'
  /** Stays in sight when the others scroll sideways; these come first. */
  frozen?: boolean
  readOnly?: boolean
  read: (text: string) => Reading<V>
  /** The text that `read` takes for this value. */
  text: (value: V) => string
  /** The choices that a text finds, for a column with a list of them. */
  options?: (search: string) => Promise<readonly string[]>
}

export interface GridRow<V> {
  id: number
  cells: Readonly<Record<string, V>>
  /** The columns that say "Missing" where this row is empty. */
  required?: ReadonlySet<string>
}

/** A cell by the places of its row and its column on the screen. */
export interface Place {
  row: number
  column: number
}

/** All cells between two corners, both of them included. */
export interface Range {
  top: number
  bottom: number
  left: number
  right: number
}

export interface Selection {
  active: Place
  /** The corner from which the range was drawn. */
  anchor: Place
}

export const rangeOf = ({ active, anchor }: Selection): Range => ({
  top: Math.min(active.row, anchor.row),
  bottom: Math.max(active.row, anchor.row),
  left: Math.min(active.column, anchor.column),
  right: Math.max(active.column, anchor.column),
})

export const at = (row: number, column: number): Selection => ({ active: { row, column }, anchor: { row, column } })

export interface Size {
  rows: number
  columns: number
}

/** The selection within what is there now. */
export const within = ({ active, anchor }: Selection, { rows, columns }: Size): Selection => {
  const fit = ({ row, column }: Place) => ({
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  })
  return { active: fit(active), anchor: fit(anchor) }
}

const PAGE = 10

/** Where a key leads; undefined for a key that moves nothing. With Shift the range grows. */
export const moved = (
  { active, anchor }: Selection,
  key: string,
  { ctrl, shift }: { ctrl: boolean; shift: boolean },
  size: Size,
): Selection | undefined => {
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1]
  const to = (row: number, column: number): Selection => {
    const next = { row: Math.min(Math.max(row, 0), lastRow), column: Math.min(Math.max(column, 0), lastColumn) }
    return { active: next, anchor: shift ? anchor : next }
  }
  switch (key) {
    case 'ArrowUp':
      return to(ctrl ? 0 : active.row - 1, active.column)
    case 'ArrowDown':
      return to(ctrl ? lastRow : active.row + 1, active.column)
    case 'ArrowLeft':
      return to(active.row, ctrl ? 0 : active.column - 1)
    case 'ArrowRight':
      return to(active.row, ctrl ? lastColumn : active.column + 1)
    case 'Home':
      return to(ctrl ? 0 : active.row, 0)
    case 'End':
      return to(ctrl ? lastRow : active.row, lastColumn)
    case 'PageUp':
      return to(active.row - PAGE, active.column)
    case 'PageDown':
      return to(active.row + PAGE, active.column)
    default:
      return undefined
  }
}

/** The cell after or before, row by row; undefined beyond either end, where Tab leaves the grid. */
export const tabbed = ({ active }: Selection, back: boolean, { rows, columns }: Size): Selection | undefined => {
  const next = active.row * columns + active.column + (back ? -1 : 1)
  return next < 0 || next >= rows * columns ? undefined : at(Math.floor(next / columns), next % columns)
}
