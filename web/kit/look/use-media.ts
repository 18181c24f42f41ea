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
/** Whoever asks the device for less motion gets none that is there for its looks alone. */
export const useReducedMotion = query('(prefers-reduced-motion: reduce)')
