import type { ReactNode } from 'react'
import { LEAD_HEADING } from './lead-heading.ts'
import '#web/leads/desk/desk.css'

/** What is only read and may be longer than the drawer. */
export const ReadScroll = ({ children }: { children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a field in it, the keyboard could not scroll it
  <div className="desk-scroll" tabIndex={0} role="group" aria-labelledby={LEAD_HEADING}>
    {children}
  </div>
)
