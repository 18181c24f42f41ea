import { createContext, use } from 'react'

/**
 * Whether the part of the page that a component stands in is on screen. A part that is kept ready out of sight listens to no key
 * and asks the server nothing: `useKeys`, `useOne` and `useOlder` look here.
 */
export const Shown = createContext(true)

export const useShown = () => use(Shown)

/** The same, a paint later: what comes on screen is there before it asks the server whether it is still true. */
export const Awake = createContext(true)

export const useAwake = () => use(Awake)
