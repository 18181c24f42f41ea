import { counted } from '#web/kit/look/format.ts'
import { fromClipboard, toClipboard } from './clipboard-cells.ts'
import { rangeOf, type GridColumn, type GridRow, type Range, type Selection } from './grid.ts'
import { shownText, storedText, typedCell, type CellChange, type Edits } from './grid-edits.ts'

interface Shown<V> {
  columns: readonly GridColumn<V>[]
  rows: readonly GridRow<V>[]
  edits: Edits<V>
}

/** What an act on a range comes to: the cells that it changes, what it says, and the range that it leaves selected. */
export interface RangeAct<V> {
  changes: CellChange<V>[]
  said: string
  selection?: Selection
}

export const copied = <V>(shown: Shown<V>, selection: Selection): string => {
  const range = rangeOf(selection)
  return toClipboard(
    shown.rows
      .slice(range.top, range.bottom + 1)
      .map((row) => shown.columns.slice(range.left, range.right + 1).map((column) => textIn(shown.edits, row, column))),
  )
}

export const cleared = <V>(shown: Shown<V>, selection: Selection): RangeAct<V> => {
  const changes = filled(shown, rangeOf(selection), () => '')
  return { changes, said: `Cleared ${cellsOf(changes)}.` }
}

/** The first row of the range in all of it; of one row, the row above. */
export const filledDown = <V>(shown: Shown<V>, selection: Selection): RangeAct<V> => {
  const range = rangeOf(selection)
  const from = range.top === range.bottom ? range.top - 1 : range.top
  const source = shown.rows[from]
  if (!source) return { changes: [], said: '' }
  const changes = filled(shown, { ...range, top: from + 1 }, (_, column) => textIn(shown.edits, source, column))
  return { changes, said: `Filled ${cellsOf(changes)}.` }
}

/** The copied cells from the top left corner on; over and over where the range is several times as large. */
export const pasted = <V>(shown: Shown<V>, selection: Selection, text: string): RangeAct<V> => {
  const range = rangeOf(selection)
  const most = { rows: shown.rows.length - range.top, columns: shown.columns.length - range.left }
  const { cells, left } = fromClipboard(text, most)
  const width = Math.max(0, ...cells.map((row) => row.length))
  if (width === 0) return { changes: [], said: 'There is nothing to paste.' }
  const [high, wide] = [range.bottom - range.top + 1, range.right - range.left + 1]
  const isRepeated = high % cells.length === 0 && wide % width === 0
  const [rows, columns] = isRepeated ? [high, wide] : [cells.length, width]
  const target = { ...range, bottom: range.top + rows - 1, right: range.left + columns - 1 }
  const changes = filled(
    shown,
    target,
    (rowAt, _, columnAt) => cells[(rowAt - range.top) % cells.length]?.[(columnAt - range.left) % width],
  )
  return {
    changes,
    said: `Pasted ${cellsOf(changes)}.${unread(changes)}${left > 0 ? ` ${counted(left, 'row')} did not fit on this page.` : ''}`,
    selection: {
      anchor: { row: target.top, column: target.left },
      active: { row: target.bottom, column: target.right },
    },
  }
}

const textIn = <V>(edits: Edits<V>, row: GridRow<V>, column: GridColumn<V>) =>
  shownText(storedText(row, column), column, edits.get(row.id)?.[column.key])

/** Every cell of the range that can be written, with the text for it. */
const filled = <V>(
  { rows, columns }: Shown<V>,
  range: Range,
  textFor: (rowAt: number, column: GridColumn<V>, columnAt: number) => string | undefined,
): CellChange<V>[] =>
  rows.slice(range.top, range.bottom + 1).flatMap((row, down) =>
    columns.slice(range.left, range.right + 1).flatMap((column, across) => {
      const text = textFor(range.top + down, column, range.left + across)
      return column.readOnly || text === undefined ? [] : [typedCell(row, column, text)]
    }),
  )

const cellsOf = (changes: readonly unknown[]) => counted(changes.length, 'cell')

const unread = <V>(changes: readonly CellChange<V>[]) => {
  const count = changes.filter(({ edit }) => edit && 'message' in edit.reading).length
  return count > 0 ? ` ${count} cannot be read.` : ''
}
