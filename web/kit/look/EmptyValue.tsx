import type { ReactNode } from 'react'

/** What stands for nothing: an en dash that readers hear as "none". */
export const EmptyValue = () => (
  <span className="empty-value">
    <span aria-hidden>–</span>
    <span className="sr-only">none</span>
  </span>
)

/** The value, or the en dash when there is none. */
export const orEmpty = (value: ReactNode) =>
  value === undefined || value === null || value === '' ? <EmptyValue /> : value
