import { setTimeout as sleep } from 'node:timers/promises'

/** Keeps the beginnings of what is done to one host so long apart. */
export const openPaces = (apartMs: number) => {
  const nextOf = new Map<string, number>()

  return async <T>(host: string, work: () => Promise<T>): Promise<T> => {
    const now = performance.now()
    const mine = Math.max(now, nextOf.get(host) ?? 0)
    nextOf.set(host, mine + apartMs)
    if (mine > now) await sleep(mine - now)
    try {
      return await work()
    } finally {
      if ((nextOf.get(host) ?? 0) <= performance.now()) nextOf.delete(host)
    }
  }
}
