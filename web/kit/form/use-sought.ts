import { useState } from 'react'
import { useDebounced } from './use-debounced.ts'

const SETTLES_MS = 200

/** What is typed into a search: `words` is what to ask for, and follows once nothing was typed for a moment. */
export const useSought = () => {
  const [typed, onSearch] = useState('')
  const wanted = typed.trim()
  const words = useDebounced(wanted, SETTLES_MS)
  return {
    typed,
    words,
    onSearch,
    /** Whether the answer, of the words, is not yet one to what is typed. */
    searching: ({ isFetching }: { isFetching: boolean }) => words !== wanted || isFetching,
  }
}
