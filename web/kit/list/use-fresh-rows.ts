import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { callForPage, CHANGED, keyOf, type ListEndpoint, type Page } from '#web/kit/data/api.ts'
import { freshCount } from './fresh-count.ts'
import { pause, useLive } from '#web/kit/data/live.ts'
import { queryClient } from '#web/kit/data/query-client.ts'
import { focusRow } from './use-current-row.ts'

interface Row {
  id: number
  version?: number
}

/** Milliseconds from a change to the look at it: a row on screen soon, all else together with what comes meanwhile. */
const WAIT = { shown: 300, other: 2_500 }

/** Looks at the list again when others have changed something, or when the tab gets the focus back, without moving a row: rows that are
 *  there are brought up to date, those that left the list are dimmed, new ones are counted until the person asks for them. */
export const useFreshRows = <E extends ListEndpoint>(endpoint: E, query: QueryOf<E>, isLive: boolean) => {
  const [fresh, setFresh] = useState<{ for: string; page: Page<Row>; count: number }>()
  const timer = useRef<{ id: ReturnType<typeof setTimeout>; at: number }>(undefined)
  const touched = useRef(new Set<number>())
  const key = keyOf(endpoint, { query })
  const name = JSON.stringify(query)
  // What the address asks for: the rows on screen may still be those of the address before.
  const shownPage = () => queryClient.getQueryData<Page<Row>>(key)

  /** True where it has to be done once more. */
  const lookOnce = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return false
    const shown = shownPage()
    // What is on its way may have been read before the change.
    if (!shown) return queryClient.isFetching({ queryKey: key, exact: true }) > 0
    const found = (await callForPage(endpoint, query).catch(() => undefined)) as Page<Row> | undefined
    if (!found) return false
    // Asked for again meanwhile, after an act of this person.
    if (shownPage() !== shown) return true
    const now = new Map(found.data.map((row) => [row.id, row]))
    const left = touched.current
    touched.current = new Set()
    const kept = shown.data.map((row) => now.get(row.id) ?? (left.has(row.id) ? { ...row, [CHANGED]: true } : row))
    const count = freshCount(shown.data, found.data)
    setFresh(count > 0 ? { for: name, page: found, count } : undefined)
    queryClient.setQueryData(key, { ...found, data: kept })
    // The totals on the tabs and in the side: one row each.
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [path, input] }) => path === endpoint.path && Object(input).query?.pageSize === 1,
    })
    return false
  })
  const look = useEffectEvent(async () => {
    timer.current = undefined
    while (await lookOnce()) await pause(WAIT.shown)
  })
  const lookIn = useEffectEvent((wait: number) => {
    const at = performance.now() + wait
    if (timer.current && timer.current.at <= at) return
    clearTimeout(timer.current?.id)
    timer.current = { id: setTimeout(() => void look(), wait), at }
  })

  useEffect(() => {
    const onFocus = () => lookIn(0)
    document.addEventListener('visibilitychange', onFocus)
    return () => {
      document.removeEventListener('visibilitychange', onFocus)
      clearTimeout(timer.current?.id)
      timer.current = undefined
    }
  }, [])

  const lookAtAll = () => isLive && lookIn(Math.random() * WAIT.other)
  useLive('hello', lookAtAll)
  useLive('resync', lookAtAll)
  useLive('leads', ({ rows, gone }) => {
    if (!isLive) return
    const page = shownPage()
    if (!page) return lookIn(WAIT.other)
    const shown = new Map(page.data.map((row) => [row.id, row.version ?? 0]))
    const newer = rows.filter(({ id, version }) => version > (shown.get(id) ?? version))
    const leaving = gone.filter((id) => shown.has(id))
    for (const id of [...newer.map((row) => row.id), ...leaving]) touched.current.add(id)
    const onlyKnown = rows.every(({ id }) => shown.has(id)) && newer.length === 0 && leaving.length === 0
    if (!onlyKnown) lookIn(newer.length + leaving.length > 0 ? WAIT.shown : WAIT.other)
  })

  const valid = fresh?.for === name ? fresh : undefined
  return {
    count: valid?.count ?? 0,
    show: () => {
      setFresh(undefined)
      if (!valid) return
      queryClient.setQueryData(key, valid.page)
      // The button that was pressed is gone.
      const [first] = valid.page.data
      if (first) requestAnimationFrame(() => focusRow(first.id))
    },
  }
}
