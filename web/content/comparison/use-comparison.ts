import { useMemo } from 'react'
import { blogVersions } from '#contract/content/blog-versions.ts'
import { useOne } from '#web/kit/data/api.ts'
import { countWords, diffBlocks } from './diff-blocks.ts'

/** Versions never change, so what lies between two of them doesn’t either. */
export const useComparison = (id: number, older: number | undefined, newer: number | undefined) => {
  const answer = useOne(
    blogVersions.compare,
    { params: { id }, query: { from: older ?? 0, to: newer ?? 0 } },
    { enabled: older !== undefined && newer !== undefined, staleTime: Infinity },
  )
  const comparison = answer.data?.data
  // Of a long text it takes tens of milliseconds, which no key press should wait for again.
  const blocks = useMemo(() => comparison && diffBlocks(comparison.blocks), [comparison])
  return { answer, fields: comparison?.fields, blocks }
}

/** How many words came and went between two versions; undefined until it is known. */
export const useWordCounts = (id: number, older: number, newer: number) => {
  const { blocks } = useComparison(id, older, newer)
  return blocks && countWords(blocks)
}
