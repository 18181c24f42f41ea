import { useEffect, useEffectEvent } from 'react'
import type { ListEndpoint, Page } from '#web/kit/data/api.ts'
import type { ListState } from './use-list-params.ts'

/** Whoever has worked off the last page, or follows an old link, is taken to the page that is the last one now; true on the way there. */
export const useLastPage = <E extends ListEndpoint>(list: ListState<E>, shown: Page<unknown> | undefined): boolean => {
  const { page = 1, totalPages = 0 } = shown?.pagination ?? {}
  const isPastEnd = shown?.data.length === 0 && totalPages > 0 && page > totalPages
  const showLastPage = useEffectEvent(() => list.change({ page: String(totalPages) }, { typing: true }))
  useEffect(() => {
    if (isPastEnd) showLastPage()
  }, [isPastEnd])
  return isPastEnd
}
