import type { FastifyReply } from 'fastify'
import { UserError } from './errors.ts'

const MOST_KNOWN = 50_000

/** Lets at most so many through per key and window, counted by this process. */
export const openLimit = ({ most, windowMs }: { most: number; windowMs: number }) => {
  const windows = new Map<string, { count: number; until: number }>()

  return {
    /** Counts one; seconds to wait when it is one too many. */
    take(key: string): number | undefined {
      const now = performance.now()
      const open = windows.get(key)
      if (open && open.until > now) {
        open.count += 1
        return open.count > most ? Math.ceil((open.until - now) / 1000) : undefined
      }
      windows.delete(key)
      windows.set(key, { count: 1, until: now + windowMs })
      const oldest = windows.keys().next().value
      if (windows.size > MOST_KNOWN && oldest !== undefined) windows.delete(oldest)
      return undefined
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
