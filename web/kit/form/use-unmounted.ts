import { useEffect, useRef } from 'react'

/** Whether the component has been taken off the page; for what ends later. */
export const useUnmounted = () => {
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  return gone
}
