import type { ReactNode } from 'react'

/** A key, as printed on it. The name of the control stays its text, so the key is hidden from readers. */
export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="kbd" aria-hidden>
    {children}
  </kbd>
)
