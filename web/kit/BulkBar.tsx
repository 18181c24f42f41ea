import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { formats } from './format.ts'
import { Kbd } from './Kbd.tsx'
import type { BulkAction, Noun } from './list.ts'
import type { RowSelection } from './use-selection.ts'

interface BulkBarProps<Row extends { id: number }> {
  selection: RowSelection<Row>
  actions: readonly BulkAction<Row>[]
  /** What the list asks for now: everything that it shows can be chosen, however much that is. */
  query: object
  rows: readonly Row[]
  total: number
  noun: Noun
}

/** What can be done with the selected rows; it stands where the filters were. */
export const BulkBar = <Row extends { id: number }>({
  selection,
  actions,
  query,
  rows,
  total,
  noun,
}: BulkBarProps<Row>) => {
  const { number } = formats()
  const { all } = selection
  const pageIsFull = rows.length > 0 && rows.every(({ id }) => selection.has(id))
  const takesAll = actions.some((action) => action.takesAll)
  return (
    <div className="bulk-bar" role="toolbar" aria-label={`Selected ${noun[1]}`}>
      <strong role="status">
        {all ? `All ${number(all.count)} in this view selected` : `${number(selection.rows.length)} selected`}
      </strong>
      {takesAll && !all && pageIsFull && total > selection.rows.length && (
        <Button type="link" onClick={() => selection.setAll({ count: total, query })}>
          Select all {number(total)} in this view
        </Button>
      )}
      <span className="bulk-actions">
        {actions
          .filter((action) => !all || action.takesAll)
          .map(({ label, icon, keys, danger = false, run }) => (
            <Button
              key={label}
              icon={icon}
              danger={danger}
              aria-keyshortcuts={keys?.toUpperCase()}
              onClick={() => run({ rows: selection.rows, all, clear: selection.clear })}
            >
              {label}
              {keys && <Kbd>{keys.toUpperCase()}</Kbd>}
            </Button>
          ))}
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label="Clear the selection"
          onClick={selection.clear}
        />
      </span>
    </div>
  )
}
