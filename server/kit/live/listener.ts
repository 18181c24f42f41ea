import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { Identity } from '#server/db/identity/door.ts'
import { CHANNEL, tell, toldLately } from '#server/db/identity/live.ts'

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
const LOOK_MS = 10_000
/** What was said to ourselves has to come back within this time, or a pooler stands between. */
const ECHO_MS = 3_000
const AGAIN_MS = { lost: 500, deaf: 60_000 }

/**
 * Hears what the nodes tell one another: by LISTEN on a connection of its own, and by asking each second for as long
 * as there is none that hears anything. Starts at once, until closed.
 */
export const startListener = ({ identity, url, onMessage, onGap, onError }: ListenerOptions) => {
  let closed = false
  let client: Client | undefined
  let hearing = false
  let again: NodeJS.Timeout | undefined
  let lose: (error: Error) => void = () => undefined

  const connect = async (target: string) => {
    const mine = new Client({
      connectionString: target,
      keepAlive: true,
      application_name: 'leadroom live',
      query_timeout: ECHO_MS,
    })
    client = mine
    const echo = Promise.withResolvers<boolean>()
    const word = `echo ${randomUUID()}`
    const lost = (error?: Error) => {
      echo.resolve(false)
      if (client !== mine) return
      client = undefined
      hearing = false
      if (closed) return
      if (error) onError(error)
      again = setTimeout(() => void open(target), AGAIN_MS.lost)
    }
    lose = lost
    mine.on('error', lost)
    mine.on('end', () => lost())
    mine.on('notification', ({ payload = '' }) =>
      payload === word ? echo.resolve(true) : hearing && onMessage(payload),
    )
    await mine.connect()
    await mine.query(`listen ${CHANNEL}`)
    await tell(identity, [word])
    const timer = setTimeout(() => echo.resolve(false), ECHO_MS)
    const heard = await echo.promise
    clearTimeout(timer)
    if (heard) return mine
    if (client !== mine) return undefined
    client = undefined
    again = setTimeout(() => void open(target), AGAIN_MS.deaf)
    await mine.end()
    throw new Error(
      'LISTEN hears nothing: DATABASE_URL seems to lead through a pooler. Changes of others are asked for each second. Set DATABASE_DIRECT_URL.',
    )
  }

  const open = async (target: string) => {
    try {
      const mine = await connect(target)
      if (mine === undefined || closed) return
      hearing = true
      // What was said meanwhile was heard by nobody.
      onGap()
    } catch (error) {
      onError(error)
      const broken = client
      client = undefined
      if (broken) void broken.end().catch(() => undefined)
      if (!closed) again ??= setTimeout(() => void open(target), AGAIN_MS.lost)
    }
  }

  let seen: Set<number> | undefined
  const poll = async () => {
    const messages = await toldLately(identity)
    // Heard or asked for, each message counts once.
    if (!hearing && seen) for (const { id, payload } of messages) if (!seen.has(id)) onMessage(payload)
    seen = new Set(messages.map(({ id }) => id))
  }
  let polling = Promise.resolve()
  const poller = setInterval(() => {
    if (!hearing) polling = polling.then(poll).catch(onError)
  }, POLL_MS)
  polling = poll().catch(onError)
  // A connection whose other end is gone says nothing: asking finds out.
  const looker = setInterval(() => {
    const mine = client
    if (hearing && mine)
      mine.query('select 1').catch((error: Error) => {
        lose(error)
        void mine.end().catch(() => undefined)
      })
  }, LOOK_MS)
  if (url !== undefined) void open(url)

  return {
    /** From here on what is told is heard, or asked for. */
    ready: polling,
    async close() {
      closed = true
      clearTimeout(again)
      clearInterval(poller)
      clearInterval(looker)
      await polling
      const mine = client
      client = undefined
      if (mine) await mine.end().catch(() => undefined)
    },
  }
}
export type Listener = ReturnType<typeof startListener>
