import type { Socket } from 'node:net'
import { Client, type buildConnector } from 'undici'
import { connectChecked, dialDirectly, openResolver, type Dial, type Resolve, type Ways } from './checked-connection.ts'
import { openTurns, type TurnLimits } from './fetch-turns.ts'
import { targetOf, type Network, type Rules, type Target } from './public-address.ts'
import { Refusal, type RefusalCode } from './refusal.ts'
import { headersOf, readAnswer, type Answer, type FetchRequest } from './site-answer.ts'

export interface Redirect {
  status: number
  to: string
}

export interface Fetched {
  ok: true
  /** 200 to 299; 304 where the request had a condition. */
  status: number
  /** The address that answered, behind all redirects. */
  url: string
  redirects: readonly Redirect[]
  /** Word for word, to be sent back. */
  etag: string | null
  lastModified: string | null
  contentType: string | null
  cacheControl: string | null
  retryAfter: string | null
  /** Without their coding; empty with 304. */
  bytes: Buffer
  /** How many came over the wire. */
  wireBytes: number
}

export interface Refused {
  ok: false
  code: RefusalCode
  /** For people: nothing in it says what was connected to. */
  sentence: string
  /** The one that the site answered with, if it did. */
  status: number | null
  retryAfter: string | null
  /** As far as it came. */
  url: string
  redirects: readonly Redirect[]
}

export type FetchPublic = (url: string, request?: FetchRequest) => Promise<Fetched | Refused>

/** What happened, for the log. */
export interface FetchLine {
  url: string
  outcome: number | RefusalCode
  ms: number
  detail: unknown
}

export interface FetchLimits extends TurnLimits {
  connectMs: number
  headersMs: number
  idleMs: number
  allMs: number
  headerBytes: number
  wireBytes: number
  bytes: number
  redirects: number
}

export interface FetchOptions {
  /** How we call ourselves. */
  agent: string
  /** Networks that the operator opens. */
  also?: readonly Network[]
  /** Domains of this installation. */
  ours?: readonly string[]
  limits?: Partial<FetchLimits>
  resolve?: Resolve
  dial?: Dial
  certificates?: string[]
  log?: (line: FetchLine) => void
}

const MIB = 1024 * 1024
const LIMITS: FetchLimits = {
  connectMs: 5_000,
  headersMs: 10_000,
  idleMs: 10_000,
  allMs: 30_000,
  headerBytes: 16 * 1024,
  wireBytes: 8 * MIB,
  bytes: 16 * MIB,
  redirects: 5,
  atOnce: 24,
  toHost: 2,
  waiting: 200,
  waitMs: 60_000,
}
/**
 * The one way to an address that a tenant or a stranger named. Each address on the way keeps the rules, and what it answers is bounded in
 * time and bytes. It never throws for what a site does.
 */
export const openFetchPublic = (options: FetchOptions): FetchPublic => {
  const { agent, also = [], ours = [], resolve = openResolver(), dial = dialDirectly, certificates } = options
  const { log = () => undefined } = options
  const limits = { ...LIMITS, ...options.limits }
  const rules: Rules = { also, ours: ours.map((domain) => domain.toLowerCase()) }
  const ways: Ways = { resolve, dial, certificates }
  const inTurn = openTurns(limits)

  const answerTo = (request: FetchRequest, target: Target, allMs: number) =>
    answerOf(target, request, { agent, limits, rules, ways, allMs })

  return async (written, request = {}) => {
    const began = performance.now()
    const visit: Visit = { url: written, status: null, retryAfter: null, redirects: [] }
    const ended = (outcome: number | RefusalCode, detail?: unknown) =>
      log({ url: visit.url, outcome, ms: Math.round(performance.now() - began), detail })
    try {
      const fetched = await follow(written, request, visit)
      ended(fetched.status)
      return fetched
    } catch (error) {
      const { code, sentence, cause } = refusalOf(error)
      ended(code, cause)
      return { ok: false, code, sentence, ...visit }
    }
  }

  /** Goes from address to address until one answers; `visit` says how far it came. */
  async function follow(written: string, request: FetchRequest, visit: Visit): Promise<Fetched> {
    let target = targetOf(written, rules)
    let leftMs = limits.allMs
    const isSecure = target.url.protocol === 'https:'
    const seen = new Set<string>()
    for (;;) {
      const { url } = target
      visit.url = url.href
      visit.status = null
      visit.retryAfter = null
      seen.add(url.href)
      const answer = await inTurn(url.host, request.signal, async () => {
        const began = performance.now()
        const found = await answerTo(request, target, leftMs)
        leftMs = Math.max(1, leftMs - (performance.now() - began))
        return found
      })
      visit.status = answer.status
      visit.retryAfter = answer.header('retry-after')
      if (answer.refused) throw new Refusal(answer.refused)
      if (answer.leadsTo === null) return toFetched(answer, visit)
      if (visit.redirects.length >= limits.redirects) throw new Refusal('too_many_redirects')
      target = targetOf(answer.leadsTo, rules, url)
      visit.redirects.push({ status: answer.status, to: target.url.href })
      if (seen.has(target.url.href)) throw new Refusal('redirect_loop')
      if (isSecure && target.url.protocol === 'http:') throw new Refusal('insecure_redirect')
    }
  }
}

/** How far a request came. */
interface Visit {
  url: string
  status: number | null
  retryAfter: string | null
  redirects: Redirect[]
}

interface Given {
  agent: string
  limits: FetchLimits
  rules: Rules
  ways: Ways
  /** How long it may take from here on. */
  allMs: number
}

const toFetched = ({ status, header, bytes, wireBytes }: Answer, visit: Visit): Fetched => ({
  ok: true,
  status,
  url: visit.url,
  redirects: visit.redirects,
  etag: header('etag'),
  lastModified: header('last-modified'),
  contentType: header('content-type'),
  cacheControl: header('cache-control'),
  retryAfter: header('retry-after'),
  bytes,
  wireBytes,
})

/** What one address answers, on a connection of its own. */
const answerOf = async (target: Target, request: FetchRequest, given: Given): Promise<Answer> => {
  const { limits, rules, ways } = given
  const { url } = target
  const signal = either(request.signal, AbortSignal.timeout(Math.ceil(given.allMs)))
  const client = new Client(url.origin, {
    connect(_options, done) {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(limits.connectMs)])
      void connectChecked(target, rules, ways, inTime).then(...answering(done))
    },
    pipelining: 0,
    allowH2: false,
    maxHeaderSize: limits.headerBytes,
    maxResponseSize: limits.wireBytes,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.idleMs,
  })
  try {
    const response = await client.request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: headersOf(request, given.agent),
      signal,
    })
    // What is not read ends with the connection, and tells nobody.
    response.body.on('error', () => undefined)
    return await readAnswer(response, request, limits.bytes)
  } finally {
    await client.destroy().catch(() => undefined)
  }
}

/** What undici wants to be called, as a promise ends. */
const answering = (done: buildConnector.Callback) =>
  [(socket: Socket) => done(null, socket), (error: Error) => done(error, null)] as const

const either = (one: AbortSignal | undefined, other: AbortSignal) => (one ? AbortSignal.any([one, other]) : other)

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  if (!(error instanceof Error)) return new Refusal('broken_answer', error)
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return new Refusal('timeout', error)
  // One without a code is a mistake of ours.
  if (!('code' in error)) throw error
  return new Refusal(CODES[String(error.code)] ?? 'broken_answer', error)
}

const CODES: Record<string, RefusalCode> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too_large',
}
