import { Refusal } from './refusal.ts'

export interface TurnLimits {
  /** How many requests are under way at once. */
  atOnce: number
  /** How many of these to one host. */
  toHost: number
  /** How many may wait for a turn. */
  waiting: number
  /** How long, in milliseconds. */
  waitMs: number
}

interface Waiter {
  host: string
  begin(): void
}

/** Lets so many requests through at once, so that memory has a bound and no site is crowded. */
export const openTurns = ({ atOnce, toHost, waiting, waitMs }: TurnLimits) => {
  const byHost = new Map<string, number>()
  const queue: Waiter[] = []
  let busy = 0

  const isFree = (host: string) => busy < atOnce && (byHost.get(host) ?? 0) < toHost
  const begin = (host: string) => {
    busy += 1
    byHost.set(host, (byHost.get(host) ?? 0) + 1)
  }
  const end = (host: string) => {
    busy -= 1
    const left = (byHost.get(host) ?? 1) - 1
    if (left === 0) byHost.delete(host)
    else byHost.set(host, left)
    const next = queue.findIndex((waiter) => isFree(waiter.host))
    if (next !== -1) queue.splice(next, 1)[0]?.begin()
  }
  const turn = (host: string, given: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const late = AbortSignal.timeout(waitMs)
      const signal = given ? AbortSignal.any([given, late]) : late
      const leave = () => {
        queue.splice(queue.indexOf(waiter), 1)
        reject(given?.aborted ? given.reason : new Refusal('busy'))
      }
      const waiter: Waiter = {
        host,
        begin() {
          signal.removeEventListener('abort', leave)
          begin(host)
          resolve()
        },
      }
      if (signal.aborted) return reject(signal.reason)
      if (isFree(host)) return waiter.begin()
      if (queue.length >= waiting) return reject(new Refusal('busy'))
      signal.addEventListener('abort', leave, { once: true })
      queue.push(waiter)
    })

  return async <T>(host: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    await turn(host, signal)
    try {
      return await work()
    } finally {
      end(host)
    }
  }
}
