import { useState } from 'react'
import { useDebounced } from './use-debounced.ts'

const SETTLES_MS = 200

/** What to ask for while somebody types: `words` follow once nothing was typed for a moment. */
export const useWords = (typed: string) => {
  const wanted = typed.trim()
  const words = useDebounced(wanted, SETTLES_MS)
  return {
    words,
    /** Whether the answer, of the words, is not yet one to what is typed. */
    searching: ({ isFetching }: { isFetching: boolean }) => words !== wanted || isFetching,
  }
}

/** The same of a field that has its text for itself. */
export const useSought = () => {
  const [typed, onSearch] = useState('')
  return { onSearch, ...useWords(typed) }
}
