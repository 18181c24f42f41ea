import { useSearchParams } from 'react-router'
import type { Endpoint, QueryOf } from '#contract/kit/endpoint.ts'
import { changeParams, queryOf, readParams, writeParams, type ListParams, type ListSpec } from './list-params.ts'

export interface ListState<E extends Endpoint> {
  spec: Omit<ListSpec, 'endpoint'> & { endpoint: E }
  params: ListParams
  /** What the endpoint is asked for. */
  query: QueryOf<E>
  /** Changes the address; `typing` replaces the entry in the history instead of adding one. Undefined or empty removes a name. */
  change: (change: Readonly<Record<string, string | readonly string[] | undefined>>, how?: { typing?: boolean }) => void
  /** The address, from `?` on, that a change would lead to. */
  linkTo: (change: Readonly<Record<string, string | readonly string[] | undefined>>) => string
  /** The single value of a name, if the address has one. */
  get: (name: string) => string | undefined
}

/** The state of a list, which is the query string of its page. */
export const useListParams = <E extends Endpoint>(spec: Omit<ListSpec, 'endpoint'> & { endpoint: E }): ListState<E> => {
  const [search, setSearch] = useSearchParams()
  const params = readParams(search, spec)
  return {
    spec,
    params,
    query: queryOf(params, spec) as QueryOf<E>,
    change: (change, { typing = false } = {}) =>
      setSearch((now) => writeParams(changeParams(readParams(now, spec), change, spec), spec), { replace: typing }),
    linkTo: (change) => `?${writeParams(changeParams(params, change, spec), spec).toString()}`,
    get: (name) => [params[name] ?? []].flat()[0],
  }
}
