import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { Identity } from '#server/db/identity/door.ts'
import { CHANNEL, MOST_TOLD, tell, toldLately } from '#server/db/identity/live.ts'

export interface ListenerOptions {
  identity: Identity
  /** Past any pooler; undefined: messages are asked for each second. */
  url: string | undefined
  onMessage: (payload: string) => void
  /** Something may have been missed. */
  onGap: () => void
  onError: (error: unknown) => void
}

const POLL_MS = 1_000
/** A connection that is gone is noticed, and asking each second begun, within the 5 s in which a lost right ends a stream. */
const LOOK_MS = 1_500
const LOOK = { text: 'select 1', query_timeout: 2_000 }
/** What was said to ourselves has to come back within this time, or a pooler stands between. */
const ECHO_MS = 3_000
const AGAIN_MS = { lost: 500, deaf: 60_000 }
/** After so long between two polls something may have been missed: half of what is read back, since a message may be stored late. */
const SURE_MS = 5_000
const DEAF =
  'LISTEN receives nothing: DATABASE_URL seems to use a pooler. Live updates poll every second. Set DATABASE_DIRECT_URL.'

/**
 * Hears what the nodes tell one another: by LISTEN on a connection of its own, and by asking each second for as long
 * as there is none that hears anything. Starts at once, until closed.
 */
export const startListener = ({ identity, url, onMessage, onGap, onError }: ListenerOptions) => {
  let client: Client | undefined
  let hearing = false
  let again: NodeJS.Timeout | undefined
  let lose: (error: unknown) => void = () => undefined

  const open = async (target: string) => {
    again = undefined
    const mine = new Client({
      connectionString: target,
      keepAlive: true,
      application_name: 'leadroom live',
      connectionTimeoutMillis: ECHO_MS,
      query_timeout: ECHO_MS,
    })
    client = mine
    const echo = Promise.withResolvers<boolean>()
    const word = `echo ${randomUUID()}`
    /** Whatever ends this connection, and however often it is told: another one is opened once. */
    const lost = (reason?: unknown, after = AGAIN_MS.lost) => {
      echo.resolve(false)
      if (client !== mine) return
      client = undefined
      hearing = false
      void mine.end().catch(() => undefined)
      if (reason) onError(reason)
      again = setTimeout(() => void open(target), after)
    }
    lose = lost
    mine.on('error', (error) => lost(error))
    mine.on('end', () => lost())
    mine.on('notification', ({ payload = '' }) =>
      payload === word ? echo.resolve(true) : hearing && onMessage(payload),
    )
    try {
      await mine.connect()
      await mine.query(`listen ${CHANNEL}`)
      await tell(identity, [word])
      const timer = setTimeout(() => echo.resolve(false), ECHO_MS)
      const heard = await echo.promise
      clearTimeout(timer)
      if (!heard) return lost(new Error(DEAF), AGAIN_MS.deaf)
      if (client !== mine) return
      hearing = true
      // What was said meanwhile was heard by nobody.
      onGap()
    } catch (error) {
      lost(error)
    }
  }

  let seen = new Set<number>()
  let readAt = -Infinity
  const poll = async () => {
    const begun = performance.now()
    const messages = await toldLately(identity)
    if (!hearing) {
      if (performance.now() - readAt > SURE_MS || messages.length === MOST_TOLD) onGap()
      // Heard or asked for, each message counts once.
      for (const { id, payload } of messages) if (!seen.has(id)) onMessage(payload)
    }
    seen = new Set(messages.map(({ id }) => id))
    readAt = begun
  }
  /** What is kept does not outlive a crash of the database. */
  const failed = (error: unknown) => {
    readAt = -Infinity
    onError(error)
  }
  let polling = Promise.resolve()
  const poller = setInterval(() => {
    if (!hearing) polling = polling.then(poll).catch(failed)
  }, POLL_MS)
  polling = poll().catch(failed)
  // A connection whose other end is gone says nothing: asking finds out.
  const looker = setInterval(() => {
    const mine = client
    if (hearing && mine) mine.query(LOOK).catch(lose)
  }, LOOK_MS)
  if (url !== undefined) void open(url)

  return {
    /** From here on what is told is heard, or asked for. */
    ready: polling,
    async close() {
      const mine = client
      client = undefined
      clearTimeout(again)
      clearInterval(poller)
      clearInterval(looker)
      await polling
      if (mine) await mine.end().catch(() => undefined)
    },
  }
}
export type Listener = ReturnType<typeof startListener>
