import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rightsOf, type Auth, type SessionCaller } from './auth.ts'
import { UserError } from './errors.ts'
import type { Route } from './implement.ts'
import type { OnRights, RightsChange } from './rights.ts'

/** When the rights of an open stream are looked at without a reason. */
export interface Looks {
  /** Once, since what was known as it was opened may have been behind. */
  firstMs: number
  everyMs: number
}

/** What streams have to do with rights. */
export interface StreamTools {
  auth: Auth
  /** Changes of rights are told to it. */
  onRights(listener: OnRights): void
  looks?: Partial<Looks> | undefined
}

/** Behind what is told, for what ends by the time alone. */
const TOLD: Looks = { firstMs: 2_500, everyMs: 30_000 }
/** Where nothing is told. */
const ASKED: Looks = { firstMs: 2_500, everyMs: 2_500 }

/**
 * Answers with a stream for as long as the caller has the rights that it was opened with. The streams of a server end
 * before it closes, so that their readers go elsewhere.
 */
export const streamAnswerer = (app: FastifyInstance, { auth, onRights, looks }: StreamTools) => {
  const open = new Map<AbortController, { caller: SessionCaller; look: () => Promise<void> }>()
  onRights((change) => {
    for (const { caller, look } of open.values()) {
      if (!concerns(caller, change)) continue
      auth.forget(caller.sessionId)
      void look()
    }
  })
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    for (const stop of open.keys()) stop.abort()
  })

  return (
    { handle }: Extract<Route, { kind: 'stream' }>,
    caller: SessionCaller,
    input: object,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    if (closing) throw new UserError(503, 'The server is restarting. Try again in a few seconds.')
    // Its connection serves nothing else: what is to end can end at once.
    void reply.type('application/x-ndjson; charset=utf-8').headers({ connection: 'close', 'x-accel-buffering': 'no' })
    if (request.method === 'HEAD') return reply.send()

    const stop = new AbortController()
    const look = async () => {
      const goesOn = await auth.authenticate(request).then(
        (now) => hasSameRights(caller, now),
        () => false,
      )
      if (!goesOn) stop.abort()
    }
    open.set(stop, { caller, look })
    const body = lines({
      events: handle({ ...input, caller, signal: stop.signal }),
      write: (event) => String(reply.serializeInput({ ...event }, '2xx')),
      look,
      looks: { ...(auth.tellsOfChanges ? TOLD : ASKED), ...looks },
      stop,
    })
    body.on('close', () => open.delete(stop))
    return reply.send(body)
  }
}

const hasSameRights = (before: SessionCaller, now: SessionCaller) =>
  before.companyId === now.companyId && before.viewedAs === now.viewedAs && rightsOf(before) === rightsOf(now)

/** A session ends with its owner's rights, and reads with those of whom it views as. */
const concerns = ({ companyId, personId, ownerId }: SessionCaller, change: RightsChange | undefined) =>
  !change || (change.companyId === companyId && (change.personId === ownerId || change.personId === personId))

interface StreamSource {
  events: AsyncGenerator<object>
  /** One event as it goes out. */
  write: (event: object) => string
  /** Ends the stream where the rights are not what they were. */
  look: () => Promise<void>
  looks: Looks
  /** Ends the stream for good. */
  stop: AbortController
}

/** Well under every time-out on the way. */
const BEAT_MS = 10_000
/** What a reader may leave unread for so long. */
const MOST_BYTES = 64 * 1024
const UNREAD_MS = 20_000

/**
 * The events as lines of JSON, with an empty line now and then to say that the stream is alive. A reader who is too
 * slow is cut off: it comes back and fetches what it shows.
 */
const lines = ({ events, write, look, looks, stop }: StreamSource): Readable => {
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
    for (let wait = looks.firstMs; !stop.signal.aborted; wait = looks.everyMs) {
      await sleep(wait, undefined, { signal: stop.signal })
      await look()
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
