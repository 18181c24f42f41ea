import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { Endpoint, QueryOf } from '#contract/kit/endpoint.ts'
import { isSort } from '#contract/kit/sorts.ts'
import { savedViews } from '#contract/platform/saved-views.ts'
import { useAction } from '#web/kit/data/api.ts'
import { session } from '#web/kit/data/session.ts'
import type { View } from './list.ts'
import { changeParams, queryOf, readParams, writeParams, type ListParams, type ListSpec } from './list-params.ts'
import { screenOf, showPreference, usePreference, useViews, type Views } from './saved-views.ts'

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
  /** The order that the person gave this list: its views take it where they have none of their own. */
  remembered: ListParams
}

/** The state of a list, which is the query string of its page. A bare address opens the person's default view, else the one used last. */
export const useListParams = <E extends Endpoint>({
  views: builtIn = [],
  remembersOrder = false,
  ...given
}: Omit<ListSpec, 'endpoint' | 'views'> & {
  endpoint: E
  views?: readonly View[]
  /** Whether a changed order is the person's from then on. Addresses that say more than the list keep the list's own. */
  remembersOrder?: boolean
}): ListState<E> => {
  const [search, setSearch] = useSearchParams()
  const order = useRememberedOrder(given, remembersOrder)
  const views = useViews(given, builtIn)
  const spec = { ...given, ...(builtIn.length > 0 && { views: builtIn.map(({ key }) => key) }) }
  const addressed = readParams(search, spec)
  const isBare = Object.keys(addressed).length === 0
  const first = views.all[0]
  const opens = isBare ? (views.opening ?? first) : undefined
  const opening =
    opens && (opens !== first || Object.keys({ ...order.remembered, ...opens.params }).length > 0) ? opens : undefined
  const params = opening ? { ...order.remembered, ...opening.params, view: opening.key } : addressed
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
    change: (change, { typing = false } = {}) => {
      setSearch((now) => writeParams(changeParams(readParams(now, spec), change, spec), spec), { replace: typing })
      if ('sort' in change) order.remember(change)
    },
    linkTo: (change) => `?${writeParams(changeParams(params, change, spec), spec).toString()}`,
    get: (name) => [params[name] ?? []].flat()[0],
    remembered: order.remembered,
  }
}

/** The order that the person has given a list, and the way to give it another one; the list's own is none. */
const useRememberedOrder = (spec: Omit<ListSpec, 'views'>, isOn: boolean) => {
  const screen = screenOf(spec.endpoint)
  const preference = usePreference(screen)
  const prefer = useAction(savedViews.prefer, { refreshes: savedViews.list })
  const { sort, order } = preference ?? {}
  const known = isOn && sort && order && isSort(spec.sorts, sort)
  return {
    remembered: known ? { sort, order } : NO_ORDER,
    remember: ({ sort, order }: Change) => {
      if (!isOn || session.get().user?.viewOnly) return
      const isOwn = sort === undefined || (sort === spec.defaultSort?.sort && order === spec.defaultSort?.order)
      const next = isOwn ? NONE : { sort: String(sort), order: order === 'desc' ? ('desc' as const) : ('asc' as const) }
      showPreference(screen, next)
      void prefer({ body: { screen, ...next } })
    },
  }
}
const NO_ORDER: ListParams = {}
const NONE = { sort: null, order: null }
