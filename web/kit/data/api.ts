import { keepPreviousData, useInfiniteQuery, useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, Input, Pagination, QueryOf, Reply, RowOf } from '#contract/kit/endpoint.ts'
import { forgetPress, keyOfPress } from './idempotency-keys.ts'
import { randomId } from './random-id.ts'
import { queryClient } from './query-client.ts'
import { session, writable } from './session.ts'
import { useAwake } from '#web/kit/keys/visibility.ts'
import { toast, type ToastAction } from '#web/kit/feedback/toast.ts'
import { missingPermissionSentence, whyNotAction } from '#web/kit/feedback/why-not.ts'
import { callForFile } from './streams-and-files.ts'
import { ApiError, call, type CallOptions } from './transport.ts'
import { undoOf } from './undo.ts'

export { ApiError, call, callForFile }

/** A list is asked for by its address, or by a body of filters. */
export type ListEndpoint = Endpoint & ({ method: 'GET' } | { method: 'POST'; effect: 'read'; filters: true })
export interface Page<Row> {
  data: Row[]
  pagination: Pagination
}

/** The cache key of a call; its first part stands for every call of that endpoint. */
export const keyOf = (endpoint: Endpoint, input?: object) =>
  input === undefined ? [endpoint.path] : [endpoint.path, input]

/** A page of a list. The rows of the page before stay until the new ones are there. */
export const useList = <E extends ListEndpoint>(endpoint: E, query: QueryOf<E>, { enabled = true } = {}) =>
  useQuery({
    queryKey: keyOf(endpoint, { query }),
    queryFn: ({ signal }) => callForPage(endpoint, query, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** A page of a list, outside a component. */
export const callForPage = <E extends ListEndpoint>(endpoint: E, query: QueryOf<E>, options?: CallOptions) =>
  call(endpoint, (endpoint.filters ? { body: query } : { query }) as unknown as Input<E>, options) as Promise<
    Page<RowOf<E>>
  >

interface OneOptions {
  enabled?: boolean
  /** Milliseconds during which the answer counts as fresh. */
  staleTime?: number
  /** Shows the answer to the input before while the next one loads; for searches. */
  keepPrevious?: boolean
}

/** The answer of any reading call. */
export const useOne = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: OneOptions = {},
): UseQueryResult<Reply<E>> => {
  const awake = useAwake()
  const { keepPrevious, enabled = true, ...rest } = options
  return useQuery({
    ...queryFor(endpoint, input),
    ...rest,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    enabled: enabled && awake,
  })
}

const LOOK_EVERY_MS = 1_000

/** The answer of a reading call, asked again every second while `going` says that something goes on behind it. */
export const useWatched = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  going: (reply: Reply<E>) => boolean,
  enabled = true,
  every = LOOK_EVERY_MS,
): UseQueryResult<Reply<E>> =>
  useQuery({
    ...queryFor(endpoint, input),
    enabled,
    refetchInterval: ({ state }) => (state.data !== undefined && going(state.data) ? every : false),
  })

/** For `queryClient.prefetchQuery` and `useQueries`: the same key and call as `useOne`. */
export const queryFor = <E extends Endpoint>(endpoint: E, input: Input<E>) => ({
  queryKey: keyOf(endpoint, input),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
})

/** What is told newest first and goes on by `next`: the pages so far as one list, and the way to older ones. */
export const useOlder = <E extends ListEndpoint>(
  endpoint: E,
  input: Input<E>,
  { enabled = true, cursor = 'before' }: { enabled?: boolean; cursor?: Cursor } = {},
) => {
  const awake = useAwake()
  const answer = useInfiniteQuery({ ...olderFor(endpoint, input, cursor), enabled: enabled && awake })
  return { ...answer, rows: answer.data?.pages.flatMap(({ data }) => data) ?? [] }
}

/** For `queryClient.prefetchInfiniteQuery`: the same key and call as `useOlder`. */
export const olderFor = <E extends ListEndpoint>(endpoint: E, input: Input<E>, cursor: Cursor = 'before') => ({
  queryKey: keyOf(endpoint, { ...input, older: true }),
  queryFn: ({ pageParam, signal }: { pageParam: number | undefined; signal: AbortSignal }) => {
    const query = { ...Object(Object(input).query), ...(pageParam === undefined ? {} : { [cursor]: pageParam }) }
    return call(endpoint, { ...input, query } as Input<E>, { signal }) as Promise<Older<RowOf<E>>>
  },
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ next, cursor: from }: Older<RowOf<E>>) => next ?? from ?? undefined,
})

/** Where it goes on is called `next`, or `cursor` by calls of the seed. */
interface Older<Row> {
  data: Row[]
  next?: number | null
  cursor?: number | null
}

type Cursor = 'before' | 'after' | 'cursor'

/** Marks every cached answer of the endpoints as out of date; what is on screen is fetched again. */
export const refresh = (endpoints: Endpoint | readonly Endpoint[]) =>
  Promise.all([endpoints].flat().map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })))

// ── Actions ──────────────────────────────────────────────────────────────────

/** Marks a row that shows what was asked for, before the list was fetched again. No symbol: the cache of queries copies rows by their names. */
export const CHANGED = 'changed here, not fetched yet'

interface ActionOptions<E extends Endpoint> {
  /** What the toast says when it went well. */
  done?: string | ((reply: Reply<E>, input: Input<E>) => string)
  /** Lists and look-ups that are out of date afterwards. */
  refreshes?: Endpoint | readonly Endpoint[]
  /** What Undo on the toast does, where that is not to take the act back by its change set; false where nothing can. */
  undo?: false | ((reply: Reply<E>, input: Input<E>) => (() => void) | undefined)
  /** Shows the result at once in every cached page of `list`: the rows that `rows` picks take the change. The rows stay, dimmed, until the
   *  next fetch; a failure puts them back. */
  optimistic?: {
    list: Endpoint
    rows: (input: Input<E>) => readonly number[]
    change: (input: Input<E>, row: { id: number }) => object
  }
  /** What to do about a refusal, where the person can do something. */
  remedy?: (failure: ApiError, input: Input<E>) => ToastAction | undefined
  /** After success and before the toast. */
  then?: (reply: Reply<E>, input: Input<E>) => void
}

