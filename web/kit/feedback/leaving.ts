import { useNavigate } from 'react-router'
import { createStore } from '#web/kit/data/store.ts'

/** Asks before another page is opened, while something on this one is not saved. */
export const leaving = createStore<((path: string) => void) | undefined>(undefined)

/** Goes to another page by a key or the palette; where something is not saved, that is asked about first. */
export const useGo = () => {
  const navigate = useNavigate()
  return (path: string) => {
    const ask = leaving.get()
    if (ask && new URL(path, location.origin).pathname !== location.pathname) ask(path)
    else void navigate(path)
  }
}
