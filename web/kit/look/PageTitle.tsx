import { useEffect, useRef, type ReactNode } from 'react'

let shownBefore = false

/** The page's heading. It names the document and, after the first page of a visit, takes the focus. */
export const PageTitle = ({ children, title }: { children?: ReactNode; title: string }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Leadroom`
    if (shownBefore) heading.current?.focus({ preventScroll: true })
    shownBefore = true
  }, [title])
  return (
    <h1 ref={heading} tabIndex={-1} className="page-title">
      {children ?? title}
    </h1>
  )
}
