import type { ReactNode } from 'react'

interface CurrentProps {
  /** From 1 on; undefined: it is no change. */
  number: number | undefined
  isCurrent: boolean
  total: number
  /** How the map shows it. */
  kind: 'added' | 'removed' | 'changed' | 'moved'
  children: ReactNode
}

/** A change that keys lead to; the one they have led to has a ring and says which it is. */
export const Current = ({ number, isCurrent, total, kind, children }: CurrentProps) =>
  number === undefined ? (
    children
  ) : (
    <div
      className={isCurrent ? 'change change-current' : 'change'}
      data-change={number}
      data-kind={kind}
      tabIndex={-1}
      {...(isCurrent && { role: 'group', 'aria-label': `Change ${number} of ${total}` })}
    >
      {isCurrent && (
        <span className="change-place" aria-hidden>
          Change {number} of {total}
        </span>
      )}
      {children}
    </div>
  )
