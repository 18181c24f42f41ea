import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { addressBlock } from './address.ts'
import { bodyLimitOf } from './body-limit.ts'
import { UserError } from './errors.ts'
import { isFormType } from './form.ts'
import { isAllOptional } from './input.ts'
import { limited, openLimit } from './rate.ts'

/** What a body may be where no call says so; each call has a limit of its own. */
export const MOST_BODY = 16 * 1024
/** How often one address may make a call without a session in a minute. */
const PUBLIC_PER_MINUTE = 1_200

/** Refuses what no call may look like. */
export const protectServer = (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    checkHost(request, reply)
    checkContentType(request)
    done()
  })
  readJson(app)
}

/** A server in front may go by another Host than we do, where there are two. */
const checkHost = ({ raw }: FastifyRequest, reply: FastifyReply) => {
  if (isOneHost(raw) || (raw.httpVersion !== '1.1' && timesSent(raw, 'host') === 0)) return
  void reply.header('connection', 'close')
  throw new UserError(400, 'The request must have one Host header, and no more than one.')
}

export const isOneHost = (request: IncomingMessage) => timesSent(request, 'host') === 1

const timesSent = ({ rawHeaders }: IncomingMessage, name: string) => {
  let times = 0
  // Names and values, in turn.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at]
    if (sent?.length === name.length && sent.toLowerCase() === name) times += 1
  }
  return times
}

/** The limits of one call: the contract's own, else those of its kind. */
export const routeLimits = (endpoint: Endpoint) => {
  const calls = endpoint.perMinute ?? (endpoint.permission === 'public' ? PUBLIC_PER_MINUTE : undefined)
  return { bodyLimit: bodyLimitOf(endpoint), ...(calls === undefined ? {} : { onRequest: limitedByAddress(calls) }) }
}

const limitedByAddress = (calls: number) => {
  const limit = openLimit(calls)
  return async (request: FastifyRequest, reply: FastifyReply) => limited(limit, addressBlock(request.ip), reply)
}

const JSON_TYPE = /^application\/json(; ?charset=utf-8)?$/i
const BYTES_TYPE = /^application\/octet-stream$/
const PARTS_TYPE = /^multipart\/form-data; ?boundary=("?)[\w'()+,./:=?-]{1,70}\1$/i

/**
 * JSON, said once and plainly, is all that a body can be, and bytes where a call takes part of a file, and parts where it takes a file
 * beside its body, and a form where the contract says so: what a browser may
 * send to another site without asking (text, forms) and every clever spelling is refused before anything is read.
 */
const checkContentType = (request: FastifyRequest) => {
  const { headers, method, raw } = request
  const { endpoint, takesForm } = request.routeOptions.config
  // What a page without a script sends, and what mail programs send to unsubscribe: no session is behind either.
  if (takesForm) return
  if (headers['content-encoding'] !== undefined) throw unsupported(endpoint)
  const type = headers['content-type']
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (type === undefined) {
    if (hasBody || (method !== 'GET' && method !== 'HEAD' && endpoint && mustSay(endpoint))) throw unsupported(endpoint)
    return
  }
  const isTaken =
    (endpoint?.bytes ? BYTES_TYPE : JSON_TYPE).test(type) ||
    endpoint?.bytes === type ||
    (endpoint?.multipart !== undefined && PARTS_TYPE.test(type)) ||
    (endpoint?.form === true && isFormType(type))
  if (timesSent(raw, 'content-type') > 1 || !isTaken) throw unsupported(endpoint)
}

const mustSay = ({ body, bytes }: Endpoint) => bytes !== undefined || (body !== undefined && !isAllOptional(body))

const unsupported = (endpoint: Endpoint | undefined) =>
  new UserError(
    415,
    endpoint?.bytes
      ? 'Send the bytes as they are: Content-Type must be application/octet-stream.'
      : endpoint?.multipart !== undefined
        ? 'Send parts or JSON: Content-Type must be multipart/form-data with its boundary, or application/json.'
        : 'Send JSON: Content-Type must be application/json.',
  )

const tooLarge = (bytes: number) =>
  new UserError(413, `This is too large to send. Send at most ${Math.floor(bytes / 1024)} KiB.`)

/** Strict about what JSON is, lenient about none at all: a call without a body may say that it would be JSON. */
const readJson = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(['application/octet-stream', 'message/rfc822'], { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  )
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    const { jsonLimit = Infinity } = request.routeOptions.config
    if (body.length > jsonLimit) return done(tooLarge(jsonLimit))
    let text: string
    try {
      text = decoder.decode(body)
    } catch {
      return done(new UserError(400, 'The request is malformed: its text is not UTF-8.'))
    }
    return parse(request, text, done)
  })
}
