import { useEffect } from 'react'

/** Says as a variable of styles how much of the page the keyboard of a phone covers. */
export const useKeyboardInset = (active: boolean) =>
  useEffect(() => {
    const view = globalThis.visualViewport
    if (!active || !view) return
    const { style } = document.documentElement
    const follow = () =>
      style.setProperty('--keyboard', `${Math.max(0, Math.round(innerHeight - view.height - view.offsetTop))}px`)
    follow()
    view.addEventListener('resize', follow)
    view.addEventListener('scroll', follow)
    return () => {
      view.removeEventListener('resize', follow)
      view.removeEventListener('scroll', follow)
      style.removeProperty('--keyboard')
    }
  }, [active])
