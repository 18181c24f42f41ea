import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long requests are still taken after readiness went off, so that whoever sends them can notice. */
const NOTICE_MS = 300
/** How long an accepted request may still take. */
const DRAIN_MS = 10_000

/** Not ready first, then deaf, then done: every accepted request is answered, unless it takes too long. */
export const drain = async (app: FastifyInstance) => {
  app.drain()
  await sleep(NOTICE_MS)
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearTimeout(cut)
}

/** Undoes on the first signal what has been started, the last first; a second signal ends the process at once. */
export const stopOnSignal = () => {
  const steps: (() => Promise<unknown>)[] = []
  let stopping = false

  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    for (const step of steps.toReversed()) await step()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        console.error(`Leadroom did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`)
        process.exit(1)
      })
    })
  return (step: () => Promise<unknown>) => void steps.push(step)
}
