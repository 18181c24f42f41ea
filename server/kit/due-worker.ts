import { setTimeout as sleep } from 'node:timers/promises'
import type { Identity } from '#server/db/identity/door.ts'
import { takeDue, type DueWork, type Lease } from './due-turn.ts'

/** What to do for a company, by the kind of work that waits. */
export type DueHandlers = Readonly<Record<string, DueWork>>

/** The due kind of jobs, which have a worker of their own. */
export const JOBS_DUE = 'jobs'

interface DueOptions extends Partial<Lease> {
  /** How many companies' work is done at the same time: while one takes long, the others go on. */
  lanes?: number
}

/**
 * Does the companies' waiting work of these kinds, of each company one piece after the other: at once when woken by a write of this
 * process, within a second otherwise (another node's write, or work left by a process that died). Other kinds are left alone: a
 * node of a later release may know them.
 */
export const startDueWorker = (
  identity: Identity,
  handlers: DueHandlers,
  onError: (error: unknown) => void,
  { lanes = 2, ...lease }: DueOptions = {},
): Rounds => {
  const kinds = Object.keys(handlers)
  const round = () => takeDue(identity, kinds, async (turn) => handlers[turn.kind]?.(turn), lease)
  return together(Array.from({ length: lanes }, () => startRounds(round, onError)))
}

const POLL_MS = 1_000
/** Among many writes, each of which wakes: how soon after a round that found nothing the next one is made. */
const GATHER_MS = 50

/**
 * Makes one round after the other while they find something to do, then rests until woken or for a second. Who wakes it
 * from its rest waits for nothing.
 */
export const startRounds = (round: () => Promise<boolean>, onError: (error: unknown) => void): Rounds => {
  let woken = Promise.withResolvers<void>()
  let stopping = false

  const rounds = async () => {
    while (!stopping) {
      const waited = woken
      const busy = await round().catch((error: unknown) => {
        onError(error)
      })
      if (busy || stopping) continue
      await sleep(GATHER_MS)
      const timer = setTimeout(waited.resolve, POLL_MS)
      await waited.promise
      clearTimeout(timer)
      if (woken === waited) woken = Promise.withResolvers<void>()
    }
  }
  const done = rounds()

  return {
    wake: () => woken.resolve(),
    async stop() {
      stopping = true
      woken.resolve()
      await done
    },
  }
}
export interface Rounds {
  wake(): void
  stop(): Promise<void>
}

/** Several that are woken and stopped as one. */
export const together = (all: readonly Rounds[]): Rounds => ({
  wake: () => all.forEach((each) => each.wake()),
  stop: async () => void (await Promise.all(all.map((each) => each.stop()))),
})
