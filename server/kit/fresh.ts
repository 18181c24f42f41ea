/** How long an answer serves: well within the 5 s in which what was taken away must be in force on every node. */
const FRESH_MS = 2_000
const MOST_KNOWN = 10_000

/** Answers that are asked for with nearly every request, each looked up again after two seconds. */
export interface Fresh<T> {
  /** Whoever asks while the answer is being looked up waits for the same one; a failure is not kept. */
  get(key: string): Promise<T>
  /** Looks it up now, whatever is known. */
  renew(key: string): Promise<T>
  /** Forgets it at once on this node; the others follow within `FRESH_MS`. */
  forget(key: string): void
  forgetAll(): void
}

export const openFresh = <T>(lookUp: (key: string) => Promise<T>): Fresh<T> => {
  const known = new Map<string, { answer: Promise<T>; until: number }>()

  const renew = (key: string) => {
    const answer = lookUp(key)
    known.delete(key)
    known.set(key, { answer, until: performance.now() + FRESH_MS })
    answer.catch(() => known.delete(key))
    const oldest = known.keys().next().value
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    return answer
  }

  return {
    get(key) {
      const before = known.get(key)
      return before && before.until > performance.now() ? before.answer : renew(key)
    },
    renew,
    forget: (key) => void known.delete(key),
    forgetAll: () => known.clear(),
  }
}
