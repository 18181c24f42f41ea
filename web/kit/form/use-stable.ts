import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * The same function for the whole life of a component, which calls the newest one: for handing to what is memoized. Not to be
 * called while rendering.
 */
export const useStable = <Args extends unknown[], Result>(newest: (...args: Args) => Result) => {
  const latest = useRef(newest)
  useInsertionEffect(() => {
    latest.current = newest
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
