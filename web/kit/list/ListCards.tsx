import { Checkbox } from 'antd'
import { CHANGED } from '#web/kit/data/api.ts'
import { nameOf, type Card, type Column } from './list.ts'
import type { ListRowsProps } from './ListTable.tsx'

interface ListCardsProps<Row extends { id: number }> extends ListRowsProps<Row> {
  card: ((row: Row) => Card) | undefined
}

/** The rows as cards, for narrow screens: heading and corner, then the lines. */
export const ListCards = <Row extends { id: number }>({
  columns,
  rows,
  noun,
  selection,
  current,
  onOpen,
  card,
}: ListCardsProps<Row>) => (
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
            <CardBody
              card={card ? withChosenLines(card(row), row, columns) : usualCard(row, columns)}
              onOpen={onOpen && (() => onOpen(row))}
            />
          </li>
        ))}
  </ul>
)

const CardBody = ({ card, onOpen }: { card: Card; onOpen: (() => void) | undefined }) => (
  <>
    {card.picture}
    <div className="card-body">
      <div className="card-top">
        {onOpen ? (
          <button type="button" className="card-open" onClick={onOpen}>
            {card.title}
          </button>
        ) : (
          <div className="card-open">{card.title}</div>
        )}
        <div className="card-corner">{card.corner}</div>
      </div>
      <div className="card-rest">
        <div className="card-lines">{card.lines}</div>
        {card.end && <div className="card-end">{card.end}</div>}
      </div>
      {card.foot && <div className="card-foot">{card.foot}</div>}
    </div>
  </>
)

/** The columns at their places, each line under its title. */
const usualCard = <Row,>(row: Row, columns: readonly Column<Row>[]): Card => {
  const placed = columns.map((column, index) => ({ column, place: column.card ?? usualPlace(column, index) }))
  const at = (place: string) => placed.filter((one) => one.place === place).map(({ column }) => column)
  const shown = (place: string) => at(place).map((column) => <span key={column.key}>{column.render(row)}</span>)
  return {
    title: shown('title'),
    corner: shown('corner'),
    lines: [<Facts key="lines" row={row} columns={at('line')} />],
    ...(at('foot').length > 0 && { foot: shown('foot') }),
  }
}

/** What a person has chosen to see beside what the card has of itself. */
const withChosenLines = <Row,>(card: Card, row: Row, columns: readonly Column<Row>[]): Card => {
  const chosen = columns.filter(({ optional, value }) => optional && value !== undefined)
  return chosen.length === 0
    ? card
    : { ...card, lines: [...card.lines, <Facts key="chosen" row={row} columns={chosen} />] }
}

const Facts = <Row,>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) => (
  <dl className="card-facts">
    {columns.map((column) => (
      <div key={column.key}>
        <dt>{column.title}</dt>
        <dd>{column.render(row)}</dd>
      </div>
    ))}
  </dl>
)

/** A card has room for what matters; the rest is a press away. */
const usualPlace = <Row,>({ priority }: Column<Row>, index: number) => {
  if (index === 0) return 'title'
  return priority <= 3 ? 'line' : 'none'
}
