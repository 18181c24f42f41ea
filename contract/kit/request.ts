import type { Endpoint, Input, SentFile } from './endpoint.ts'

/** What to send for an endpoint and its input: the browser and the tests use this one function. */
export const toRequest = <E extends Endpoint>(endpoint: E, input: Input<E>) => {
  const { params, query }: Parts = input
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(Object(params)[name])))
  const search = toSearch(query, endpoint.wire)
  return { method: endpoint.method, url: search ? `${path}?${search}` : path, ...bodyOf(endpoint, input) }
}

interface Parts {
  params?: object
  query?: object
  body?: object
  bytes?: Uint8Array<ArrayBuffer>
  file?: SentFile | undefined
}

/** The body, if there is one, and the headers that say what it is; of parts that is said by whoever puts them together. */
const bodyOf = (endpoint: Endpoint, { body, bytes, file }: Parts) => {
  if (endpoint.bytes) return { body: bytes, headers: { 'content-type': 'application/octet-stream' } }
  if (endpoint.multipart !== undefined) return { body: toParts(endpoint.multipart, body, file), headers: {} }
  if (endpoint.body) return { body: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } }
  return { body: undefined, headers: {} }
}

/** Each value as a text: a list or an object as JSON, null as an empty one. */
const toParts = (fileName: string, body: object = {}, file?: SentFile) => {
  const parts = new FormData()
  for (const [name, value] of Object.entries(body)) if (value !== undefined) parts.append(name, toText(value))
  if (file) parts.append(fileName, new Blob([file.bytes]), file.name)
  return parts
}

const toText = (value: unknown) => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value))

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
