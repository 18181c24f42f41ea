import { CloseOutlined, EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { formats } from '#web/kit/look/format.ts'
import { Kbd } from '#web/kit/keys/Kbd.tsx'
import type { BulkAction, Noun } from './list.ts'
import { focusRow } from './use-current-row.ts'
import { useNarrow } from '#web/kit/look/use-media.ts'
import type { RowSelection } from './use-selection.ts'
import { widthHook } from '#web/kit/look/use-width.ts'

interface BulkBarProps<Row extends { id: number }> {
  selection: RowSelection<Row>
  actions: readonly BulkAction<Row>[]
  /** What the list asks for now: everything that it shows can be chosen, however much that is. */
  query: object
  rows: readonly Row[]
  total: number
  noun: Noun
}

const useBarWidth = widthHook<HTMLDivElement>()

/** Of a button with the gap after it: its icon and edges, each letter, and its key, which a narrow screen hides. */
const BUTTON = { base: 62, letter: 8, key: 26 }
const MORE = BUTTON.base + 'More'.length * BUTTON.letter
/** The number of selected rows, the offer to select all, and the cross. */
const ASIDE = 400

/** What can be done with the selected rows; it stands where the filters were, as high as they. */
export const BulkBar = <Row extends { id: number }>({
  selection,
  actions,
  query,
  rows,
  total,
  noun,
}: BulkBarProps<Row>) => {
  const { number } = formats()
  const narrow = useNarrow()
  const { ref, width } = useBarWidth()
  const { all } = selection
  const pageIsFull = rows.length > 0 && rows.every(({ id }) => selection.has(id))
  const takesAll = actions.some((action) => action.takesAll)
  // Cards have no box that selects the page.
  const offersAll = takesAll && !all && (pageIsFull || narrow) && total > selection.rows.length
  const offered = actions.filter((action) =>
    all ? action.takesAll : action.only === undefined || action.only === selection.rows.length,
  )
  const shown = fitting(offered, width - (narrow ? 24 : ASIDE), narrow)
  const rest = offered.slice(shown.length)
  const runOn = ({ run }: BulkAction<Row>) => run({ rows: selection.rows, all, clear: selection.clear })

  return (
    <div ref={ref} className="bulk-bar" role="toolbar" aria-label={`Selected ${noun[1]}`}>
      <strong role="status">
        {all ? `All ${number(all.count)} in this view selected` : `${number(selection.rows.length)} selected`}
      </strong>
      {offersAll && (
        <Button type="link" onClick={() => selection.setAll({ count: total, query })}>
          Select all {number(total)} in this view
        </Button>
      )}
      <span className="bulk-actions">
        {shown.map((action) => (
          <Button
            key={action.label}
            icon={action.icon}
            danger={action.danger === true}
            aria-keyshortcuts={action.keys?.toUpperCase()}
            onClick={() => runOn(action)}
          >
            {action.label}
            {action.keys && <Kbd>{action.keys.toUpperCase()}</Kbd>}
          </Button>
        ))}
        {rest.length > 0 && (
          <Dropdown
            trigger={['click']}
            autoFocus
            placement="bottomRight"
            menu={{
              items: rest.map((action) => ({
                key: action.label,
                icon: action.icon,
                danger: action.danger === true,
                label: (
                  <span className="menu-act">
                    {action.label}
                    {action.keys && <Kbd>{action.keys.toUpperCase()}</Kbd>}
                  </span>
                ),
                onClick: ({ domEvent }) => {
                  // Enter that goes on would press the first button of a dialog that opens at once: the cross.
                  domEvent.preventDefault()
                  runOn(action)
                },
              })),
            }}
          >
            <Button icon={<EllipsisOutlined aria-hidden />}>More</Button>
          </Dropdown>
        )}
      </span>
      <Button
        type="text"
        className="bulk-clear"
        icon={<CloseOutlined aria-hidden />}
        aria-label="Clear the selection"
        onClick={() => {
          const [first] = selection.rows
          selection.clear()
          if (first) focusRow(first.id)
        }}
      />
    </div>
  )
}

/** All of them, or those that leave room for More; always the first. */
const fitting = <Row,>(actions: readonly BulkAction<Row>[], room: number, narrow: boolean) => {
  let used = 0
  const ends = actions.map(({ label, keys }) => {
    used += BUTTON.base + label.length * BUTTON.letter + (keys && !narrow ? BUTTON.key : 0)
    return used
  })
  if (used <= room) return actions
  return actions.slice(0, Math.max(ends.filter((end) => end + MORE <= room).length, 1))
}
