import { randomUUID } from 'node:crypto'
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  ServerResponse,
} from 'node:http'
import type { FastifyInstance } from 'fastify'
import { addressBlock, askerOf } from './address.ts'
import { isOneHost } from './limits.ts'
import type { AnswerLog } from './logs.ts'
import type { Holds } from './per-address.ts'

/** An answer that is there to the byte. */
export interface Ready {
  status: number
  headers: Readonly<Record<string, string>>
  body?: Buffer
  /** As the log tells it. */
  route: string
}

/** The same object each time, for as long as the same is to be sent. */
export type FindReady = (url: string, headers: IncomingHttpHeaders) => Ready | undefined

interface Border {
  /** What every answer carries. */
  always: OutgoingHttpHeaders
  /** How many hops before us are ours. */
  hops: number
  holds: Holds | undefined
  log: AnswerLog
}

/**
 * Sends what is in memory before Fastify begins, whose way to the same bytes takes several times as long. What the border asks of
 * every request is asked here too; one that does not pass goes on, to be refused where all are.
 */
export const openReady = () => {
  let send = (_request: IncomingMessage, _answer: ServerResponse) => false
  return {
    before:
      (handle: RequestListener): RequestListener =>
      (request, answer) => {
        if (!send(request, answer)) handle(request, answer)
      },
    begin(app: FastifyInstance, { always, hops, holds, log }: Border, find: FindReady) {
      const headersOf = openHeaders(always)
      send = (request, answer) => {
        if (!isPlain(request) || app.isShedding() || app.isDraining()) return false
        const ready = find(request.url ?? '', request.headers)
        if (!ready) return false
        const address = askerOf(request, hops)
        if (holds) {
          const leave = holds.take(addressBlock(address))
          if (!leave) return false
          answer.once('close', leave)
        }
        const id = randomUUID()
        answer.writeHead(ready.status, ['x-request-id', id, ...headersOf(ready)]).end(ready.body)
        log(id, { method: 'GET', url: '', routeOptions: { url: ready.route }, ip: address }, ready.status, 0)
        return true
      }
    },
  }
}

/** A question and nothing else. */
const isPlain = (request: IncomingMessage) => {
  const { method, headers } = request
  return (
    method === 'GET' &&
    headers['content-type'] === undefined &&
    headers['content-length'] === undefined &&
    headers['content-encoding'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    isOneHost(request)
  )
}

/** All headers of an answer, name and value in turn. */
const openHeaders = (always: OutgoingHttpHeaders) => {
  const made = new WeakMap<Ready, string[]>()
  return (ready: Ready) => {
    const known = made.get(ready)
    if (known) return known
    const { headers, body } = ready
    const all = { ...always, ...headers, ...(body && { 'content-length': body.length }) }
    const flat = Object.entries(all).flatMap(([name, value]) => [name, String(value)])
    made.set(ready, flat)
    return flat
  }
}
