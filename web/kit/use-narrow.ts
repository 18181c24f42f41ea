import { useSyncExternalStore } from 'react'

const query = (text: string) => {
  const list = globalThis.matchMedia?.(text)
  const subscribe = (listener: () => void) => {
    list?.addEventListener('change', listener)
    return () => list?.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => list?.matches ?? false)
}

/** Below 821 pixels: cards instead of tables, the side as a drawer. */
export const useNarrow = query('(max-width: 820px)')
/** Below 1200 pixels the side is a rail. */
export const useMedium = query('(max-width: 1199px)')
