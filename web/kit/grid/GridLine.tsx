import { memo, type ReactNode } from 'react'
import type { GridColumn, GridRow, Range } from './grid.ts'
import { GridCell } from './GridCell.tsx'
import { isWrong, shownText, storedText, type RowEdits } from './grid-edits.ts'

interface GridLineProps<V> {
  row: GridRow<V>
  rowAt: number
  /** What stands before the row: its number on the page. */
  number: number
  columns: readonly GridColumn<V>[]
  insets: readonly (number | undefined)[]
  edits: RowEdits<V> | undefined
  /** The column of the active cell; undefined in another row. */
  activeColumn: number | undefined
  /** The columns of the range; undefined for a row outside. */
  left: number | undefined
  right: number | undefined
  isTop: boolean
  isBottom: boolean
  /** What stands in the active cell beside its text. */
  children?: ReactNode
}

const Line = <V,>({
  row,
  rowAt,
  number,
  columns,
  insets,
  edits,
  activeColumn,
  children,
  ...range
}: GridLineProps<V>) => (
  <tr data-row={rowAt} aria-rowindex={rowAt + 2}>
    <th scope="row" className={range.left === undefined ? 'grid-number' : 'grid-number grid-tinted'} data-number>
      {number}
    </th>
    {columns.map((column, columnAt) => {
      const [stored, edit] = [storedText(row, column), edits?.[column.key]]
      const isActive = columnAt === activeColumn
      return (
        <GridCell
          key={column.key}
          column={column}
          at={columnAt}
          inset={insets[columnAt]}
          isLastFrozen={isLastFrozen(insets, columnAt)}
          text={shownText(stored, column, edit)}
          isRequired={row.required?.has(column.key) ?? false}
          isEdited={edit !== undefined}
          isWrong={isWrong(stored, column, edit)}
          isActive={isActive}
          edges={edgesOf(range, columnAt)}
        >
          {isActive ? children : undefined}
        </GridCell>
      )
    })}
  </tr>
)

/** A row is drawn again only when it, its edits or the selection within it change. */
export const GridLine = memo(Line) as typeof Line

const edgesOf = (
  { left, right, isTop, isBottom }: Pick<GridLineProps<never>, 'left' | 'right' | 'isTop' | 'isBottom'>,
  columnAt: number,
): string | undefined => {
  if (left === undefined || right === undefined || columnAt < left || columnAt > right) return undefined
  return `${isTop ? 't' : ''}${isBottom ? 'b' : ''}${columnAt === left ? 'l' : ''}${columnAt === right ? 'r' : ''}`
}

/** The part of the range that lies in a row. */
export const rangeIn = ({ top, bottom, left, right }: Range, rowAt: number) =>
  rowAt < top || rowAt > bottom
    ? { left: undefined, right: undefined, isTop: false, isBottom: false }
    : { left, right, isTop: rowAt === top, isBottom: rowAt === bottom }

/** Where the columns that stay in sight end. */
export const isLastFrozen = (insets: readonly (number | undefined)[], at: number) =>
  insets[at] !== undefined && insets[at + 1] === undefined
