import type { Endpoint, Failure, Input, Reply } from '#contract/kit/endpoint.ts'
import { fromReply, toRequest } from '#contract/kit/request.ts'
import { access, BROWSER_API_KEY } from '#contract/portal/access.ts'
import { session as portal } from '#contract/portal/session.ts'
import { randomId } from './random-id.ts'
import { followed } from './reach.ts'
import { fetchInView } from './fetch-in-view.ts'
import {
  accessToken,
  companySessionId,
  keepAccessToken,
  reloadOnce,
  session,
  tenantChange,
  updateSession,
} from './session.ts'

const NETWORK_ERROR = 'Network error: Unable to reach server. Please check your internet connection.'
const TIMEOUT_ERROR = 'Request timeout: The server is taking too long to respond.'
const FORMAT_ERROR = 'Unknown response format'

/** A call that was refused or that failed. `message` is a sentence for the person; status 0 means that no answer came. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly errors: NonNullable<Failure['errors']>
  readonly details: Record<string, unknown>
  readonly request_id: string | undefined
  /** The whole of the answer. */
  readonly said: object

  constructor(
    message: string,
    {
      status,
      code,
      errors,
      details,
      request_id,
      said,
    }: { status: number; said?: object } & Partial<Omit<Failure, 'message' | 'success'>>,
  ) {
    super(message)
    this.status = status
    this.code = code ?? 'unknown'
    this.errors = errors ?? []
    this.details = details ?? {}
    this.request_id = request_id
    this.said = said ?? {}
  }

  /** Whether sending the same again may work: nothing in the request itself was wrong. */
  get canRetry() {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

export interface CallOptions {
  /** Made when the button is pressed and kept for its retries; one is made for a write that brings none. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Told how much of a large body has been sent, from 0 to 1. */
  onSent?: (part: number) => void
  /** Signing in and out: no refresh, no company. */
  bare?: boolean
}

/** Calls an endpoint of the contract; the one way out of the browser. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Reply<E>> => {
  const idempotencyKey = endpoint.effect === 'write' ? (options.idempotencyKey ?? randomId()) : undefined
  const attempt = () => send(endpoint, input, { ...options, idempotencyKey })

  const usedToken = accessToken()
  const first =
    usedToken === undefined && needsToken(endpoint, options) && (await refresh(usedToken))
      ? await attempt()
      : await attempt()
  if (first.status !== 401 || options.bare) return replyOrThrow(endpoint, first)

  if (await refresh(usedToken)) return replyOrThrow(endpoint, await attempt())
  if (accessToken() === undefined && /current-user|verify/.test(endpoint.path)) reloadOnce()
  return replyOrThrow(endpoint, first)
}

const needsToken = (endpoint: Endpoint, options: CallOptions) => endpoint.permission !== 'public' && !options.bare

interface Answer {
  status: number
  body: unknown
  changeSet?: string | null
}

const changeSets = new WeakMap<object, string>()

/** The change set of what a call did, by its reply or the data in it: what Undo takes back. Undefined when nothing was changed. */
export const changeSetOf = (reply: object): string | undefined => changeSets.get(reply)

const send = async <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  {
    idempotencyKey,
    signal,
    onSent,
    bare,
  }: Omit<CallOptions, 'idempotencyKey'> & { idempotencyKey: string | undefined },
): Promise<Answer> => {
  if (!bare) await untilSamePerson()
  const { method, url, body, headers: ofBody } = toRequest(endpoint, input)
  const timeout = AbortSignal.timeout(endpoint.timeout)
  const headers = headersOf(bare)
  for (const [name, value] of Object.entries(ofBody)) headers.set(name, value)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  if (endpoint.path === access.permissions.path) headers.set('x-api-key', permissionsApiKey())
  try {
    const request = {
      method,
      headers,
      body: body ?? null,
      credentials: 'include',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    } as const
    const response = await (onSent ? fetchInView(url, request, onSent) : followed(fetch(url, request)))
    const changeSet = response.headers.get('x-change-set')
    return { ...(await readAnswer(response)), changeSet }
  } catch (failure) {
    if (signal?.aborted) throw failure
    if (timeout.aborted) throw new ApiError(TIMEOUT_ERROR, { status: 0, code: 'timeout' })
    throw unreached()
  }
}

