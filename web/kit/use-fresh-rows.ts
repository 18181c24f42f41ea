import { useEffect, useEffectEvent, useState } from 'react'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { callForPage, keyOf, type ListEndpoint, type Page } from './api.ts'
import { queryClient } from './query-client.ts'

/** Looks at the list again when the tab gets the focus back, without moving a row: rows that are there are brought up to date, new ones
 *  are counted until the person asks for them. */
export const useFreshRows = <E extends ListEndpoint>(
  endpoint: E,
  query: QueryOf<E>,
  page: Page<{ id: number }> | undefined,
) => {
  const [fresh, setFresh] = useState<{ for: string; page: Page<{ id: number }>; count: number }>()
  const key = JSON.stringify(query)

  const look = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible' || !page) return
    const found = (await callForPage(endpoint, query).catch(() => undefined)) as Page<{ id: number }> | undefined
    if (!found) return
    const here = new Set(page.data.map(({ id }) => id))
    const count = found.data.filter(({ id }) => !here.has(id)).length
    const now = new Map(found.data.map((row) => [row.id, row]))
    if (count > 0) {
      setFresh({ for: key, page: found, count })
      queryClient.setQueryData(keyOf(endpoint, { query }), {
        ...page,
        data: page.data.map((row) => now.get(row.id) ?? row),
      })
    } else queryClient.setQueryData(keyOf(endpoint, { query }), found)
  })

  useEffect(() => {
    const onFocus = () => void look()
    document.addEventListener('visibilitychange', onFocus)
    return () => document.removeEventListener('visibilitychange', onFocus)
  }, [])

  const valid = fresh?.for === key ? fresh : undefined
  return {
    count: valid?.count ?? 0,
    show: () => {
      if (valid) queryClient.setQueryData(keyOf(endpoint, { query }), valid.page)
      setFresh(undefined)
    },
  }
}
