import { monitorEventLoopDelay } from 'node:perf_hooks'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { bodyLimitOf } from './body-limit.ts'
import { UserError } from './errors.ts'
import { wantsPage } from './static.ts'

/** Nothing protects until it is set: time-outs and sizes of the connection itself. */
export const CONNECTION_LIMITS = {
  /** For what is no call; each call has a limit of its own. */
  bodyLimit: 16 * 1024,
  /** For a request to arrive whole. */
  requestTimeout: 30_000,
  /** Without a byte in either direction; a stream of events says something more often than that. */
  connectionTimeout: 60_000,
  keepAliveTimeout: 72_000,
  maxRequestsPerSocket: 1_000,
  http: {
    headersTimeout: 10_000,
    // Node looks for slow senders only this often.
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16 * 1024,
  },
} as const

const MAX_CONNECTIONS = 4_000
/** How often one address may make a call without a session in a minute. */
const PUBLIC_PER_MINUTE = 1_200

/**
 * Sheds load before everybody waits: what cannot be served soon is refused at once, with a time to come back. `lateMs`: how
 * late the process may come to what is due.
 */
export const protectServer = async (app: FastifyInstance, lateMs: number) => {
  app.server.maxConnections = MAX_CONNECTIONS
  await app.register(underPressure, { maxRssBytes: 1024 ** 3, pressureHandler: shed, ...watchLoop(app, lateMs) })
  await app.register(rateLimit, {
    global: false,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: () => new UserError(429, 'Too many requests. Wait a moment and try again.'),
  })
  app.addHook('onRequest', async (request) => checkContentType(request))
  readJson(app)
}

/** The web app itself is let through: it costs next to nothing, and a page that is refused a part of its code breaks. */
const shed = async (request: FastifyRequest) => {
  if (!request.routeOptions.config.partOfWebApp && !wantsPage(request)) throw new Overloaded()
}

class Overloaded extends Error {
  readonly statusCode = 503
}

const LOOKS_EVERY_MS = 500

/** Whether the process keeps up: one long pause is no overload, being late again and again is. */
const watchLoop = (app: FastifyInstance, lateMs: number) => {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  // Only who listens has a load to shed; starting up is allowed to take its time.
  app.addHook('onListen', async () => void delays.enable())
  app.addHook('onClose', async () => void delays.disable())
  let late = 0
  const healthCheck = async () => {
    late = delays.mean / 1e6 > lateMs ? late + 1 : 0
    delays.reset()
    return late < 2
  }
  return { healthCheck, healthCheckInterval: LOOKS_EVERY_MS }
}

/** The limits of one call: the contract's own, else those of its kind. */
export const routeLimits = (endpoint: Endpoint) => {
  const calls = endpoint.perMinute ?? (endpoint.permission === 'public' ? PUBLIC_PER_MINUTE : undefined)
  return {
    bodyLimit: bodyLimitOf(endpoint),
    rateLimit: calls === undefined ? (false as const) : { max: calls, timeWindow: 60_000 },
  }
}

const JSON_TYPE = /^application\/json(; ?charset=utf-8)?$/i
const BYTES_TYPE = /^application\/octet-stream$/

/**
 * JSON, said once and plainly, is all that a body can be, and bytes where a call takes part of a file: what a browser may
 * send to another site without asking (text, forms) and every clever spelling is refused before anything is read.
 */
const checkContentType = (request: FastifyRequest) => {
  const { headers, method, raw } = request
  const { endpoint } = request.routeOptions.config
  if (headers['content-encoding'] !== undefined) throw unsupported(endpoint)
  const type = headers['content-type']
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (type === undefined) {
    if (hasBody || (method !== 'GET' && method !== 'HEAD' && (endpoint?.body ?? endpoint?.bytes)))
      throw unsupported(endpoint)
    return
  }
  const times = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'content-type').length
  if (times > 1 || !(endpoint?.bytes ? BYTES_TYPE : JSON_TYPE).test(type)) throw unsupported(endpoint)
}

const unsupported = (endpoint: Endpoint | undefined) =>
  new UserError(
    415,
    endpoint?.bytes
      ? 'Send the bytes as they are: Content-Type must be application/octet-stream.'
      : 'Send JSON: Content-Type must be application/json.',
  )

/** Strict about what JSON is, lenient about none at all: a call without a body may say that it would be JSON. */
const readJson = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = decoder.decode(body)
    } catch {
      return done(new UserError(400, 'The request is not understood: its text is not UTF-8.'))
    }
    return parse(request, text, done)
  })
}
