import { useSyncExternalStore } from 'react'

/** A value outside React that components can follow: `get`, `set`, and inside a component `use`, or `usePart` of what it shows. */
export const createStore = <T>(initial: T) => {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const set = (next: T) => {
    value = next
    for (const listener of listeners) listener()
  }
  const use = () => useSyncExternalStore(subscribe, get)
  const usePart = <Part>(part: (whole: T) => Part) => useSyncExternalStore(subscribe, () => part(value))
  return { get, set, subscribe, use, usePart }
}
