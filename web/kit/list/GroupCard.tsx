import { Button, Checkbox } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { orEmpty } from '#web/kit/look/EmptyValue.tsx'
import { formats } from '#web/kit/look/format.ts'
import type { Noun } from './list.ts'
import './groups.css'

interface GroupCardProps<Row extends { id: number }> {
  title: string
  noun: Noun
  /** How many there are; `rows` may have the newest of them alone. */
  total: number
  rows: readonly Row[]
  /** The row that should stay comes first. */
  likelyFirst: (rows: readonly Row[]) => readonly Row[]
  /** The row as its checkbox names it: `no. 1737`. */
  shortName: (row: Row) => string
  renderHead: (row: Row) => ReactNode
  facts: (row: Row) => readonly (readonly [label: string, text: string | null | undefined])[]
  dismissing: boolean
  onDismiss: (ids: number[]) => void
  renderMerge: (winner: Row, loser: Row, onClose: () => void) => ReactNode
}

/** Rows that may be duplicates, side by side; two of them at a time are merged. */
export const GroupCard = <Row extends { id: number }>(props: GroupCardProps<Row>) => {
  const { title, noun, total, rows, likelyFirst, shortName, renderHead, facts, dismissing, onDismiss, renderMerge } =
    props
  const heading = useId()
  const [chosen, setChosen] = useState<readonly number[]>(rows.slice(0, 2).map(({ id }) => id))
  const [merging, setMerging] = useState(false)
  const pair = likelyFirst(rows.filter(({ id }) => chosen.includes(id)))
  const [winner, loser] = pair
  const many = rows.length > 2

  return (
    <section className="group-card" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        <span className="row-actions">
          <Button disabled={pair.length < 2} loading={dismissing} onClick={() => onDismiss([...chosen])}>
            {many && chosen.length < rows.length ? 'Selected aren’t duplicates' : 'Not duplicates'}
          </Button>
          <Button type="primary" disabled={pair.length !== 2} onClick={() => setMerging(true)}>
            Merge
          </Button>
        </span>
      </header>
      {many && <p className="group-hint">Choose two {noun[1]} to merge. You can merge the rest afterwards.</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={chosen.includes(row.id) && many ? 'group-row group-row-on' : 'group-row'}>
            <div className="group-row-head">
              {many && (
                <Checkbox
                  checked={chosen.includes(row.id)}
                  aria-label={`Choose ${shortName(row)}`}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...chosen, row.id] : chosen.filter((id) => id !== row.id))
                  }
                />
              )}
              {renderHead(row)}
            </div>
            <dl>
              {facts(row).map(([label, text]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{orEmpty(text)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="group-hint">
          And {formats().number(total - rows.length)} older. They appear once these are merged.
        </p>
      )}
      {merging && winner && loser && renderMerge(winner, loser, () => setMerging(false))}
    </section>
  )
}