/**
 * Whoever signs in beside this tab gets its cookies, too: it goes on with them where that is the person it was drawn for. Else nothing
 * that it shows, or has been told to do, is theirs: it begins anew, and what waits for this never comes back.
 */
export const untilSamePerson = async () => {
  const [code, token, { sessionCode, user }] = [companySessionId(), accessToken(), session.get()]
  if (code === undefined || token === undefined || sessionCode === undefined || code === sessionCode) return
  const profile = await call(portal.verify, { body: { token } }, { bare: true }).catch((failure: ApiError) => {
    // It has expired: the call itself gets another one, and then asks again.
    if (failure.status === 401) return undefined
    throw failure
  })
  if (!profile) return
  if (profile.user_id === user?.id && !user.viewOnly) return updateSession({ sessionCode: code })
  location.reload()
  await new Promise<never>(() => undefined)
}

/** Who asks, and the company that the tab was drawn for. */
export const headersOf = (bare = false) => {
  const headers = new Headers({ accept: 'application/json' })
  const token = accessToken()
  const { companyId } = session.get()
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (companyId !== undefined && !bare) headers.set('x-company-id', companyId)
  return headers
}

/** It ships in the browser, so it names the caller and opens nothing; a server with another key says so in the page. */
const permissionsApiKey = () =>
  document.querySelector<HTMLMetaElement>('meta[name=permissions-key]')?.content || BROWSER_API_KEY

export const unreached = () => new ApiError(NETWORK_ERROR, { status: 0, code: 'network' })

export const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: parse(await response.text()),
})

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The reply of a call that went well; anything else is thrown. */
export const replyOrThrow = <E extends Endpoint>(endpoint: E, { status, body, changeSet = null }: Answer): Reply<E> => {
  const answer = (typeof body === 'object' && body !== null ? body : {}) as Partial<Omit<Failure, 'success'>> & {
    success?: unknown
  }
  if (status >= 200 && status < 300 && body !== undefined && !refused(answer.success)) {
    const reply = fromReply(endpoint, body)
    if (changeSet !== null)
      for (const part of [Object(reply), Object(Object(reply).data)]) changeSets.set(part, changeSet)
    return reply as Reply<E>
  }
  const wellMeant = status >= 200 && status < 300
  const sentence = wellMeant && body === undefined ? FORMAT_ERROR : endpoint.failure
  const failure = new ApiError(answer.message || sentence, {
    ...answer,
    status: wellMeant ? 502 : status,
    said: answer,
  })
  if (failure.status === 409 && failure.code === 'company_changed') void tellTenantChange(failure)
  throw failure
}

/** Replies without the flag are fine: the parent app's calls have none. */
const refused = (success: unknown) => success !== undefined && success !== true && success !== 1

// ── One refresh for everybody ────────────────────────────────────────────────

let refreshing: Promise<boolean> | undefined

/**
 * Gets a new access token; callers that come meanwhile, in this tab or another, share it. False when the session is over; throws where
 * that is not known, since the server could not be asked.
 */
export const refresh = (usedToken: string | undefined): Promise<boolean> => {
  refreshing ??= acrossTabs(() => refreshUnlessDone(usedToken)).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

const acrossTabs = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('leadroom.refresh', work) : work()

const refreshUnlessDone = async (usedToken: string | undefined) => {
  const now = accessToken()
  if (now !== undefined && now !== usedToken) return true
  try {
    const { token } = await call(portal.refresh, {}, { bare: true })
    if (accessToken() === now) keepAccessToken(token)
    return true
  } catch (failure) {
    if (failure instanceof ApiError && failure.canRetry) throw failure
    return false
  }
}

/** The names are not always in the refusal; the present token's profile has the new one. */
const tellTenantChange = async (failure: ApiError) => {
  if (tenantChange.get()) return
  const { user } = session.get()
  const named = failure.details['new_company_name']
  const newName = typeof named === 'string' ? named : await presentCompany()
  tenantChange.set({
    user_name: user?.name ?? 'there',
    old_company_name: user?.company_name ?? 'your company',
    new_company_name: newName ?? 'another company',
  })
}

const presentCompany = async () => {
  const token = accessToken()
  if (token === undefined) return undefined
  return call(portal.verify, { body: { token } }, { bare: true }).then(
    (profile) => profile.company_name,
    () => undefined,
  )
}
