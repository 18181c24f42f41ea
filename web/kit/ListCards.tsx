import { Checkbox } from 'antd'
import { CHANGED } from './api.ts'
import { nameOf, type Column } from './list.ts'
import type { ListRowsProps } from './ListTable.tsx'

/** The rows as cards, for narrow screens: heading and corner, then a line for each other column. */
export const ListCards = <Row extends { id: number }>({
  columns,
  rows,
  noun,
  selection,
  current,
  onOpen,
}: ListRowsProps<Row>) => (
  <ul className="cards" aria-label={noun[1]}>
    {rows === undefined
      ? Array.from({ length: 6 }, (_, index) => (
          <li key={index} className="card-row">
            <span className="bone" />
            <span className="bone bone-short" />
          </li>
        ))
      : rows.map((row) => (
          <li
            key={row.id}
            data-row-key={row.id}
            tabIndex={-1}
            className={CHANGED in row ? 'card-row list-row-changed' : 'card-row'}
            onFocus={() => current.set(row.id)}
          >
            {selection && (
              <Checkbox
                aria-label={`Select ${nameOf(row, noun)}`}
                checked={selection.has(row.id)}
                onChange={() => selection.toggle(row)}
              />
            )}
            <CardBody row={row} columns={columns} onOpen={onOpen} />
          </li>
        ))}
  </ul>
)

const CardBody = <Row,>({
  row,
  columns,
  onOpen,
}: {
  row: Row
  columns: readonly Column<Row>[]
  onOpen: ((row: Row) => void) | undefined
}) => {
  const placed = columns.map((column, index) => ({ column, place: column.card ?? usualPlace(column, index) }))
  const at = (place: string) => placed.filter((one) => one.place === place).map(({ column }) => column)
  const title = at('title').map((column) => <span key={column.key}>{column.render(row)}</span>)
  return (
    <div className="card-body">
      <div className="card-top">
        {onOpen ? (
          <button type="button" className="card-open" onClick={() => onOpen(row)}>
            {title}
          </button>
        ) : (
          <div className="card-open">{title}</div>
        )}
        <div className="card-corner">
          {at('corner').map((column) => (
            <span key={column.key}>{column.render(row)}</span>
          ))}
        </div>
      </div>
      <dl className="card-lines">
        {at('line').map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{column.render(row)}</dd>
          </div>
        ))}
      </dl>
      {at('foot').map((column) => (
        <div key={column.key} className="card-foot">
          {column.render(row)}
        </div>
      ))}
    </div>
  )
}

/** A card has room for what matters; the rest is a press away. */
const usualPlace = <Row,>({ priority }: Column<Row>, index: number) => {
  if (index === 0) return 'title'
  return priority <= 3 ? 'line' : 'none'
}
