import { createContext, use } from 'react'

/**
 * Another value whenever what everything is drawn by changes: what the person may do, how they write dates, what the company
 * calls things. What keeps its drawing (`memo`, `useMemo`) over that looks here.
 */
export const Drawn = createContext<object>({})

export const useDrawn = () => use(Drawn)
