import type { ReactNode } from 'react'
import { orEmpty } from './EmptyValue.tsx'

/** Two facts in a cell, the second in a lower voice; the compact density shows the first alone. */
export const TwoLines = ({
  first,
  second,
  strong = false,
}: {
  first: ReactNode
  second?: ReactNode
  strong?: boolean
}) => (
  <span className="two-lines">
    <span className={strong ? 'first strong cut' : 'first cut'}>{orEmpty(first)}</span>
    {second !== undefined && second !== null && second !== '' && <span className="second cut">{second}</span>}
  </span>
)
