import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Failure } from '#contract/kit/endpoint.ts'
import { OutcomeUnknown } from '#server/db/transaction.ts'
import { sqlState, UserError, type FieldError } from './errors.ts'

/** The one place where an error becomes an answer. What went wrong inside is logged here and said nowhere else. */
export const answerError = (thrown: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
  const body = failureOf(thrown, request, reply)
  return reply.type('application/json; charset=utf-8').send(body)
}

/** What an answer says of an error; its status and headers are set. */
export const failureOf = (thrown: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): Failure => {
  // Anything can be thrown, whatever the type says.
  const error = thrown instanceof Error ? thrown : new Error('Something that is no error was thrown')
  const { status, retryAfter, ...failure } = describe(error)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) void reply.header('retry-after', String(retryAfter))
  void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  const errors = failure.errors?.map(asCalled(request.routeOptions?.config.endpoint?.wire))
  const message =
    status === 413 && !(error instanceof UserError) ? tooLarge(request.routeOptions?.bodyLimit) : failure.message
  void reply.code(status)
  return { success: false, ...failure, message, ...(errors ? { errors } : {}), request_id: request.id }
}

const tooLarge = (bytes = 0) => `This is too large to send. Send at most ${Math.floor(bytes / 1024)} KiB.`

/** A field by the name under which it was sent. */
const asCalled =
  (wire: Endpoint['wire'] = {}) =>
  ({ field, message }: FieldError): FieldError => ({ field: wire[field] ?? field, message })

/** Keeps the list of all routes, and answers where there is none: 405 with the methods that the path does have. */
export const answerUnknown = (app: FastifyInstance) => {
  const table: RouteRow[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat())
      table.push({ method: each, url, documented: config?.endpoint !== undefined, pattern: patternOf(url) })
  })
  app.decorate('routeTable', table)
  // `/departments/` without an id is another address than `/departments/:id`, whatever the router says.
  app.addHook('onRequest', (request, reply, next) =>
    Object.values(Object(request.params)).includes('') ? reply.callNotFound() : next(),
  )
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split(/[?#]/, 1)
    const allowed = [...new Set(table.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
    if (allowed.length === 0)
      return answerError(new UserError(404, 'There is nothing at this address.'), request, reply)
    void reply.header('allow', allowed.join(', '))
    return answerError(
      new UserError(405, 'This method is not allowed here.', { code: 'method_not_allowed' }),
      request,
      reply,
    )
  })
}

export interface RouteRow {
  method: string
  url: string
  /** Whether it is a call of the contract. */
  documented: boolean
  pattern: RegExp
}

const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replace(/:\w+/g, '[^/]+')}$`,
  )

/** For what is no request at all, or never became one: there is no reply object, only a socket to answer and close. */
export const answerBrokenRequest = (error: Error & { code?: string }, socket: Socket) => {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const code = CODES[status] ?? 'bad_request'
  const body: Failure = {
    success: false,
    message: MESSAGES[status] ?? 'The request is malformed.',
    code,
    request_id: randomUUID(),
  }
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}

type Described = Omit<Failure, 'success' | 'request_id'> & { status: number; retryAfter?: number }

const describe = (error: Error): Described => {
  if (error instanceof UserError) {
    const { status, message, code, errors, details } = error
    return {
      status,
      message,
      code,
      ...(errors ? { errors: [...errors] } : {}),
      ...(details ? { details } : {}),
      ...(status === 503 ? { retryAfter: 2 } : {}),
    }
  }
  if (error instanceof OutcomeUnknown)
    return {
      status: 503,
      code: 'outcome_unknown',
      message: 'We couldn’t confirm that this was saved. Try again: it won’t be done twice.',
      retryAfter: 1,
    }
  // The schema knows whole numbers, the column their size: nobody has an id that does not fit.
  if (sqlState(error) === '22003')
    return { status: 400, code: 'bad_request', message: 'A number in the request is too large.' }
  if (sqlState(error) === '53100')
    return {
      status: 507,
      code: 'no_room',
      message: 'Nothing was saved because the server’s disk is full. Tell your administrator, then try again later.',
      retryAfter: 30,
    }
  if (isBusy(error))
    return {
      status: 503,
      code: 'unavailable',
      message: 'The server is busy. Try again in a few seconds.',
      retryAfter: 1,
    }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (status === 503 || status === 429)
    return {
      status,
      code: CODES[status] ?? 'unavailable',
      message: MESSAGES[status] ?? 'Try again in a few seconds.',
      retryAfter: 1,
    }
  if (status >= 400 && status < 500)
    return {
      status,
      code: CODES[status] ?? 'bad_request',
      message: MESSAGES[status] ?? `${STATUS_CODES[status] ?? 'Refused'}.`,
    }
  return {
    status: 500,
    code: 'internal',
    message: 'Something went wrong on our side. Try again, or send us the request id.',
  }
}

const CODES: Record<number, string> = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  431: 'too_large',
  503: 'unavailable',
}
const MESSAGES: Record<number, string> = {
  400: 'The request is malformed.',
  404: 'There is nothing at this address.',
  408: 'Request timeout: The server is taking too long to respond.',
  415: 'Send JSON: Content-Type must be application/json.',
  429: 'Too many requests. Wait a few seconds and try again.',
  431: 'The headers of this request are too large.',
  503: 'The server is busy. Try again in a few seconds.',
}

/** Statement or lock time-out, deadlock, a server that is starting, stopping or gone, no connection in time, no file to be opened. */
const BUSY_STATES = /^(57014|55P03|40001|40P01|53\d{3}|08\w{3}|57P0\d|25P03|25006)$/
const BUSY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EMFILE', 'ENFILE'])
const BUSY_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Client was closed/

const isBusy = (error: Error) => {
  const state = sqlState(error)
  const code = 'code' in error ? String(error.code) : ''
  return (state !== undefined && BUSY_STATES.test(state)) || BUSY_CODES.has(code) || BUSY_MESSAGES.test(error.message)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the server, for 405 and for the test that none is untested. */
    routeTable: readonly RouteRow[]
  }
}
