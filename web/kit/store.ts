import { useSyncExternalStore } from 'react'

/** A value outside React that components can follow: `get`, `set`, and `use` inside a component. */
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
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get) }
}
