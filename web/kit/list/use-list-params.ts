import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { Endpoint, QueryOf } from '#contract/kit/endpoint.ts'
import type { View } from './list.ts'
import { changeParams, queryOf, readParams, writeParams, type ListParams, type ListSpec } from './list-params.ts'
import { useViews, type Views } from './saved-views.ts'

type Change = Readonly<Record<string, string | readonly string[] | undefined>>

export interface ListState<E extends Endpoint> {
  spec: ListSpec & { endpoint: E }
  params: ListParams
  /** What the endpoint is asked for. */
  query: QueryOf<E>
  views: Views
  /** False while it is not known what the list opens with: nothing is asked for yet. */
  ready: boolean
  /** Changes the address; `typing` replaces the entry in the history instead of adding one. Undefined or empty removes a name. */
  change: (change: Change, how?: { typing?: boolean }) => void
  /** The address, from `?` on, that a change would lead to. */
  linkTo: (change: Change) => string
  /** The single value of a name, if the address has one. */
  get: (name: string) => string | undefined
}

/** The state of a list, which is the query string of its page. A bare address opens the person's default view, else the one used last. */
export const useListParams = <E extends Endpoint>({
  views: builtIn = [],
  ...given
}: Omit<ListSpec, 'endpoint' | 'views'> & { endpoint: E; views?: readonly View[] }): ListState<E> => {
  const [search, setSearch] = useSearchParams()
  const views = useViews(given, builtIn)
  const spec = { ...given, ...(builtIn.length > 0 && { views: builtIn.map(({ key }) => key) }) }
  const addressed = readParams(search, spec)
  const isBare = Object.keys(addressed).length === 0
  const first = views.all[0]
  const opens = isBare ? (views.opening ?? first) : undefined
  const opening = opens && (opens !== first || Object.keys(opens.params).length > 0) ? opens : undefined
  const params = opening ? { ...opening.params, view: opening.key } : addressed
  const address = writeParams(params, spec).toString()

  const isMissing = opening !== undefined
  useEffect(() => {
    if (isMissing) setSearch(address, { replace: true })
  }, [isMissing, address, setSearch])

  return {
    spec,
    params,
    query: queryOf(params, spec) as QueryOf<E>,
    views,
    ready: !isBare || views.ready,
    change: (change, { typing = false } = {}) =>
      setSearch((now) => writeParams(changeParams(readParams(now, spec), change, spec), spec), { replace: typing }),
    linkTo: (change) => `?${writeParams(changeParams(params, change, spec), spec).toString()}`,
    get: (name) => [params[name] ?? []].flat()[0],
  }
}
