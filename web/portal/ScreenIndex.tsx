import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { ScreenRows } from './permission-edits.ts'

interface ScreenIndexProps {
  screens: readonly ScreenRows[]
  table: RefObject<HTMLDivElement | null>
  /** Unfolds a screen. */
  onOpen: (screen: string) => void
}

/** The screens at the left, with how much of each is granted; the one in sight is marked. */
export const ScreenIndex = ({ screens, table, onOpen }: ScreenIndexProps) => {
  const [current, setCurrent] = useState(screens[0]?.screen)
  useEffect(() => {
    const scrolled = table.current
    if (!scrolled) return undefined
    const look = () => {
      const top = scrolled.getBoundingClientRect().top + HEAD
      const heads = [...scrolled.querySelectorAll<HTMLElement>('[data-screen]')]
      const above = heads.findLast((head) => head.getBoundingClientRect().top <= top) ?? heads[0]
      setCurrent(above?.dataset['screen'])
    }
    scrolled.addEventListener('scroll', look, { passive: true })
    return () => scrolled.removeEventListener('scroll', look)
  }, [table])
  const goTo = (screen: string) => {
    // Once it is unfolded, it is there to go to.
    flushSync(() => onOpen(screen))
    const heads = [...(table.current?.querySelectorAll<HTMLElement>('[data-screen]') ?? [])]
    const head = heads.find((one) => one.dataset['screen'] === screen)
    head?.scrollIntoView({ block: 'start' })
    head?.querySelector<HTMLElement>('input:enabled')?.focus({ preventScroll: true })
    setCurrent(screen)
  }
  return (
    <nav className="grants-index" aria-label="Screens">
      <ul>
        {screens.map(({ screen, granted, rows }) => (
          <li key={screen}>
            <button
              type="button"
              className={granted > 0 ? 'grants-screen grants-some' : 'grants-screen'}
              {...(screen === current && { 'aria-current': 'true' })}
              onClick={() => goTo(screen)}
            >
              <span className="cut" title={screen}>
                {screen}
              </span>
              <span className="grants-of">
                {granted} of {rows.length}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The heads of the columns stick above the rows. */
const HEAD = 40
