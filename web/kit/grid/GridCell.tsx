import { ExclamationCircleFilled } from '@ant-design/icons'
import { memo, type ReactNode } from 'react'
import type { GridColumn } from './grid.ts'

interface GridCellProps<V> {
  column: GridColumn<V>
  /** Its place from the left, and the distance at which a frozen one stays. */
  at: number
  inset: number | undefined
  isLastFrozen: boolean
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
  isLastFrozen,
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
    className={classOf(column, {
      isLastFrozen,
      isEdited,
      isWrong,
      isActive,
      edges,
      isOpen: isActive && Boolean(children),
    })}
    style={inset === undefined ? undefined : { insetInlineStart: inset }}
    data-column={at}
    tabIndex={isActive ? 0 : -1}
    aria-selected={edges !== undefined}
    {...(column.readOnly && { 'aria-readonly': true })}
    aria-invalid={isWrong || undefined}
    aria-describedby={isActive && children ? 'grid-note' : undefined}
  >
    {isWrong && <ExclamationCircleFilled className="grid-wrong" aria-hidden />}
    {text === '' && isRequired ? <span className="grid-missing">Missing</span> : <span>{text}</span>}
    {children}
  </td>
)

/** Drawn again only when something about it changes: a page has thousands of them. */
export const GridCell = memo(Cell) as typeof Cell

const classOf = <V,>(
  { align, frozen, readOnly }: GridColumn<V>,
  {
    isLastFrozen,
    isEdited,
    isWrong,
    isActive,
    isOpen,
    edges,
  }: Pick<GridCellProps<V>, 'isLastFrozen' | 'isEdited' | 'isWrong' | 'isActive' | 'edges'> & {
    isOpen: boolean
  },
) =>
  [
    'grid-cell',
    align === 'end' && 'grid-end',
    frozen && 'grid-frozen',
    isLastFrozen && 'grid-frozen-last',
    readOnly && 'grid-fixed',
    isEdited && 'grid-edited',
    isWrong && 'grid-invalid',
    edges !== undefined && 'grid-selected',
    edges && 'grid-edge',
    ...Array.from(edges ?? '', (edge) => `grid-edge-${edge}`),
    isActive && 'grid-active',
    isOpen && 'grid-open',
  ]
    .filter(Boolean)
    .join(' ')
