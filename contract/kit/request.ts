import type { Endpoint, Input } from './endpoint.ts'

/** What to send for an endpoint and its input: the browser and the tests use this one function. */
export const toRequest = <E extends Endpoint>(endpoint: E, input: Input<E>) => {
  const { params, query, body, bytes }: Parts = input
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(Object(params)[name])))
  const search = toSearch(query, endpoint.wire)
  return {
    method: endpoint.method,
    url: search ? `${path}?${search}` : path,
    body: endpoint.bytes ? bytes : endpoint.body ? JSON.stringify(body ?? {}) : undefined,
    type: endpoint.bytes ? 'application/octet-stream' : 'application/json',
  }
}

interface Parts {
  params?: object
  query?: object
  body?: object
  bytes?: Uint8Array<ArrayBuffer>
}

/** Query names as the wire spells them; absent and empty values left out; a list repeats its key. */
export const toSearch = (query: object = {}, wire: Endpoint['wire'] = {}) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== '') search.append(wire[name] ?? name, String(one))
  return search.toString()
}

/** An answer with its paging under the canonical names, whatever the wire calls them. */
export const fromReply = (endpoint: Endpoint, answer: unknown): unknown => {
  if (isRecord(answer) && typeof answer['totalFilteredCount'] === 'number') return withPagination(answer)
  const pageName = endpoint.wire?.['page']
  if (pageName === undefined || !isRecord(answer) || !isRecord(answer['pagination'])) return answer
  const { [pageName]: page, ...rest } = answer['pagination']
  return { ...answer, pagination: { page, ...rest } }
}

/** The sales dashboard says its paging beside the rows. */
const withPagination = (answer: Record<string, unknown>) => {
  const [page, pageSize, total] = ['page', 'size', 'totalFilteredCount'].map((name) => Number(answer[name]))
  const totalPages = Math.max(1, Math.ceil((total ?? 0) / (pageSize || 1)))
  return { ...answer, pagination: { page, pageSize, total, totalPages } }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