/** Runs it; a failure becomes a toast with Retry, and the answer is undefined. `follow` follows success, that of a Retry, too. */
type Run<E extends Endpoint> = (input: Input<E>, follow?: (reply: Reply<E>) => void) => Promise<Reply<E> | undefined>

export interface Action<E extends Endpoint> extends Run<E> {
  /** Runs it for a form: a failure is thrown, the form stays open and owns the error. */
  orThrow: (input: Input<E>) => Promise<Reply<E>>
  running: boolean
}

const READ_ONLY = 'Read-only until your company loads. Trying again.'

/** A call that changes something, with its toast, its Undo and what it puts out of date. */
export const useAction = <E extends Endpoint>(endpoint: E, options: ActionOptions<E> = {}): Action<E> => {
  const [inFlight, setInFlight] = useState(0)

  const orThrow = async (input: Input<E>) => {
    setInFlight((count) => count + 1)
    try {
      return await written(input)
    } finally {
      setInFlight((count) => count - 1)
    }
  }

  const written = async (input: Input<E>) => {
    if (session.get().readOnly && endpoint.effect === 'write' && !(await writable()))
      throw new ApiError(READ_ONLY, { status: 403, code: 'read_only' })
    const putBack = options.optimistic && showAtOnce(options.optimistic, input)
    try {
      const reply = await callOnce(endpoint, input)
      succeed(options, reply, input)
      return reply
    } catch (failure) {
      putBack?.()
      throw failure
    }
  }

  const run: Run<E> = async (input, follow) => {
    try {
      const reply = await orThrow(input)
      follow?.(reply)
      return reply
    } catch (failure) {
      const again = mayBeSentAgain(failure) ? () => void run(input, follow) : undefined
      const remedy = failure instanceof ApiError ? options.remedy?.(failure, input) : undefined
      if (!isTenantChange(failure))
        toast.failed(sentenceOf(failure, endpoint.failure), { retry: again, action: remedy ?? whyNotAction(failure) })
      return undefined
    }
  }

  return Object.assign(run, { orThrow, running: inFlight > 0 })
}

/** A write that, sent again before it was answered, is the same act. */
export const callOnce = async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply<E>> => {
  const press = JSON.stringify([endpoint.method, endpoint.path, input], shortened)
  try {
    const reply = await call(endpoint, input, { idempotencyKey: keyOfPress(press) })
    forgetPress(press)
    return reply
  } catch (failure) {
    if (!mayBeSentAgain(failure)) forgetPress(press)
    throw failure
  }
}

/** Of the bytes of a file, which they are. */
const shortened = (_name: string, value: unknown) => (value instanceof Uint8Array ? fileId(value) : value)
const fileIds = new WeakMap<Uint8Array, string>()
const fileId = (bytes: Uint8Array) => {
  const id = fileIds.get(bytes) ?? randomId()
  fileIds.set(bytes, id)
  return id
}

/** Whether it was put off or its answer was lost; otherwise it was refused. */
export const mayBeSentAgain = (failure: unknown) => failure instanceof ApiError && failure.canRetry

/** The sentence to show for whatever was thrown. */
export const sentenceOf = (failure: unknown, otherwise = 'An unexpected error occurred') =>
  failure instanceof ApiError ? (missingPermissionSentence(failure) ?? failure.message) : otherwise

const isTenantChange = (failure: unknown) => failure instanceof ApiError && failure.code === 'company_changed'

const succeed = <E extends Endpoint>(
  { done, refreshes, undo, then }: ActionOptions<E>,
  reply: Reply<E>,
  input: Input<E>,
) => {
  then?.(reply, input)
  if (refreshes) void refresh(refreshes)
  const text = typeof done === 'function' ? done(reply, input) : done
  if (text) toast.done(text, { undo: undo === false ? undefined : (undo?.(reply, input) ?? undoOf(Object(reply))) })
}

/** Answers what puts the rows back: each that still shows this very change; what has been fetched or changed since stays. */
export const showAtOnce = <E extends Endpoint>(
  { list, rows, change }: NonNullable<ActionOptions<E>['optimistic']>,
  input: Input<E>,
) => {
  const ids = new Set(rows(input))
  const mark = Symbol('change')
  const before = queryClient.getQueriesData<ShownPage>({ queryKey: keyOf(list) })
  for (const [key] of before)
    changeRows(
      key,
      ({ id }) => ids.has(id),
      (row) => ({ ...row, ...change(input, row), [CHANGED]: mark }),
    )
  return () => {
    for (const [key, page] of before)
      changeRows(
        key,
        (row) => row[CHANGED] === mark,
        (row) => page?.data.find(({ id }) => id === row.id) ?? row,
      )
  }
}

interface ShownRow {
  id: number
  [CHANGED]?: unknown
}
type ShownPage = Page<ShownRow>

/** A page without such rows is left alone: it is no newer than it was. */
const changeRows = (key: QueryKey, such: (row: ShownRow) => boolean, to: (row: ShownRow) => ShownRow) =>
  queryClient.setQueryData<ShownPage>(key, (page) =>
    Array.isArray(page?.data) && page.data.some(such)
      ? { ...page, data: page.data.map((row) => (such(row) ? to(row) : row)) }
      : undefined,
  )
