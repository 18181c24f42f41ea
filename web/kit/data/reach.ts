import { createStore } from './store.ts'

/** Whether the server answers, as far as this tab knows. */
export const reach = createStore<'there' | 'away'>('there')

/** A call that takes longer has the server looked for, and a look takes no longer: within two seconds it is known. */
const SLOW_MS = 1_000
const LOOK_MS = 1_000
const AGAIN_MS = 2_000
const LONGEST_AGAIN_MS = 10_000

/** Follows a call: while no answer comes, or none came, the server is looked for. */
export const followed = async <T>(answer: Promise<T>): Promise<T> => {
  const slow = setTimeout(() => void look(), SLOW_MS)
  try {
    const given = await answer
    if (reach.get() === 'away') void look()
    return given
  } catch (failure) {
    if (!(failure instanceof DOMException && failure.name === 'AbortError')) void look()
    throw failure
  } finally {
    clearTimeout(slow)
  }
}

let looking: Promise<void> | undefined
let again: ReturnType<typeof setTimeout> | undefined
let misses = 0

const returns = new Set<(wasLong: boolean) => void>()

/** Told when the server answers again, and whether it was away for so long that calls under way may never be answered. */
export const onReturn = (listener: (wasLong: boolean) => void) => void returns.add(listener)

/** Looks for the server now; while it is away, it is looked for again and again. */
export const look = (): Promise<void> => {
  clearTimeout(again)
  looking ??= ask().finally(() => (looking = undefined))
  return looking
}

const ask = async () => {
  const isThere = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(LOOK_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isThere && reach.get() === 'away') {
    reach.set('there')
    for (const listener of returns) listener(misses > 1)
  }
  misses = isThere ? 0 : misses + 1
  if (isThere) return
  if (reach.get() === 'there') reach.set('away')
  again = setTimeout(() => void look(), Math.min(LONGEST_AGAIN_MS, AGAIN_MS * misses))
}

/** The browser says at once that there is no network, or that there is one again. Started once. */
export const startReach = () => {
  addEventListener('offline', () => void look())
  addEventListener('online', () => void look())
}
