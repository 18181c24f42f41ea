import { useMemo, useRef } from 'react'
import { CellEditor } from './CellEditor.tsx'
import { CellNote } from './CellNote.tsx'
import type { GridColumn } from './grid.ts'
import './grid.css'
import { gridMouse } from './grid-mouse.ts'
import { GridLine, isLastFrozen, rangeIn } from './GridLine.tsx'
import { useGrid, type GridProps } from './use-grid.ts'
import { useGridClipboard } from './use-grid-clipboard.ts'
import { gridKeys } from './use-grid-keys.ts'

/** Rows edited as in a spreadsheet. Nothing is sent: the cells that change wait in the store until they are saved. */
export const Grid = <V,>(props: GridProps<V>) => {
  const table = useRef<HTMLTableElement>(null)
  const grid = useGrid(props, table)
  useGridClipboard(grid, table)
  const { label, columns, rows, first } = props
  const { selection, range, editing, activeColumn } = grid
  // Anew they would have every row drawn again with each key.
  const insets = useMemo(() => insetsOf(columns), [columns])

  return (
    <div className="grid-scroll" style={{ scrollPaddingInlineStart: widthOfFrozen(columns) }}>
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells are worked with
        role="grid"
        className="grid"
        aria-label={label}
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        onKeyDown={gridKeys(grid)}
        onBlur={grid.onBlur}
        {...gridMouse(grid)}
      >
        <colgroup>
          <col style={{ width: NUMBER_WIDTH }} />
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="grid-number">
              <span className="sr-only">Row</span>
            </th>
            {columns.map((column, at) => (
              <th
                key={column.key}
                scope="col"
                data-column={at}
                className={headClass(column, at >= range.left && at <= range.right, isLastFrozen(insets, at))}
                style={insets[at] === undefined ? undefined : { insetInlineStart: insets[at] }}
              >
                {column.title} {column.unit && <span className="grid-unit">{column.unit}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowAt) => (
            <GridLine
              key={row.id}
              row={row}
              rowAt={rowAt}
              number={first + rowAt}
              columns={columns}
              insets={insets}
              edits={grid.edits.get(row.id)}
              activeColumn={rowAt === selection.active.row ? selection.active.column : undefined}
              {...rangeIn(range, rowAt)}
            >
              {rowAt !== selection.active.row ? undefined : editing === undefined ? (
                <CellNote grid={grid} />
              ) : (
                <CellEditor
                  label={activeColumn?.title ?? label}
                  initial={editing}
                  options={activeColumn?.options}
                  onDone={grid.type}
                  onCancel={grid.cancel}
                />
              )}
            </GridLine>
          ))}
        </tbody>
      </table>
      <div tabIndex={-1} className="grid-left">
        You left the cells. Tab leads to the next control, Shift and Tab to the one before.
      </div>
      <div className="sr-only" role="status">
        {grid.said}
      </div>
    </div>
  )
}

const NUMBER_WIDTH = 44

/** The distances at which frozen columns stay; undefined for one that scrolls. */
const insetsOf = <V,>(columns: readonly GridColumn<V>[]) => {
  let from = NUMBER_WIDTH
  return columns.map(({ frozen, width }) => {
    if (!frozen) return undefined
    from += width
    return from - width
  })
}

const widthOfFrozen = <V,>(columns: readonly GridColumn<V>[]) =>
  columns.reduce((sum, { frozen, width }) => (frozen ? sum + width : sum), NUMBER_WIDTH)

const headClass = <V,>({ align, frozen }: GridColumn<V>, isTinted: boolean, isLast: boolean) =>
  [align === 'end' && 'grid-end', frozen && 'grid-frozen', isLast && 'grid-frozen-last', isTinted && 'grid-tinted']
    .filter(Boolean)
    .join(' ')
