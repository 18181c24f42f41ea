import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons'
import { Checkbox } from 'antd'
import { memo, useState, type MouseEvent } from 'react'
import { CHANGED, type ListEndpoint } from '#web/kit/data/api.ts'
import { useDrawn } from './render-key.ts'
import { nameOf, sameCells, type Column, type Noun } from './list.ts'
import type { CurrentRow } from './use-current-row.ts'
import type { ListState } from './use-list-params.ts'
import type { RowSelection } from './use-selection.ts'
import { useStable } from '#web/kit/form/use-stable.ts'

export const SELECTION_WIDTH = 56
const SKELETON_ROWS = 12

export interface ListRowsProps<Row extends { id: number }> {
  columns: readonly Column<Row>[]
  /** Columns for which the width is short; some stack under another. */
  dropped: readonly Column<Row>[]
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined
  noun: Noun
  list: ListState<ListEndpoint>
  selection: RowSelection<Row> | undefined
  current: CurrentRow<Row>
  onOpen: ((row: Row) => void) | undefined
  openId: number | undefined
  /** What all rows come to, as one more row at the foot. */
  totals?: Row | undefined
}

/** The rows as a plain table: its header sticks in the one box that scrolls, and a row takes the focus as one. */
export const ListTable = <Row extends { id: number }>(props: ListRowsProps<Row>) => {
  const { rows, noun, list, selection, current, onOpen, openId, totals } = props
  const columns = useKept(props.columns)
  const dropped = useKept(props.dropped)
  const acts = useRowActs(props)
  return (
    <table className="list-table" aria-label={noun[1]}>
      <colgroup>
        {selection && <col style={{ width: SELECTION_WIDTH }} />}
        {columns.map(({ key, width }) => (
          <col key={key} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selection && (
            <th className="cell-select">
              <AllCheckbox rows={rows ?? []} selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} list={list} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
              <BoneRow key={index} cells={columns.length + (selection ? 1 : 0)} />
            ))
          : rows.map((row) => (
              <TableRow
                key={row.id}
                row={row}
                columns={columns}
                dropped={dropped}
                name={nameOf(row, noun)}
                isCurrent={row.id === (openId ?? current.row?.id)}
                isTabStop={row.id === current.tabStop}
                isSelected={selection?.has(row.id)}
                opens={onOpen !== undefined}
                {...acts}
              />
            ))}
      </tbody>
      {totals && rows && (
        <tfoot>
          <tr>
            {selection && <td className="cell-select">&nbsp;</td>}
            {columns.map(({ key, align, render }) => (
              <td key={key} className={align === 'right' ? 'cell-right' : undefined}>
                {render(totals)}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

const HeaderCell = <Row,>({ column, list }: { column: Column<Row>; list: ListState<ListEndpoint> }) => {
  const { title, align, sort: field, firstOrder = 'asc' } = column
  const className = align === 'right' ? 'cell-right' : undefined
  if (!field) return <th className={className}>{title}</th>

  const { defaultSort } = list.spec
  const isSorted = (list.get('sort') ?? defaultSort?.sort) === field
  const order = isSorted ? (list.get('order') ?? defaultSort?.order ?? 'asc') : undefined
  const other = firstOrder === 'asc' ? 'desc' : 'asc'
  const next = order === undefined ? firstOrder : order === firstOrder ? other : undefined
  return (
    <th className={className} aria-sort={order === undefined ? 'none' : order === 'asc' ? 'ascending' : 'descending'}>
      <button type="button" className="sort-button" onClick={() => list.change({ sort: next && field, order: next })}>
        {title}
        <span className="sort-arrows" data-order={order} aria-hidden>
          <CaretUpFilled aria-hidden />
          <CaretDownFilled aria-hidden />
        </span>
      </button>
    </th>
  )
}

interface AllCheckboxProps<Row extends { id: number }> {
  rows: readonly Row[]
  selection: RowSelection<Row>
}

const AllCheckbox = <Row extends { id: number }>({ rows, selection }: AllCheckboxProps<Row>) => {
  const taken = rows.filter(({ id }) => selection.has(id)).length
  const all = rows.length > 0 && taken === rows.length
  return (
    <Checkbox
      aria-label="Select the page"
      checked={all}
      indeterminate={taken > 0 && !all}
      disabled={rows.length === 0}
      onChange={() => selection.setOnPage(all ? [] : rows, rows)}
    />
  )
}

/** The same columns as before for as long as they draw the same cells: pages make them anew each time. */
const useKept = <Row,>(columns: readonly Column<Row>[]) => {
  const [kept, keep] = useState(columns)
  if (sameCells(kept, columns)) return kept
  keep(columns)
  return columns
}

/** What the mouse and the focus do to a row. */
const useRowActs = <Row extends { id: number }>({ rows, selection, current, onOpen }: ListRowsProps<Row>) => ({
  onFocus: useStable((row: Row) => current.row?.id !== row.id && current.set(row.id)),
  onClick: useStable((row: Row, { target }: MouseEvent) => {
    if (isControl(target) || hasSelectedText()) return
    current.set(row.id)
    onOpen?.(row)
  }),
  onSelect: useStable((row: Row, { shiftKey }: MouseEvent) => {
    if (shiftKey) selection?.selectTo(row, rows ?? [])
    else selection?.toggle(row)
  }),
})

interface TableRowProps<Row extends { id: number }> extends ReturnType<typeof useRowActs<Row>> {
  row: Row
  columns: readonly Column<Row>[]
  dropped: readonly Column<Row>[]
  /** What its controls call it. */
  name: string
  isCurrent: boolean
  isTabStop: boolean
  /** Undefined where rows are not selected. */
  isSelected: boolean | undefined
  opens: boolean
}

const DrawnRow = <Row extends { id: number }>({
  row,
  columns,
  dropped,
  name,
  isCurrent,
  isTabStop,
  isSelected,
  opens,
  onFocus,
  onClick,
  onSelect,
}: TableRowProps<Row>) => {
  useDrawn()
  const names = [
    'list-row',
    isCurrent && 'list-row-current',
    isSelected && 'list-row-selected',
    opens && 'list-row-opens',
    CHANGED in row && 'list-row-changed',
  ]
  return (
    // Keys reach the row through the map of keys; the click is for the mouse alone.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr
      data-row-key={row.id}
      className={names.filter(Boolean).join(' ')}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => onFocus(row)}
      onClick={(event) => onClick(row, event)}
    >
      {isSelected !== undefined && (
        <td className="cell-select">
          <Checkbox aria-label={`Select ${name}`} checked={isSelected} onClick={(event) => onSelect(row, event)} />
        </td>
      )}
      {columns.map(({ key, align, render }) => (
        <td key={key} className={align === 'right' ? 'cell-right' : undefined}>
          {render(row)}
          {dropped
            .filter(({ stacksUnder }) => stacksUnder === key)
            .map((other) => (
              <span key={other.key} className="stacked">
                {(other.stacked ?? other.render)(row)}
              </span>
            ))}
        </td>
      ))}
    </tr>
  )
}

/** Going from row to row draws the two that it is about, however many a page has. */
const TableRow = memo(DrawnRow) as typeof DrawnRow

const BoneRow = ({ cells }: { cells: number }) => (
  <tr className="list-row" aria-hidden>
    {Array.from({ length: cells }, (_, index) => (
      // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing to read while it loads
      <td key={index}>
        <span className="bones">
          <span className="bone" />
          <span className="bone bone-short second" />
        </span>
      </td>
    ))}
  </tr>
)

/** Controls inside a row act for themselves. */
const isControl = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('a, button, input, label, .cell-select, [role=switch], [role=combobox]') !== null

/** Marking text to copy it is not opening the row. */
const hasSelectedText = () => (getSelection()?.toString() ?? '') !== ''
