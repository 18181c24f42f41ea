import { useEffect, useState } from 'react'

/** The value once it has not changed for that many milliseconds. */
export const useDebounced = <T>(value: T, wait: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return settled
}
