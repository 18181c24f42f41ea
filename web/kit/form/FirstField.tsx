import { useEffect, useRef, type ReactNode } from 'react'

/** The fields of a dialog, the first of which has the focus at once. */
export const FirstField = ({ children }: { children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current
      ?.querySelector<HTMLElement>('input:enabled:not([type=hidden]), textarea:enabled')
      ?.focus({ preventScroll: true })
  }, [])
  return <div ref={box}>{children}</div>
}
