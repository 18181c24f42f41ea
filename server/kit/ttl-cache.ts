import { LRUCache } from 'lru-cache'

/** How long an answer serves: well within the 5 s in which what was taken away must be in force on every node. */
export const FRESH_MS = 2_000
const MOST_KNOWN = 10_000

/** Answers that are asked for with nearly every request, each looked up again after a few seconds. */
export interface Fresh<T> {
  /** Whoever asks while the answer is being looked up waits for the same one; a failure is not kept. */
  get(key: string): Promise<T>
  /** Looks it up now, whatever is known. */
  renew(key: string): Promise<T>
  /** Forgets it at once on this node; the others follow when theirs has had its time. */
  forget(key: string): void
  forgetAll(): void
}

/** `keptAs`: what stands for a key in memory, where the key itself is a secret. */
export const openFresh = <T>(
  lookUp: (key: string) => Promise<T>,
  { freshMs = FRESH_MS, keptAs = (key: string) => key } = {},
): Fresh<T> => {
  // Not by `fetch`: it would store an answer that was forgotten during its look-up.
  const known = new LRUCache<string, Promise<T>>({ max: MOST_KNOWN, ttl: freshMs })

  const renewAs = (name: string, key: string) => {
    const answer = lookUp(key)
    known.set(name, answer)
    answer.catch(() => known.peek(name) === answer && known.delete(name))
    return answer
  }

  return {
    get(key) {
      const name = keptAs(key)
      return known.get(name) ?? renewAs(name, key)
    },
    renew: (key) => renewAs(keptAs(key), key),
    forget: (key) => void known.delete(keptAs(key)),
    forgetAll: () => known.clear(),
  }
}
