import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { blogVersions } from '#contract/content/blog-versions.ts'
import type { PostVersionRow } from '#contract/content/post.ts'
import { queryFor } from '#web/kit/data/api.ts'

const AT_ONCE = 100

export interface Versions {
  /** The newest first, as far as they were asked for. */
  rows: readonly PostVersionRow[]
  total: number | undefined
  /** Asks for older ones; undefined where there are none. */
  more: (() => void) | undefined
}

export const useVersions = (id: number, { publishedOnly = false } = {}): Versions => {
  const [pages, setPages] = useState(1)
  const answers = useQueries({
    queries: Array.from({ length: pages }, (_, at) =>
      queryFor(blogVersions.list, {
        params: { id },
        query: { page: at + 1, pageSize: AT_ONCE, ...(publishedOnly && { published: 'yes' as const }) },
      }),
    ),
  })
  const rows = answers.flatMap(({ data }) => data?.data ?? [])
  const total = answers[0]?.data?.pagination.total
  return {
    rows,
    total,
    more: total !== undefined && rows.length < total ? () => setPages(pages + 1) : undefined,
  }
}

/** What a version is, in words: `Draft`, `Restored from 36`. */
export const kindOf = ({ kind, from_version, is_draft, is_live, published_at }: PostVersionRow) => {
  // A draft that was live for a moment is a draft.
  if (is_live || (published_at && !is_draft)) return 'Published'
  if (kind === 'restore') return from_version === null ? 'Restored' : `Restored from ${from_version}`
  if (kind === 'merge') return 'Merged'
  if (kind === 'bulk') return 'Changed in bulk'
  if (kind === 'import') return 'Imported'
  return is_draft ? 'Draft' : 'Saved'
}
