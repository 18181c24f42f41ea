import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rightsOf, type Authenticate, type SessionCaller } from './auth.ts'
import { UserError } from './errors.ts'
import type { Route } from './implement.ts'

/**
 * Answers with a stream for as long as the caller has the rights that it was opened with. The streams of a server end
 * before it closes, so that their readers go elsewhere.
 */
export const streamAnswerer = (app: FastifyInstance, authenticate: Authenticate) => {
  const open = new Set<AbortController>()
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    for (const stop of open) stop.abort()
  })

  return (
    { handle }: Extract<Route, { kind: 'stream' }>,
    caller: SessionCaller,
    input: object,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    if (closing) throw new UserError(503, 'The server is restarting. Try again in a moment.')
    // Its connection serves nothing else: what is to end can end at once.
    void reply.type('application/x-ndjson; charset=utf-8').headers({ connection: 'close', 'x-accel-buffering': 'no' })
    if (request.method === 'HEAD') return reply.send()

    const stop = new AbortController()
    open.add(stop)
    const mayGoOn = () =>
      authenticate(request).then(
        (now) => hasSameRights(caller, now),
        () => false,
      )
    const body = lines({
      events: handle({ ...input, caller, signal: stop.signal }),
      write: (event) => String(reply.serializeInput({ ...event }, '2xx')),
      mayGoOn,
      stop,
    })
    body.on('close', () => open.delete(stop))
    return reply.send(body)
  }
}

const hasSameRights = (before: SessionCaller, now: SessionCaller) =>
  before.companyId === now.companyId && before.viewedAs === now.viewedAs && rightsOf(before) === rightsOf(now)

interface StreamSource {
  events: AsyncGenerator<object>
  /** One event as it goes out. */
  write: (event: object) => string
  /** Asked again and again; false ends the stream. */
  mayGoOn: () => Promise<boolean>
  /** Ends the stream for good. */
  stop: AbortController
}

/** Well under every time-out on the way. */
const BEAT_MS = 10_000
/** Within this time, and what `mayGoOn` may be behind, a lost right ends the stream. */
const LOOK_MS = 2_500
/** What a reader may leave unread for so long. */
const MOST_BYTES = 64 * 1024
const UNREAD_MS = 20_000

/**
 * The events as lines of JSON, with an empty line now and then to say that the stream is alive. A reader who is too
 * slow is cut off: it comes back and fetches what it shows.
 */
const lines = ({ events, write, mayGoOn, stop }: StreamSource): Readable => {
  let unreadSince: number | undefined
  const body = new Readable({ highWaterMark: MOST_BYTES, read: () => void (unreadSince = undefined) })
  const put = (line: string) => {
    if (body.destroyed || body.push(line)) return
    body.destroy()
  }

  const beat = setInterval(() => {
    if (body.readableLength > 0) unreadSince ??= performance.now()
    if (unreadSince !== undefined && performance.now() - unreadSince > UNREAD_MS) body.destroy()
    else put('\n')
  }, BEAT_MS)
  const watchRights = async () => {
    while (!stop.signal.aborted) {
      await sleep(LOOK_MS, undefined, { signal: stop.signal })
      if (!(await mayGoOn())) stop.abort()
    }
  }
  const pump = async () => {
    for await (const event of events) put(`${write(event)}\n`)
    if (!body.destroyed) body.push(null)
  }

  const end = () => {
    clearInterval(beat)
    stop.abort()
    void events.return(undefined).catch(() => undefined)
  }
  body.on('close', end)
  watchRights().catch(() => stop.abort())
  pump().catch((error: Error) => body.destroy(error))
  return body
}
