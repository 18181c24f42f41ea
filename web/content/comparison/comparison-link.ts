import { useSearchParams } from 'react-router'

/** Which post is compared, and which of its versions, in the address of the Blog List. */
export const COMPARE = 'compare'
export const OLDER = 'from'
export const NEWER = 'to'

/** The way from the editor to two versions side by side; the list behind both stays as it was. */
export const useComparisonLink = () => {
  const [search] = useSearchParams()
  return (id: number, older?: number, newer?: number) => {
    const there = new URLSearchParams(search)
    there.delete('post')
    there.set(COMPARE, String(id))
    if (older !== undefined) there.set(OLDER, String(older))
    if (newer !== undefined) there.set(NEWER, String(newer))
    return `?${there}`
  }
}
