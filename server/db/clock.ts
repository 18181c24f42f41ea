import type { Pool } from 'pg'

/** The time by the database's clock, which decides; this machine's may be set to anything, and be set anew. */
export interface Clock {
  /** Whole milliseconds since 1970; by this machine's clock until the database has been asked. */
  now(): number
  /** Asks the database. Answers by how much this machine's clock is ahead of it, in milliseconds. */
  set(): Promise<number>
}

export const openClock = (pool: Pool): Clock => {
  // What has passed since is counted by a clock that nobody can set.
  let zero = Date.now() - performance.now()

  return {
    now: () => Math.round(zero + performance.now()),
    async set() {
      const before = performance.now()
      const { rows } = await pool.query<{ at: number }>('select extract(epoch from clock_timestamp()) * 1000 as at')
      zero = (rows[0]?.at ?? Date.now()) - (before + performance.now()) / 2
      return Date.now() - zero - performance.now()
    },
  }
}

const KEEP_MS = 30_000
/** A machine whose clock is further off than this is worth a line of the log. */
const OFF_MS = 60_000

/** Sets the clock now and then again and again, since clocks drift and machines sleep. `off` hears once that this machine's is wrong. */
export const keepClock = async (
  clock: Clock,
  { off, onError }: { off: (byMs: number) => void; onError: (error: unknown) => void },
) => {
  let told = false
  const look = async () => {
    const byMs = await clock.set()
    const wrong = Math.abs(byMs) > OFF_MS
    if (wrong && !told) off(Math.round(byMs))
    told = wrong
  }
  await look().catch(onError)
  let looking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => (looking = looking.then(look).catch(onError)), KEEP_MS)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
