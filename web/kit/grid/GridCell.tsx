import { WarningFilled } from '@ant-design/icons'
import { memo, type ReactNode } from 'react'
import type { GridColumn } from './grid.ts'

interface GridCellProps<V> {
  column: GridColumn<V>
  /** Its place from the left, and the distance at which a frozen one stays. */
  at: number
  inset: number | undefined
  text: string
  isRequired: boolean
  isEdited: boolean
  isWrong: boolean
  isActive: boolean
  /** Sides of the range that it lies at: t, b, l, r; undefined outside. */
  edges: string | undefined
  /** The editor in place of the text, and what is to be said about the cell. */
  children?: ReactNode
}

const Cell = <V,>({
  column,
  at,
  inset,
  text,
  isRequired,
  isEdited,
  isWrong,
  isActive,
  edges,
  children,
}: GridCellProps<V>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a cell of a grid takes the focus
  <td
    className={classOf(column, { isEdited, isWrong, isActive, edges })}
    style={inset === undefined ? undefined : { insetInlineStart: inset }}
    data-column={at}
    tabIndex={isActive ? 0 : -1}
    aria-selected={edges !== undefined}
    {...(column.readOnly && { 'aria-readonly': true })}
    aria-invalid={isWrong || undefined}
    aria-describedby={isActive && children ? 'grid-note' : undefined}
  >
    {isWrong && <WarningFilled className="grid-wrong" aria-hidden />}
    {text === '' && isRequired ? <span className="grid-missing">Missing</span> : <span>{text}</span>}
    {children}
  </td>
)

/** Drawn again only when something about it changes: a page has thousands of them. */
export const GridCell = memo(Cell) as typeof Cell

const classOf = <V,>(
  { align, frozen, readOnly }: GridColumn<V>,
  { isEdited, isWrong, isActive, edges }: Pick<GridCellProps<V>, 'isEdited' | 'isWrong' | 'isActive' | 'edges'>,
) =>
  [
    'grid-cell',
    align === 'end' && 'grid-end',
    frozen && 'grid-frozen',
    readOnly && 'grid-fixed',
    isEdited && 'grid-edited',
    isWrong && 'grid-invalid',
    edges !== undefined && 'grid-selected',
    ...Array.from(edges ?? '', (edge) => `grid-edge-${edge}`),
    isActive && 'grid-active',
  ]
    .filter(Boolean)
    .join(' ')
