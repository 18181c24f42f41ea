import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { UserError } from './errors.ts'

const MINUTE = 60_000
const MOST_KNOWN = 50_000

/** Lets at most so many through per key and minute, counted by this process. The keys that were used last are remembered. */
export const openLimit = (most: number) => {
  // By size, because a `max` would reserve its memory at the start.
  const windows = new LRUCache<string, { count: number }>({
    maxSize: MOST_KNOWN,
    sizeCalculation: () => 1,
    ttl: MINUTE,
  })

  return {
    /** Counts one; seconds to wait when it is one too many. */
    take(key: string): number | undefined {
      const open = windows.get(key) ?? { count: 0 }
      if (open.count === 0) windows.set(key, open)
      open.count += 1
      return open.count > most ? Math.max(1, Math.ceil(windows.getRemainingTTL(key) / 1000)) : undefined
    },
  }
}
export type Limit = ReturnType<typeof openLimit>

/** 429 saying when to come back. */
export const tooMany = (reply: FastifyReply, seconds: number) => {
  void reply.header('retry-after', String(seconds))
  return new UserError(429, 'Too many requests. Wait a few seconds and try again.')
}

/** Counts one for the key, and refuses it with 429 when it is one too many. */
export const limited = (limit: Limit, key: string, reply: FastifyReply) => {
  const wait = limit.take(key)
  if (wait !== undefined) throw tooMany(reply, wait)
}
