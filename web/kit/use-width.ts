import { useLayoutEffect, useRef, useState } from 'react'

/** An element's width in whole pixels, followed; 0 before it was measured. */
export const useWidth = <E extends HTMLElement>() => {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(Math.floor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
