import { rightsOf, type Caller } from '#server/kit/auth.ts'

export interface Watcher {
  readonly caller: Caller
  /** Alike for watchers who are told the same. */
  readonly rights: string
  /** Queues an event; one that tells a state is left out while the state is as it was last told. */
  push(event: object, state?: string): void
  end(): void
  events(): AsyncGenerator<object>
}

/** What a reader may be behind; past it the stream ends, and the browser comes back and fetches. */
const MOST_WAITING = 100

export const openWatcher = (caller: Caller, signal: AbortSignal): Watcher => {
  const waiting: object[] = []
  const told = new Map<string, string>()
  let ended = false
  let more = Promise.withResolvers<void>()

  const end = () => {
    ended = true
    more.resolve()
  }
  signal.addEventListener('abort', end, { once: true })

  return {
    caller,
    rights: rightsOf(caller),
    push(event, state) {
      if (ended) return
      const text = state === undefined ? '' : JSON.stringify(event)
      if (state !== undefined && told.get(state) === text) return
      if (state !== undefined) told.set(state, text)
      waiting.push(event)
      if (waiting.length > MOST_WAITING) end()
      else more.resolve()
    },
    end,
    async *events() {
      while (!ended) {
        const event = waiting.shift()
        if (event) yield event
        else {
          await more.promise
          more = Promise.withResolvers()
        }
      }
    },
  }
}
