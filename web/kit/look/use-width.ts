import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Makes a hook that follows an element's width in whole pixels. Until it is measured that is what the last one had, which is
 * likely the same: what hangs on it is then drawn once. 0 before any was measured.
 */
export const widthHook = <E extends HTMLElement>() => {
  let last = 0
  return () => {
    const ref = useRef<E>(null)
    const [width, setWidth] = useState(last)
    useLayoutEffect(() => {
      const element = ref.current
      if (!element) return
      const measure = () => {
        last = Math.floor(element.clientWidth)
        setWidth(last)
      }
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => observer.disconnect()
    }, [])
    return { ref, width }
  }
}
